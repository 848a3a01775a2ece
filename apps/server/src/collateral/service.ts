import { isProcessing } from '@glasshouse/core/invest/checks'
import { type RedemptionAmounts, redemptionAmounts, unpaidInterest } from '@glasshouse/core/invest/rules'
import type { CollateralOrder } from '@glasshouse/core/loans/rules'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { postNotices } from '../customers/notices/index.ts'
import { type InvestOrder, updateProductSums } from '../invest/index.ts'
import { finishedNotice, type MidnightHooks } from '../investMidnight/index.ts'
import { post } from '../ledger/posting/index.ts'
import type { Db, Tx } from '../platform/database/index.ts'
import type { Clock } from '../platform/time/index.ts'
import { orderReleasedPosting } from './postings.ts'
import {
  listOwnMoneyRows,
  listPledgedRows,
  listRowsById,
  lockOwnMoneyRows,
  lockPledgedRows,
  updatePledged,
  updateReleased,
  updateSeized,
} from './store.ts'

/** An order as far as a loan knows it. */
export type PledgeableOrder = CollateralOrder & {
  readonly uid: number
  readonly productId: number
  readonly productName: string
  readonly loanId: number | null
  /** It ended while it secured a loan: the whole principal is held. */
  readonly isEnded: boolean
  readonly promised: Usdt
}

const toPledgeable = (row: InvestOrder): PledgeableOrder => {
  if (row.method === 'copy') throw new Error(`copy order ${row.id} secures no loan`)
  return {
    id: row.id,
    uid: row.uid,
    productId: row.product_id,
    productName: row.product_name,
    method: row.method,
    principal: row.principal,
    accrued: row.accrued,
    promised: row.promised,
    redeemFee: row.redeem_fee,
    endsMs: row.ends_ms,
    isRedeeming: row.state === 'redeeming',
    isPledged: row.loan_id !== null,
    loanId: row.loan_id,
    isEnded: !isProcessing(row.state),
  }
}

/** Own-money fixed and compound orders of a customer in processing, oldest first. */
export const listCollateral = async (db: Db | Tx, uid: number): Promise<readonly PledgeableOrder[]> =>
  (await listOwnMoneyRows(db, uid)).map(toPledgeable)

/** The same, locked until the end of the transaction. */
export const lockCollateral = async (tx: Tx, uid: number): Promise<readonly PledgeableOrder[]> =>
  (await lockOwnMoneyRows(tx, uid)).map(toPledgeable)

/** The orders that secure some loans, by id. */
export const listPledgedOrders = async (
  db: Db | Tx,
  loanIds: readonly number[],
): Promise<readonly PledgeableOrder[]> => (await listPledgedRows(db, loanIds)).map(toPledgeable)

/** The same, locked until the end of the transaction. */
export const lockPledgedOrders = async (
  tx: Tx,
  loanIds: readonly number[],
): Promise<readonly PledgeableOrder[]> => (await lockPledgedRows(tx, loanIds)).map(toPledgeable)

/** Product names and ends of orders, by id. */
export const listOrderNames = async (
  db: Db | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly endsMs: number }>> =>
  new Map(
    (await listRowsById(db, ids)).map(({ id, product_name, ends_ms }) => [
      id,
      { name: product_name, endsMs: ends_ms },
    ]),
  )

/** Pledges orders, which the caller has locked, to a loan: they cannot be redeemed, and keep their principal when they end. */
export const pledgeOrders = (tx: Tx, loanId: number, ids: readonly number[]): Promise<void> =>
  updatePledged(tx, loanId, ids)

/** What redeeming an order now gives back; the whole principal of one that ended. */
export const redemptionOf = ({
  isEnded,
  method,
  principal,
  accrued,
  redeemFee,
}: PledgeableOrder): RedemptionAmounts =>
  isEnded
    ? { fee: usdt('0'), interest: usdt('0'), principal }
    : redemptionAmounts({ method, principal, accrued, share: redeemFee })

/** Releases orders of a loan, which the caller has locked: those that ended meanwhile pay their principal at once. */
export const releaseOrders = async (tx: Tx, clock: Clock, atMs: number, loanId: number): Promise<void> => {
  const rows = await lockPledgedRows(tx, [loanId])
  if (rows.length === 0) return
  await updateReleased(
    tx,
    rows.map(({ id }) => id),
  )
  const ended = rows.filter(({ ended_pledged }) => ended_pledged)
  const results = await post(tx, atMs, ended.map(orderReleasedPosting))
  if (results.some(({ ok }) => !ok))
    throw new Error(`the principal of a pledged order is not held: loan ${loanId}`)
  await postNotices(
    tx,
    clock,
    ended.map((row) => {
      const interest = row.method === 'compound' ? row.accrued : 0n
      return finishedNotice(row, { id: row.id, state: 'ended', payout: row.principal + interest, fee: 0n })
    }),
  )
}

/**
 * Finishes an order that was redeemed to pay a loan; the money is posted by the loan. `surplus` is what of it reached the
 * wallet beside interest; `finished` is told as of every order that finishes.
 */
export const finishSeizedOrder = async (
  tx: Tx,
  atMs: number,
  order: PledgeableOrder,
  surplus: Usdt,
  finished: MidnightHooks['finished'],
): Promise<void> => {
  const { fee, interest } = redemptionOf(order)
  const interestBefore = order.isEnded && order.method === 'compound' ? order.accrued : 0n
  const payout = interestBefore + interest + surplus
  const row = await updateSeized(tx, atMs, { id: order.id, payout, fee })
  if (order.isEnded) return
  await finished(tx, [row], [{ id: order.id, state: 'redeemed', payout, fee }])
  await updateProductSums(tx, [
    {
      productId: order.productId,
      sold: -order.principal,
      promised: -unpaidInterest(order.method, order.promised, order.accrued),
    },
  ])
}
