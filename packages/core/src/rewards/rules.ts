import { amountScale, parseDecimal, type Usdt, usdt } from '../money/units.ts'

/** Rewards of newbie tasks and the daily check-in, all paid from the marketing reserve. */

/** The five newbie tasks in order, with their fixed checks. */
export const taskChecks = {
  /** The server recorded that the introduction was read. */
  1: 'reading',
  /** A screenshot that staff review. */
  2: 'picture',
  3: 'picture',
  /** A deposit above 1000 USDT and a product, both in the ledger. */
  4: 'depositAndProduct',
  /** Two customers who registered with the invitation. */
  5: 'invitations',
} as const
export type TaskId = keyof typeof taskChecks

/** Terms of a task; amounts in USDT. */
export type TaskTerms = { readonly id: TaskId; readonly money: Usdt }

/** Daily check-in reward for total assets of at least `minAssets` and below `maxAssets`. */
export type SigninTier = {
  readonly part: 'rule'
  readonly minAssets: Usdt
  readonly maxAssets: Usdt
  readonly money: Usdt
  /** From this many consecutive days on, `streakMoney` applies. */
  readonly times: number
  readonly streakMoney: Usdt
}

/** One-time reward for a total number of check-ins. */
export type SigninTotal = { readonly part: 'total'; readonly times: number; readonly money: Usdt }

export type SigninRule = SigninTier | SigninTotal
export const checkInParts = ['rule', 'total'] as const

/** Maximum reward of a day or a task, and of a total, in USDT: limits the effect of a typing error. */
export const maxReward = usdt('1000')
export const maxTotal = usdt('10000')
/** Maximum consecutive days, and maximum total check-ins, that a rule can require. */
export const maxStreak = 365
export const maxCheckIns = 3650

type ContentInput = Readonly<Record<string, string>>
/** Name of the first rejected field. */
export type RuleProblem = { readonly problem: string }

const amountIn = (fields: ContentInput, name: string): Usdt | null =>
  parseDecimal(fields[name] ?? '', amountScale) as Usdt | null

const countIn = (fields: ContentInput, name: string, min: number, max: number): number | null => {
  const text = fields[name] ?? ''
  const count = /^[1-9]\d{0,3}$/.test(text) ? Number.parseInt(text, 10) : null
  return count !== null && count >= min && count <= max ? count : null
}

const rewardIn = (fields: ContentInput, name: string, max: Usdt): Usdt | null => {
  const amount = amountIn(fields, name)
  return amount !== null && amount > 0n && amount <= max ? amount : null
}

/** Task id of a number; null if there is none. */
export const taskIdOf = (text: string): TaskId | null =>
  /^[1-5]$/.test(text) ? (Number.parseInt(text, 10) as TaskId) : null

/**
 * Parses the terms of a task, or returns the first rejected field: its number is one of the five, its reward above 0
 * and at most 1000 USDT.
 *
 * @example parseTask({ id: '4', money: '20' }) // { id: 4, money: 2000000000n }
 * @example parseTask({ id: '6', money: '20' }) // { problem: 'id' }
 */
export const parseTask = (fields: ContentInput): TaskTerms | RuleProblem => {
  const id = taskIdOf(fields.id ?? '')
  if (id === null) return { problem: 'id' }
  const money = rewardIn(fields, 'money', maxReward)
  return money === null ? { problem: 'money' } : { id, money }
}

const readTier = (fields: ContentInput): SigninTier | RuleProblem => {
  const minAssets = amountIn(fields, 'minAssets')
  if (minAssets === null) return { problem: 'minAssets' }
  const maxAssets = amountIn(fields, 'maxAssets')
  if (maxAssets === null || maxAssets <= minAssets) return { problem: 'maxAssets' }
  const money = rewardIn(fields, 'money', maxReward)
  if (money === null) return { problem: 'money' }
  const streakMoney = rewardIn(fields, 'streakMoney', maxReward)
  if (streakMoney === null || streakMoney < money) return { problem: 'streakMoney' }
  const times = countIn(fields, 'times', 2, maxStreak)
  return times === null
    ? { problem: 'times' }
    : { part: 'rule', minAssets, maxAssets, money, streakMoney, times }
}

