import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import type { TableTotal } from '@glasshouse/ui/Table'
import { useFormatters } from '../../formatters.ts'
import { priceDirection } from '../../market/market.ts'
import { usePositions } from '../../market/orderLabels.ts'
import { positionsShown } from '../account.ts'
import type { TradingData } from '../tradingData.ts'
import { useMarketsNow } from '../useTradingAccount.ts'

/** Whether all positions of a wallet are loaded. */
export const hasAllPositions = ({ open, openTotal }: TradingData): boolean =>
  open !== undefined && openTotal === open.length

/** Total row of positions, all pages together: sums of the displayed figures. Null below two. */
export const usePositionTotal = (
  orders: readonly ContractOrder[],
  markets: readonly Market[],
): TableTotal | null => {
  const figures = useFormatters()
  const positions = usePositions()
  const now = useMarketsNow(orders, markets)
  if (orders.length < 2) return null
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
