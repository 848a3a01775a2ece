import { dayOf } from '@glasshouse/core/calendar/days'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { withinMonth } from '@glasshouse/core/referral/rules'
import { getSetting } from '../../content/index.ts'
import { post } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { firstPurchasePaidPosting } from '../postings.ts'
import type { PromiseRow } from '../schema.ts'
import { lockMonths, type MonthClaim, updateEarned } from '../store/payments.ts'
import { updateFirstPaid } from '../store/promises.ts'

/** The month of a day: yyyymm of yyyymmdd. */
export const monthOf = (day: number): number => Math.floor(day / 100)

/**
 * Cuts shares to what their inviters may still earn in their months, in the order given, and counts them there. The
 * months stay locked until the commit.
 */
export const earnWithinMonths = async <Claim extends MonthClaim>(
  tx: Tx,
  claims: readonly Claim[],
): Promise<readonly Claim[]> => {
  if (claims.length === 0) return []
  const max = await getSetting(tx, 'referral_month_max')
  const { earnedBy } = await lockMonths(tx, claims)
  const earned = new Map<string, Usdt>()
  const kept = claims.map((claim) => {
    const key = `${claim.receiver}/${claim.month}`
    const before = earned.get(key) ?? earnedBy(claim)
    const share = withinMonth(claim.share, before, max)
    earned.set(key, sumUnits([before, share]))
    return { ...claim, share }
  })
  await updateEarned(tx, kept)
  return kept
}

/**
 * Pays the income of first purchases: referral → the inviters’ wallets, cut to the limit of the month; returns what was
 * paid by promise. The caller has locked these accounts.
 */
export const payFirstPurchases = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  atMs: number,
  promises: readonly PromiseRow[],
): Promise<ReadonlyMap<number, bigint>> => {
  const due = promises.filter(({ first_promised, first_paid }) => first_promised > first_paid)
  const month = monthOf(Number.parseInt(dayOf(atMs), 10))
  const kept = await earnWithinMonths(
    tx,
    due.map((promise) => ({ receiver: promise.receiver, month, share: promise.first_promised, promise })),
  )
  const paid = kept.flatMap(({ promise, share }) => (share === 0n ? [] : [{ promise, amount: share }]))
  if (paid.length === 0) return new Map()
  const amounts = paid.map(({ promise, amount }) => ({ id: promise.id, amount }))
  await updateFirstPaid(tx, amounts)
  const posted = await post(
    tx,
    atMs,
    paid.map(({ promise, amount }) => firstPurchasePaidPosting(promise, amount)),
  )
  if (posted.some(({ ok }) => !ok)) throw new Error('a first purchase was promised and is not set aside')
  await publishEvents(
    tx,
    [...new Set(paid.map(({ promise }) => promise.receiver))].map((uid) => walletChanged(uid)),
    clock.now(),
  )
  return new Map(amounts.map(({ id, amount }) => [id, amount]))
}