const readTotal = (fields: ContentInput): SigninTotal | RuleProblem => {
  const stray = ['minAssets', 'maxAssets', 'streakMoney'].find((name) => fields[name] !== undefined)
  if (stray !== undefined) return { problem: stray }
  const money = rewardIn(fields, 'money', maxTotal)
  if (money === null) return { problem: 'money' }
  const times = countIn(fields, 'times', 1, maxCheckIns)
  return times === null ? { problem: 'times' } : { part: 'total', times, money }
}

/**
 * Parses a check-in rule, or returns the first rejected field. A tier ends above its start, and a streak earns no less
 * than a single day; a total has only `times` and `money`.
 *
 * @example parseCheckInRule({ part: 'total', times: '30', money: '5' }) // { part: 'total', times: 30, money: 500000000n }
 * @example parseCheckInRule({ part: 'rule', minAssets: '100', maxAssets: '100' }) // { problem: 'maxAssets' }
 */
export const parseCheckInRule = (fields: ContentInput): SigninRule | RuleProblem => {
  if (fields.part === 'rule') return readTier(fields)
  return fields.part === 'total' ? readTotal(fields) : { problem: 'part' }
}

/**
 * Whether two rules conflict: overlapping tiers, or totals for the same number of check-ins. Adjacent tiers do not
 * conflict, because `maxAssets` is exclusive.
 */
export const rulesConflict = (one: SigninRule, other: SigninRule): boolean => {
  if (one.part === 'rule' && other.part === 'rule')
    return one.minAssets < other.maxAssets && other.minAssets < one.maxAssets
  return one.part === 'total' && other.part === 'total' && one.times === other.times
}

/** Tier for the given total assets; null if no rule applies. */
export const tierFor = (rules: readonly SigninRule[], assets: Usdt): SigninTier | null => {
  for (const rule of rules)
    if (rule.part === 'rule' && rule.minAssets <= assets && assets < rule.maxAssets) return rule
  return null
}

/**
 * Reward of a day after `streak` consecutive days, including this one.
 *
 * @example rewardOf(tier, 7) // streakMoney of a tier with times 7
 */
export const rewardOf = (
  { money, streakMoney, times }: Pick<SigninTier, 'money' | 'streakMoney' | 'times'>,
  streak: number,
): Usdt => (streak >= times ? streakMoney : money)

/** States of a task of a customer. */
export const taskStates = ['undone', 'inReview', 'rejected', 'done'] as const
export type TaskState = (typeof taskStates)[number]

/** How long the introduction must have been open before task 1 counts; milliseconds. */
export const readingMs = 10_000
/** A deposit must be above this for task 4. */
export const taskDeposit = usdt('1000')
/** How long the order of task 4 must have been kept; milliseconds. */
export const taskKeptMs = 7 * 86_400_000
/** Direct clients that task 5 needs. */
export const taskInvitees = 2

/**
 * Days signed in a row with a new one: one more than yesterday’s, or 1 after a missed day.
 *
 * @param last the newest sign-in before today; null without one
 * @example streakAfter({ day: 20260630, streak: 6 }, 20260630) // 7 on 1 July
 */
export const streakAfter = (
  last: { readonly day: number; readonly streak: number } | null,
  yesterday: number,
): number => (last !== null && last.day === yesterday ? last.streak + 1 : 1)

/** What signing in today brings: the tier of the smaller of total assets now and at the last midnight. */
export const checkInReward = (
  rules: readonly SigninRule[],
  assets: { readonly now: Usdt; readonly atMidnight: Usdt },
  streak: number,
): Usdt => {
  const tier = tierFor(rules, assets.now < assets.atMidnight ? assets.now : assets.atMidnight)
  return tier === null ? usdt('0') : rewardOf(tier, streak)
}

/**
 * Whether a reward still fits into what marketing pays in a day.
 *
 * @example fitsIntoDay(usdt('1'), usdt('999'), usdt('1000')) // true
 */
export const fitsIntoDay = (reward: Usdt, paid: Usdt, max: Usdt): boolean => paid + reward <= max
