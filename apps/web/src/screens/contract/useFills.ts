import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Market } from '@glasshouse/core/markets/codec'
import { priceToPoint } from '../../components/chart/bars.ts'
import type { OwnFill } from '../../components/chart/orderMarks.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useContractOrders } from '../../data/contractOrders.ts'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type Fill, fillQuery, fillsOf } from './fills.ts'

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

/** The user's newest fills in one market, as chart marks. */
export const useFills = (wallet: ContractWallet, market: Market): readonly OwnFill[] => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const off = useSession() === null
  const query = { ...fillQuery, wallet, pid: market.pid }
  const orders = useContractOrders(query, { off }).data
  if (off || !orders) return []
  const textOf = ({ bought, lots, reason }: Fill): string => {
    const label = t(bought ? 'chart.bought' : 'chart.sold', { n: figures.whole(lots) })
    return reason === null || reason === 'user' ? label : `${label} · ${t(reasonKeys[reason])}`
  }
  return fillsOf(orders).map((fill) => ({
    id: `fill-${fill.id}`,
    value: priceToPoint(fill.price),
    time: fill.time,
    kind: fill.bought ? 'bought' : 'sold',
    text: textOf(fill),
  }))
}
