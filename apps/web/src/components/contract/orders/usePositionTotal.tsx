import type { Market } from '@glasshouse/core/markets/codec'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import type { TableTotal } from '@glasshouse/ui/Table'
import { useFormatters } from '../../formatters.ts'
import { priceDirection } from '../../market/market.ts'
import { usePositions } from '../../market/orderLabels.ts'
import { positionsShown } from '../account.ts'
import type { TradingData } from '../tradingData.ts'
import { useMarketsNow } from '../useTradingAccount.ts'

const none: NonNullable<TradingData['open']> = []

/** Total row of the positions, all pages together: sums of the displayed figures. Null below two, or while not all are loaded. */
export const usePositionTotal = (
  trader: TradingData,
  markets: readonly Market[],
  pid: number | null,
): TableTotal | null => {
  const figures = useFormatters()
  const positions = usePositions()
  const orders = (trader.open ?? none).filter((order) => pid === null || order.pid === pid)
  const now = useMarketsNow(orders, markets)
  if (orders.length < 2 || trader.openTotal !== trader.open?.length) return null
  const { profit, margin } = positionsShown(orders, now)
  return {
    product: positions(orders.length),
    profit: (
      <PriceChange direction={priceDirection(profit)} arrow={false}>
        {figures.own(profit, 'always')}
      </PriceChange>
    ),
    margin: figures.own(margin),
  }
}
