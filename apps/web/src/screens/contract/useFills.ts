import type { Market } from '@glasshouse/core/markets/codec'
import { priceToPoint } from '../../components/chart/bars.ts'
import type { OwnFill } from '../../components/chart/orderMarks.ts'
import type { TradingData } from '../../components/contract/tradingData.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useClosedOrders } from '../../data/closedOrders.ts'
import { type ClosedOrders, isLimited } from '../../data/orderPages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type Fill, fillsOf } from './fills.ts'

/** Labels for closes the customer did not request. */
const reasonKeys = {
  takeProfit: 'orders.reasonProfit',
  stopLoss: 'orders.reasonLoss',
  closingOrder: 'orders.reasonLimit',
  trailingStop: 'trailing.label',
  liquidation: 'orders.reasonLiquidation',
  ai: 'orders.reasonAi',
  copy: 'orders.reasonCopy',
  dealing: 'orders.reasonDealing',
} as const

/** From this instant on every fill is known; null when all are. */
const knownSince = ({ orders, isComplete }: ClosedOrders): number | null =>
  isComplete ? null : (orders.at(-1)?.closedMs ?? null)

/** The user's fills in one market as chart marks, back to an instant; the oldest says so where no more of them are loaded. */
export const useFills = (
  { wallet, open }: Pick<TradingData, 'wallet' | 'open'>,
  market: Market,
  sinceMs: number,
): readonly OwnFill[] => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const closed = useClosedOrders(wallet, market.pid, sinceMs)
  if (closed === null || open === undefined) return []
  const textOf = ({ bought, lots, reason }: Fill): string => {
    const label = t(bought ? 'chart.bought' : 'chart.sold', { n: figures.whole(lots) })
    return reason === null || reason === 'user' ? label : `${label} · ${t(reasonKeys[reason])}`
  }
  const since = knownSince(closed)
  const fills = fillsOf([...open.filter(({ pid }) => pid === market.pid), ...closed.orders]).filter(
    ({ time }) => since === null || time >= since,
  )
  const older = t('chart.olderFills')
  const oldest = isLimited(closed) ? Math.min(...fills.map(({ time }) => time)) : null
  return fills.map((fill) => ({
    id: `fill-${fill.id}`,
    value: priceToPoint(fill.price),
    time: fill.time,
    kind: fill.bought ? 'bought' : 'sold',
    text: fill.time === oldest ? `${textOf(fill)} · ${older}` : textOf(fill),
  }))
}
