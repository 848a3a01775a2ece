import type { BodyOf } from '@glasshouse/core/calls'
import { partProblem } from '@glasshouse/core/contracts/checks'
import { type HeldPosition, quantityOf, splitPosition } from '@glasshouse/core/contracts/rules'
import { type Settlement, takeMargin } from '@glasshouse/core/contracts/settlement'
import { house } from '@glasshouse/core/ledger/chart'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/refusals/registry'
import { lock, post } from '../../ledger/index.ts'
import { announce, type Tx, transact } from '../../platform/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { orderClosed } from '../events.ts'
import { type ContractPayment, contractClosed, walletAccounts } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents, type NewEvent } from '../store/events.ts'
import { moveExposure } from '../store/exposure.ts'
import { insertOrder, readLiveOrders, readOpenOrders, readOrder, updateOrder } from '../store/orders.ts'
import { valued } from './account.ts'
import { closingOf, fromFund } from './closing.ts'
import { type ContractDeps, freshTick, positionOf, productOf, termsOf, thenTell } from './terms.ts'

/**
 * Closes a position at the market, whole or a part of its lots: a bought one at the best bid, a sold one at the
 * best ask of the tick in force when the wallet is locked. Returns the closed order; a part becomes a closed
 * order of its own. The wallet never goes below zero: the insurance fund pays what it does not hold.
 *
 * Refuses `notFound`, `stateForbids` (not open; or the loss is more than the wallet holds while another
 * position of it is in profit: close that one first), `outsideLimits`, `priceMoved`, `reserveTooSmall`.
 */
export const closeContract = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { id, number }: BodyOf<'/api/contract/pingcangContract'>,
): Promise<OrderRow> => {
  const { clock, database, markets } = deps
  const found = await readOrder(database.db, uid, id)
  if (found === null) throw refuse('notFound')
  const product = productOf(markets, found.pid)
  const story = transact(database.db, async (tx) => {
    const accounts = walletAccounts(uid, found.levertype)
    const [free = 0n, bonus = 0n] = await lock(tx, [accounts.free, accounts.bonus, accounts.margin])
    const open = await readOpenOrders(tx, uid, found.levertype)
    const order = open.find((one) => one.id === id)
    // Whoever closed it while this one waited for the wallet was first.
    if (order === undefined || order.status !== 1) throw refuse('stateForbids')

    const tick = freshTick(markets, product)
    const { closed, rest } = dividedFor(order, number ?? order.lots, product)
    const others = open.filter((one) => one.id !== id)
    const heldMargins = [...others, ...(rest === null ? [] : [{ id, margin: rest.margin }])].map((one) => ({
      id: one.id,
      margin: one.margin as Usdt,
    }))
    const { price, charged, profit, settlement } = closingOf(closed, tick, termsOf(product), {
      free,
      bonus,
      otherMargin: heldMargins.reduce((sum, { margin }) => sum + margin, 0n),
    })
    if (settlement.lossUnpaid > 0n) {
      refuseIfOthersEarn(deps, others)
      await refuseIfOthersHold(tx, order)
    }

    const now = clock.now()
    const close = { price, profit, charged, now }
    const closedOrder = await writeClosed(tx, order, closed, rest, close)
    for (const { id: other, margin } of takeMargin(heldMargins, settlement.takenMargin)) {
      await updateOrder(tx, other, { margin })
    }
    await markets.keep(tx, tick)
    await moveExposure(tx, order.pid, closed, 'remove')
    const payment = await insured(tx, settlement, closed.margin)
    const transactionId = await pay(tx, clock.business(), contractClosed(closedOrder.id, accounts, payment))
    await insertEvents(tx, eventsOf(order, closedOrder, close, payment, { tick, transactionId }))
    await announce(tx, [orderClosed(closedOrder), walletChanged(uid)], now)
    return closedOrder
  })
  return thenTell(deps, { uid, levertype: found.levertype }, story)
}

type Divided = { readonly closed: HeldPosition; readonly rest: HeldPosition | null }

