import type { DataOf } from '@glasshouse/core/calls'
import { availableBalance, marginLevel } from '@glasshouse/core/contracts/account'
import { closingRowsInForce } from '@glasshouse/core/contracts/closingOrders'
import type { ContractAccount, ContractReceipt } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { domainError } from '@glasshouse/core/errors/registry'
import { amountIn } from '@glasshouse/core/money/sums'
import { formatDecimal, formatPrice, formatQuantity, formatUsdt } from '@glasshouse/core/money/units'
import { sumPaidFrom } from '../../ledger/totals/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { marginAccountLedger } from '../postings.ts'
import type { EventRow, OrderRow } from '../schema.ts'
import { listClosingEvents, listEvents } from '../store/events.ts'
import { findOrder } from '../store/orders.ts'
import { loadMarginAccount } from './account.ts'
import type { ContractDeps } from './deps.ts'
import { toOrderViews } from './list.ts'

type Reader = { readonly uid: number }

/** The figures of one contract wallet, live. */
export const marginAccountSummary = async (
  { database, markets }: ContractDeps,
  { uid }: Reader,
  wallet: ContractWallet,
): Promise<ContractAccount> => {
  const account = await loadMarginAccount(database.db, markets, uid, wallet)
  const rate = marginLevel(account)
  return {
    balance: account.balance,
    available: availableBalance(account),
    margin: account.margin,
    hold: account.hold,
    profit: account.profit,
    marginLevelPercent: account.open.length === 0 || rate === null ? null : formatDecimal(rate, 2),
  }
}

/** Everything that happened to one order, with the ticks that caused it. Refuses `notFound`. */
export const orderReceipt = async (
  deps: ContractDeps,
  { uid }: Reader,
  id: number,
): Promise<ContractReceipt> => {
  const { database } = deps
  const order = await findOrder(database.db, uid, id)
  if (order === null) throw domainError('notFound')
  const [own, [view]] = await Promise.all([
    listEvents(database.db, order.id, order.parent_id),
    toOrderViews(deps, order, [order]),
  ])
  if (view === undefined) throw new Error('a read order has a view')
  const events = [...own, ...(await closingOrdersOf(database.db, order, own))].toSorted((a, b) => a.id - b.id)
  const fromBonus = await sumPaidFrom(
    database.db,
    marginAccountLedger(uid, order.wallet).bonus,
    events.flatMap(({ transaction_id }) => (transaction_id === null ? [] : [transaction_id])),
  )
  return {
    order: view,
    lot: formatQuantity(order.quantity / BigInt(order.lots)),
    feeRatePpm: order.fee_rate_ppm,
    events: events.map((event) => toReceiptEvent(event, amountIn(fromBonus, event.transaction_id ?? 0))),
  }
}

/**
 * The events that set the closing orders in force when a part of a position closed by one: they belong to the order that the
 * part was taken from. None for other orders.
 */
const closingOrdersOf = async (
  db: Db,
  { side, parent_id: parent }: OrderRow,
  own: readonly EventRow[],
): Promise<readonly EventRow[]> => {
  const closed = own.find(({ kind }) => kind === 'closed')
  if (parent === null || closed === undefined || !closed.rule.startsWith('closingOrder')) return []
  const before = await listClosingEvents(db, parent, closed.id)
  // The close itself is an event of both orders.
  return closingRowsInForce(
    side,
    before.filter(({ transaction_id }) => transaction_id !== closed.transaction_id),
  )
}

type ReceiptEvent = DataOf<'/api/contract/receipt'>['events'][number]

/** One event as the wire tells it; `fromBonus` is what bonus credit paid of its fee, USDT. */
export const toReceiptEvent = (event: EventRow, fromBonus: bigint): ReceiptEvent => ({
  kind: event.kind,
  time: event.at_ms,
  rule: event.rule,
  price: formatPrice(event.price),
  number: event.lots,
  margin: formatUsdt(event.margin),
  fee: formatUsdt(event.fee),
  feeFromBonus: formatUsdt(fromBonus),
  profit: formatUsdt(event.profit),
  insurance: formatUsdt(event.insurance),
  ...(event.insured_profit === 0n ? {} : { insuredProfit: formatUsdt(event.insured_profit) }),
  ...(event.owed === 0n ? {} : { owed: formatUsdt(event.owed) }),
  transactionId: event.transaction_id,
  tick: event.tick,
  ...(event.account === null ? {} : { account: event.account }),
  ...(event.api_key_id === null ? {} : { apikey: event.api_key_id }),
  ...(event.entry === null ? {} : { entry: event.entry }),
  ...(event.trailing_stop === null ? {} : { trailing: event.trailing_stop }),
  ...(event.expires_ms === null ? {} : { expireTime: event.expires_ms }),
  ...(event.seen_price === null ? {} : { seenPrice: formatPrice(event.seen_price) }),
  ...(event.copy_of === null ? {} : { copyof: event.copy_of }),
  ...(event.ai === null ? {} : { ai: event.ai }),
})
