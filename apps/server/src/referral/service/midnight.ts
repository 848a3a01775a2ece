import { dayOf } from '@glasshouse/core/calendar/days'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { addTo } from '@glasshouse/core/money/sums'
import { subtractUnits } from '@glasshouse/core/money/units'
import { isPaidAtOnce, keptShare, referralShare } from '@glasshouse/core/referral/rules'
import { postNotices } from '../../customers/notices/index.ts'
import type { InvestOrder } from '../../invest/index.ts'
import type { OrderAccrual, OrderEnd } from '../../investMidnight/index.ts'
import { lockBalances, post } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { groupPushEvents, publishEvents } from '../../platform/events/index.ts'
import type { Midnight } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { incomePaidPosting, promiseReturnedPosting } from '../postings.ts'
import type { PromiseRow } from '../schema.ts'
import { type DueIncome, insertPayouts, insertReturn, listDue } from '../store/payments.ts'
import {
  insertAccruals,
  listEnding,
  listEndingOrders,
  lockAccruing,
  lockEnding,
  type PromiseEnd,
  updateEnding,
  updateOver,
} from '../store/promises.ts'
import { earnWithinMonths, monthOf, payFirstPurchases } from './firstPurchase.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Orders or payments of one transaction: few enough that wallets are locked for some hundredths of a second. */
const atOnce = 200

/** Accrues the inviters’ shares of a day, in the transaction of the interest; moves no money. */
export const accrueShares = async (tx: Tx, accruals: readonly OrderAccrual[]): Promise<void> => {
  const interest = new Map(
    accruals
      .filter(({ order, amount }) => order.method !== 'copy' && order.principal > 0n && amount > 0n)
      .map(({ order, day, amount }) => [order.id, { day, amount }]),
  )
  if (interest.size === 0) return
  const promises = await lockAccruing(tx, [...interest.keys()])
  const claims = promises.map(({ id, order_id, receiver, rate, promised, accrued }) => {
    const of = interest.get(order_id)
    if (of === undefined) throw new Error(`order ${order_id} did not accrue`)
    const share = referralShare(of.amount, rate)
    const room = subtractUnits(promised, accrued)
    return { id, day: of.day, receiver, month: monthOf(of.day), share: share < room ? share : room }
  })
  const kept = await earnWithinMonths(tx, claims)
  if (kept.length === 0) return
  await insertAccruals(
    tx,
    kept.map(({ id, day, share }) => ({ id, day, amount: share })),
  )
}

/**
 * Marks the promises of finished orders, in the transaction that finishes them; `settleFinished` settles them. A first
 * purchase that was due at the sale is not due again: what the month cut there is lost.
 */
export const markFinished = (
  tx: Tx,
  orders: readonly InvestOrder[],
  ends: readonly OrderEnd[],
): Promise<void> =>
  updateEnding(
    tx,
    orders.map(({ id, accrued, redeemable_ms: redeemableMs, ends_ms: endMs }, at) => {
      const end = ends[at]
      const inFull = isPaidAtOnce({ redeemableMs, endMs }) ? 0n : null
      return { orderId: id, interest: accrued, fee: end?.state === 'ended' ? inFull : (end?.fee ?? accrued) }
    }),
  )

/**
 * Settles the promises of orders that finished this night: an order that ended in full pays its first purchase, a
 * redeemed one takes back unpaid shares in the proportion of its fee, and what is not needed any more goes back to the
 * marketing reserve.
 */
export const settleFinished = async (deps: Deps, { atMs }: Pick<Midnight, 'atMs'>): Promise<void> => {
  const { db } = deps.database
  for (;;) {
    const orderIds = await listEndingOrders(db, atOnce)
    if (orderIds.length === 0) return
    await transact(db, async (tx) => {
      const wallets = (await listEnding(tx, orderIds)).filter(isFirstDue).map(({ receiver }) => receiver)
      await lockBalances(tx, [
        house('marketing'),
        house('referral'),
        ...[...new Set(wallets)].map((uid) => customer(uid, 'wallet')),
      ])
      const promises = await lockEnding(tx, orderIds)
      const firsts = await payFirstPurchases(deps, tx, atMs, promises.filter(isFirstDue))
      const ends = promises.map((row) => ({
        orderId: row.order_id,
        ...endOf(row, firsts.get(row.id) ?? row.first_paid),
      }))
      await updateOver(tx, ends)
      const returned = new Map<number, bigint>()
      for (const end of ends) addTo(returned, end.orderId, end.returned)
      await returnToMarketing(tx, atMs, 'finished', returned)
    })
  }
}

const isFirstDue = ({ order_fee, first_promised, first_paid }: PromiseRow): boolean =>
  order_fee === null && first_promised > first_paid

/** What a promise comes to: unpaid shares as far as they are kept, everything else goes back. */
export const endOf = (row: PromiseRow, firstPaid: bigint): PromiseEnd => {
  const unpaid = subtractUnits(subtractUnits(row.accrued, row.taken_back), row.paid)
  const kept =
    row.order_fee === null || row.order_interest === null
      ? unpaid
      : keptShare(unpaid, row.order_interest, row.order_fee)
  const takenBack = row.taken_back + unpaid - kept
  return {
    id: row.id,
    takenBack,
    firstPaid,
    returned: row.promised + row.first_promised - (row.accrued - takenBack) - firstPaid,
  }
}

/** Returns amounts by subject to the marketing reserve; what is 0 moves nothing. */
export const returnToMarketing = async (
  tx: Tx,
  atMs: number,
  reason: 'finished' | 'left' | 'closed',
  amounts: ReadonlyMap<number, bigint>,
): Promise<void> => {
  const postings = []
  for (const [subject, amount] of amounts)
    if (amount > 0n)
      postings.push(promiseReturnedPosting(await insertReturn(tx, { reason, subject, amount, at_ms: atMs })))
  const posted = await post(tx, atMs, postings)
  if (posted.some(({ ok }) => !ok)) throw new Error('referral holds less than its promises')
}

/** On the 1st pays what accrued in the month that ended: one line for each client and level. */
export const payIncome = async (deps: Deps, { atMs, day }: Midnight): Promise<void> => {
  if (!dayOf(atMs).endsWith('01')) return
  const month = monthOf(Number.parseInt(day, 10))
  const { db } = deps.database
  for (let after: DueIncome | null = null; ; ) {
    const due: readonly DueIncome[] = await listDue(db, after, atOnce)
    const last = due.at(-1)
    if (last === undefined) return
    await transact(db, (tx) => payDue(deps, tx, due, { month, atMs }))
    after = last
  }
}

const payDue = async (
  { clock }: Deps,
  tx: Tx,
  due: readonly DueIncome[],
  at: { readonly month: number; readonly atMs: number },
): Promise<void> => {
  const receivers = [...new Set(due.map(({ receiver }) => receiver))]
  await lockBalances(tx, [house('referral'), ...receivers.map((uid) => customer(uid, 'wallet'))])
  const payouts = await insertPayouts(tx, due, at)
  const posted = await post(tx, at.atMs, payouts.map(incomePaidPosting))
  if (posted.some(({ ok }) => !ok)) throw new Error('referral income was promised and is not set aside')
  const text = String(at.month)
  const month = `${text.slice(0, 4)}-${text.slice(4)}`
  await postNotices(
    tx,
    clock,
    receivers.map((uid) => ({ uid, key: text, kind: 'referralPaid', params: { month } })),
  )
  await publishEvents(tx, groupPushEvents(receivers.map((uid) => walletChanged(uid))), clock.now())
}
