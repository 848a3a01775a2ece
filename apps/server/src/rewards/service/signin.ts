import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { domainError } from '@glasshouse/core/errors/registry'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { CheckInResult, SigninView } from '@glasshouse/core/rewards/codec'
import { checkInReward, streakAfter } from '@glasshouse/core/rewards/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { customerPolicy } from '../../eligibility/index.ts'
import type { Db, PageRange, Tx } from '../../platform/database/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type AssetDeps, listTotalAssets } from '../../referral/index.ts'
import { signInPaidPosting, totalPaidPosting } from '../postings.ts'
import {
  findAssets,
  findNewestCheckin,
  insertCheckin,
  insertClaim,
  listCheckinDays,
  listCheckins,
  listClaims,
  listPaidTasks,
} from '../store.ts'
import {
  assertRewardsOffered,
  dayNumberOf,
  isCovered,
  lockReward,
  payReward,
  type RewardDeps,
} from './pay.ts'
import { readSigninRules } from './rules.ts'

/** What signing in for a reward needs. */
export type SigninDeps = RewardDeps & AssetDeps

/** Days of the calendar that the page shows. */
const shownDays = 42

/** What decides the reward of a customer today; the streak is not part of it. */
const readReward = async (deps: SigninDeps, db: Db | Tx, uid: number): Promise<(streak: number) => Usdt> => {
  const { tiers } = await readSigninRules(db, 'en')
  const now = (await listTotalAssets(deps, db, [uid])).get(uid) ?? usdt('0')
  const atMidnight = await findAssets(db, uid)
  return (streak) => checkInReward(tiers, { now, atMidnight }, streak)
}

/** Sign-ins of a customer with the rules; `reward` is today’s, or what today would bring. */
export const getSignins = async (deps: SigninDeps, uid: number, lang: Language): Promise<SigninView> => {
  const { db } = deps.database
  const nowMs = deps.clock.business()
  const [today, yesterday] = [dayNumberOf(nowMs), dayNumberOf(nowMs - dayMs)]
  const [last, days, claims, { tiers, totals }, { policy }] = await Promise.all([
    findNewestCheckin(db, uid),
    listCheckinDays(db, uid, dayNumberOf(nowMs - shownDays * dayMs)),
    listClaims(db, uid),
    readSigninRules(db, lang),
    customerPolicy(deps, db, uid),
  ])
  const isSigned = last?.day === today
  const streak = isSigned ? last.streak : streakAfter(last, yesterday) - 1
  const count = last?.total ?? 0
  const claimed = new Set(claims.map(({ rule_id }) => rule_id))
  return {
    streak,
    total: count,
    reward: isSigned ? last.reward : (await readReward(deps, db, uid))(streak + 1),
    isSignedToday: isSigned,
    isOffered: policy.bonuses,
    days: days.map(String),
    today: dayOf(nowMs),
    tiers: tiers.map(({ part: _, ...tier }) => tier),
    totals: totals.map(({ part: _, ...total }) => ({
      ...total,
      state: claimed.has(total.id) ? 'claimed' : count >= total.times ? 'claimable' : 'locked',
    })),
  }
}

/**
 * Signs a customer in for today. The wallet is locked first, so of a hundred at once one counts. Where the marketing
 * reserve or the limit of the day does not cover the reward the day counts and nothing is paid.
 *
 * @throws notAllowed the country of the customer gets no rewards
 * @throws invalidState (`today`) signed in already
 */
export const checkIn = (deps: SigninDeps, uid: number): Promise<CheckInResult> =>
  transact(deps.database.db, async (tx) => {
    await assertRewardsOffered(deps, tx, uid)
    const rewardFor = await readReward(deps, tx, uid)
    const marketing = await lockReward(tx, uid)
    const atMs = deps.clock.business()
    const day = dayNumberOf(atMs)
    const last = await findNewestCheckin(tx, uid)
    // A calendar that was moved back finds a later day: that one counted.
    if (last !== null && last.day >= day) throw domainError('invalidState', { reason: 'today' })
    const streak = streakAfter(last, dayNumberOf(atMs - dayMs))
    const reward = rewardFor(streak)
    const isFunded = reward === 0n || (await isCovered(tx, atMs, reward, marketing))
    const row = await insertCheckin(tx, {
      uid,
      day,
      streak,
      total: (last?.total ?? 0) + 1,
      reward: isFunded ? reward : usdt('0'),
      funded: isFunded,
      at_ms: atMs,
    })
    if (row.reward > 0n)
      await payReward(deps, tx, atMs, { uid, amount: row.reward, posting: signInPaidPosting(row) })
    return { reward: row.reward, streak, isFunded }
  })

/**
 * Pays the reward of a total of sign-ins, once, and returns it.
 *
 * @throws notAllowed the country of the customer gets no rewards
 * @throws notFound no such total
 * @throws invalidState (`reason`) `locked`, `claimed`
 * @throws insufficientReserve the reserve or the limit of the day does not cover it; it stays claimable
 */
export const claimTotal = (deps: RewardDeps, uid: number, id: number): Promise<Usdt> =>
  transact(deps.database.db, async (tx) => {
    await assertRewardsOffered(deps, tx, uid)
    const { totals } = await readSigninRules(tx, 'en')
    const rule = totals.find((total) => total.id === id)
    if (rule === undefined) throw domainError('notFound')
    const marketing = await lockReward(tx, uid)
    const claims = await listClaims(tx, uid)
    if (claims.some(({ rule_id }) => rule_id === id)) throw domainError('invalidState', { reason: 'claimed' })
    const count = (await findNewestCheckin(tx, uid))?.total ?? 0
    if (count < rule.times) throw domainError('invalidState', { reason: 'locked' })
    const atMs = deps.clock.business()
    if (!(await isCovered(tx, atMs, rule.money, marketing))) throw domainError('insufficientReserve')
    const claim = { uid, rule_id: id, times: rule.times, amount: rule.money, at_ms: atMs }
    const row = await insertClaim(tx, claim)
    await payReward(deps, tx, atMs, { uid, amount: rule.money, posting: totalPaidPosting(row) })
    return rule.money
  })

/** One page of the sign-ins of a customer, for the export. */
export const listSignins = async (db: Db, uid: number, page: PageRange) =>
  (await listCheckins(db, uid, page)).map(({ day, streak, total, reward, funded }) => ({
    day: String(day),
    streak,
    total,
    reward: formatUsdt(reward),
    funded,
  }))

/** Totals that a customer claimed and tasks that were paid, for the export. */
export const listPaidRewards = async (db: Db, uid: number) => [
  ...(await listClaims(db, uid)).map(({ times, amount, at_ms }) => ({
    total: times,
    amount: formatUsdt(amount),
    time: at_ms,
  })),
  ...(await listPaidTasks(db, uid)).map(({ task, amount, at_ms }) => ({
    task,
    amount: formatUsdt(amount),
    time: at_ms,
  })),
]
