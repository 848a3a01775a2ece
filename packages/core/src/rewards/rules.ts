import { amountScale, parseDecimal, type Usdt, usdt } from '../money/units.ts'

/** What newbie tasks and the daily sign-in promise; all of it is paid from the marketing reserve. */

/** The five newbie tasks in their order, and how each is checked: fixed, nobody of the staff changes it. */
export const taskChecks = {
  /** The server saw that the introduction was read. */
  1: 'reading',
  /** A screenshot that staff review. */
  2: 'picture',
  3: 'picture',
  /** A deposit above 1000 USDT and a product, both in the books. */
  4: 'depositAndProduct',
  /** Two customers who registered by the invitation. */
  5: 'invitations',
} as const
export type TaskId = keyof typeof taskChecks

/** A task as it is promised; amounts in USDT. */
export type TaskTerms = { readonly id: TaskId; readonly money: Usdt }

/** What a day's sign-in earns whose total assets are at least `minmoney` and below `maxmoney`. */
export type SigninTier = {
  readonly part: 'rule'
  readonly minmoney: Usdt
  readonly maxmoney: Usdt
  readonly money: Usdt
  /** From this many days in a row on it is `money2`. */
  readonly times: number
  readonly money2: Usdt
}

/** What so many sign-ins in total earn, once. */
export type SigninTotal = { readonly part: 'total'; readonly times: number; readonly money: Usdt }

export type SigninRule = SigninTier | SigninTotal
export const checkInParts = ['rule', 'total'] as const

/** The most a day, a task and a total may earn in USDT: a slip of the hand is no promise of a fortune. */
export const maxReward = usdt('1000')
export const maxTotal = usdt('10000')
/** The most days in a row, and sign-ins in total, that a rule may ask for. */
export const maxStreak = 365
export const maxCheckIns = 3650

type ContentInput = Readonly<Record<string, string>>
/** The name of the first field that cannot be taken. */
export type RuleProblem = { readonly problem: string }

const amountIn = (fields: ContentInput, name: string): Usdt | null =>
  parseDecimal(fields[name] ?? '', amountScale) as Usdt | null

const countIn = (fields: ContentInput, name: string, least: number, most: number): number | null => {
  const text = fields[name] ?? ''
  const count = /^[1-9]\d{0,3}$/.test(text) ? Number.parseInt(text, 10) : null
  return count !== null && count >= least && count <= most ? count : null
}

const rewardIn = (fields: ContentInput, name: string, most: Usdt): Usdt | null => {
  const amount = amountIn(fields, name)
  return amount !== null && amount > 0n && amount <= most ? amount : null
}

/** Finds a task by its number. */
export const taskIdOf = (text: string): TaskId | null =>
  /^[1-5]$/.test(text) ? (Number.parseInt(text, 10) as TaskId) : null

/**
 * Reads what a task promises, or tells the first field that cannot be taken: its number is one of the five, its
 * reward above 0 and at most 1000 USDT.
 *
 * @example readTask({ id: '4', money: '20' }) // { id: 4, money: 2000000000n }
 * @example readTask({ id: '6', money: '20' }) // { problem: 'id' }
 */
export const parseTask = (fields: ContentInput): TaskTerms | RuleProblem => {
  const id = taskIdOf(fields.id ?? '')
  if (id === null) return { problem: 'id' }
  const money = rewardIn(fields, 'money', maxReward)
  return money === null ? { problem: 'money' } : { id, money }
}

const readTier = (fields: ContentInput): SigninTier | RuleProblem => {
  const minmoney = amountIn(fields, 'minmoney')
  if (minmoney === null) return { problem: 'minmoney' }
  const maxmoney = amountIn(fields, 'maxmoney')
  if (maxmoney === null || maxmoney <= minmoney) return { problem: 'maxmoney' }
  const money = rewardIn(fields, 'money', maxReward)
  if (money === null) return { problem: 'money' }
  const money2 = rewardIn(fields, 'money2', maxReward)
  if (money2 === null || money2 < money) return { problem: 'money2' }
  const times = countIn(fields, 'times', 2, maxStreak)
  return times === null ? { problem: 'times' } : { part: 'rule', minmoney, maxmoney, money, money2, times }
}

const readTotal = (fields: ContentInput): SigninTotal | RuleProblem => {
  const stray = ['minmoney', 'maxmoney', 'money2'].find((name) => fields[name] !== undefined)
  if (stray !== undefined) return { problem: stray }
  const money = rewardIn(fields, 'money', maxTotal)
  if (money === null) return { problem: 'money' }
  const times = countIn(fields, 'times', 1, maxCheckIns)
  return times === null ? { problem: 'times' } : { part: 'total', times, money }
}

/**
 * Reads a rule of the sign-in, or tells the first field that cannot be taken. A tier ends above where it begins,
 * and a streak earns no less than a single day; a total names nothing but `times` and `money`.
 *
 * @example readSigninRule({ part: 'total', times: '30', money: '5' }) // { part: 'total', times: 30, money: 500000000n }
 * @example readSigninRule({ part: 'rule', minmoney: '100', maxmoney: '100' }) // { problem: 'maxmoney' }
 */
export const parseCheckInRule = (fields: ContentInput): SigninRule | RuleProblem => {
  if (fields.part === 'rule') return readTier(fields)
  return fields.part === 'total' ? readTotal(fields) : { problem: 'part' }
}

/**
 * Whether two rules cannot stand beside each other: tiers that overlap, or totals for the same number of
 * sign-ins. Tiers may touch, because each ends just below its `maxmoney`.
 */
export const rulesConflict = (one: SigninRule, other: SigninRule): boolean => {
  if (one.part === 'rule' && other.part === 'rule')
    return one.minmoney < other.maxmoney && other.minmoney < one.maxmoney
  return one.part === 'total' && other.part === 'total' && one.times === other.times
}

/** The tier of somebody with these total assets; null where no rule promises anything. */
export const tierFor = (rules: readonly SigninRule[], assets: Usdt): SigninTier | null => {
  for (const rule of rules)
    if (rule.part === 'rule' && rule.minmoney <= assets && assets < rule.maxmoney) return rule
  return null
}

/**
 * What a day earns after so many days in a row, this one included.
 *
 * @example rewardOf(tier, 7) // money2 of a tier with times 7
 */
export const rewardOf = ({ money, money2, times }: SigninTier, streak: number): Usdt =>
  streak >= times ? money2 : money
