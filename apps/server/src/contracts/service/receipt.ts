import { availableBalance, marginLevel } from '@glasshouse/core/contracts/account'
import { closingRowsInForce } from '@glasshouse/core/contracts/closingOrders'
import type { ContractAccount, ContractReceipt } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { type ReceiptEventRow, receiptEventToWire } from '@glasshouse/core/contracts/receipts/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { amountIn } from '@glasshouse/core/money/sums'
import { formatDecimal, formatQuantity } from '@glasshouse/core/money/units'
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

/** One event as the wire tells it; `feeFromBonus` is what bonus credit paid of its fee, USDT. */
export const toReceiptEvent = (event: EventRow, feeFromBonus: bigint): ReceiptEventRow =>
  receiptEventToWire({
    kind: event.kind,
    atMs: event.at_ms,
    rule: event.rule,
    price: event.price,
    lots: event.lots,
    margin: event.margin,
    fee: event.fee,
    feeFromBonus,
    profit: event.profit,
    insurance: event.insurance,
    insuredProfit: event.insured_profit,
    owed: event.owed,
    transactionId: event.transaction_id,
    tick: event.tick,
    account: event.account,
    entry: event.entry,
    trailing: event.trailing_stop,
    ai: event.ai,
    apiKeyId: event.api_key_id,
    expiresMs: event.expires_ms,
    seenPrice: event.seen_price,
    copyOf: event.copy_of,
  })