/** What closes and what stays. */
const dividedFor = (order: OrderRow, lots: number, product: Product): Divided => {
  const whole = positionOf(order)
  const problem = partProblem(lots, order.lots, termsOf(product))
  if (problem !== null) throw refuse('outsideLimits', problem)
  if (lots === order.lots) return { closed: whole, rest: null }
  // The lot at which the order was opened: a product's lot may have been changed since.
  const lot = (order.quantity / BigInt(order.lots)) as Quantity
  if (quantityOf(order.lots, lot) !== order.quantity) throw new Error(`order ${order.id} is not whole lots`)
  return splitPosition(whole, lots, lot)
}

/** The insurance fund pays for an empty wallet, not for one whose other positions could pay. */
const refuseIfOthersEarn = ({ markets }: ContractDeps, others: readonly OrderRow[]): void => {
  const earning = others.find((order) => valued(markets, order).profit > 0n)
  if (earning !== undefined) throw refuse('stateForbids', { reason: 'closeProfitFirst', id: earning.id })
}

/** Nor for one that has money on hold for orders that can be revoked. */
const refuseIfOthersHold = async (tx: Tx, { uid, levertype }: OrderRow): Promise<void> => {
  const pending = (await readLiveOrders(tx, [{ uid, levertype }])).find(({ status }) => status === 0)
  if (pending !== undefined) throw refuse('stateForbids', { reason: 'revokePendingFirst', id: pending.id })
}

type Close = { readonly price: Price; readonly profit: Usdt; readonly charged: Usdt; readonly now: number }

/** Writes the closed order: the order itself, or a new one for the part while the rest stays under its id. */
const writeClosed = async (
  tx: Tx,
  order: OrderRow,
  closed: HeldPosition,
  rest: HeldPosition | null,
  { price, profit, charged, now }: Close,
): Promise<OrderRow> => {
  const end = {
    close_price: price,
    profit,
    close_fee: charged,
    close_reason: 'user' as const,
    status: 3 as const,
    closed_ms: now,
  }
  if (rest === null) return updateOrder(tx, order.id, end)
  await updateOrder(tx, order.id, {
    lots: rest.lots,
    quantity: rest.quantity,
    margin: rest.margin,
    open_fee: rest.openFee,
  })
  const { id, ...opened } = order
  return insertOrder(tx, {
    ...opened,
    ...end,
    parent_id: id,
    lots: closed.lots,
    quantity: closed.quantity,
    margin: closed.margin,
    open_fee: closed.openFee,
    created_ms: now,
  })
}

/** Adds the insurance fund's part, as far as the fund reaches; beyond it the house goes without. */
const insured = async (tx: Tx, settlement: Settlement, released: Usdt): Promise<ContractPayment> => {
  const nothing = { ...settlement, released, lossFromInsurance: 0n, feeFromInsurance: 0n }
  if (settlement.lossUnpaid + settlement.feeUnpaid === 0n) return nothing
  // All three that the settlement may touch, at once, so that they are locked in the usual order.
  const [fund = 0n] = await lock(tx, [house('insurance'), house('trading'), house('fees')])
  return { ...nothing, ...fromFund(settlement, fund) }
}

/** Posts the settlement; the one account that may be short is the house's trading reserve. */
const pay = async (tx: Tx, atMs: number, transaction: ReturnType<typeof contractClosed>): Promise<number> => {
  const [result] = await post(tx, atMs, [transaction])
  if (result?.ok) return result.id
  if (result?.account.owner === 'house') throw refuse('reserveTooSmall')
  throw new Error('a settled wallet cannot be short')
}

/** What the receipts tell: of the closed order, and of the order a part was taken from. */
const eventsOf = (
  order: OrderRow,
  closed: OrderRow,
  { price, profit, charged, now }: Close,
  payment: ContractPayment,
  { tick, transactionId }: { readonly tick: Tick; readonly transactionId: number },
): readonly NewEvent[] => {
  const event = {
    at_ms: now,
    rule: order.type === 1 ? 'marketSellAtBid' : 'marketBuyAtAsk',
    price,
    lots: closed.lots,
    margin: closed.margin,
    fee: charged,
    profit,
    insurance: payment.lossFromInsurance + payment.feeFromInsurance,
    transaction_id: transactionId,
    tick,
  }
  const ofClosed = { ...event, order_id: closed.id, kind: 'closed' as const }
  if (closed.id === order.id) return [ofClosed]
  return [{ ...event, order_id: order.id, kind: 'closedPart' as const }, ofClosed]
}
