/** Rules of subscriptions: states of an issue, the money of an order, and who is allotted what. */
import { type Day, dayStart, startOfNextDay } from '../calendar/days.ts'
import { divide, multiplyDivide, type Price, type Quantity, type Usdt } from '../money/units.ts'

export const issueStates = ['draft', 'open', 'closed', 'paying', 'over', 'cancelled'] as const
export type IssueState = (typeof issueStates)[number]
/** States of issues that customers see; drafts are for staff. */
export const shownStates = ['open', 'closed', 'paying', 'over', 'cancelled'] as const
export type ShownState = (typeof shownStates)[number]

/** States of an order on the wire. */
export const orderStatuses = { confirming: 1, toPay: 2, completed: 3, cancelled: 4 } as const
export type OrderStatus = (typeof orderStatuses)[keyof typeof orderStatuses]

/** Why an order is cancelled. */
export const cancelReasons = [
  'withdrawn',
  'notAllotted',
  'unpaid',
  'issueCancelled',
  'accountClosed',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** What staff set of an issue. Coins in units of 1e-8, instants of the business calendar. */
export type IssueTerms = {
  readonly price: Price
  readonly number: Quantity
  readonly step: Quantity
  readonly min: Quantity
  readonly max: Quantity
  readonly openMs: number
  readonly closeMs: number
  /** The last day to pay. */
  readonly finalDay: Day
  readonly riskSheet: string
}

/** The last instant, exclusive, at which an order can be paid: the end of the last day at UTC+1. Null for no day. */
export const paymentEndMs = (finalDay: Day): number | null => {
  const start = dayStart(finalDay)
  return start === null ? null : startOfNextDay(start)
}

/** The first term of an issue that is empty or contradicts another one; null when the issue is sound. */
export const validateIssue = (
  terms: IssueTerms,
): { readonly term: keyof IssueTerms; readonly isMissing: boolean } | null => {
  const wrong = (term: keyof IssueTerms) => ({ term, isMissing: false })
  const { price, number, step, min, max, openMs, closeMs } = terms
  if (terms.riskSheet.trim() === '') return { term: 'riskSheet', isMissing: true }
  if (price <= 0n) return wrong('price')
  if (number <= 0n || number % step !== 0n) return wrong('number')
  if (min <= 0n || min % step !== 0n || min > max) return wrong('min')
  if (max % step !== 0n || max > number) return wrong('max')
  if (closeMs <= openMs) return wrong('closeMs')
  const end = paymentEndMs(terms.finalDay)
  if (end === null) return { term: 'finalDay', isMissing: true }
  return end <= closeMs ? wrong('finalDay') : null
}

/** Whether a change of an issue that is no draft any more is allowed: nothing but a later last day to pay. */
export const isLaterEndOnly = (before: IssueTerms, after: IssueTerms): boolean => {
  const { finalDay: earlier, ...fixed } = before
  const { finalDay: later, ...same } = after
  const keys = Object.keys(fixed) as (keyof typeof fixed)[]
  return later >= earlier && keys.every((key) => fixed[key] === same[key])
}

/** What an issue becomes by itself at an instant: a funded draft opens in its window, an open one closes at `closeMs`. */
export const issueStateAt = (
  {
    state,
    openMs,
    closeMs,
  }: { readonly state: IssueState; readonly openMs: number; readonly closeMs: number },
  nowMs: number,
  isFunded: boolean,
): IssueState => {
  if (state === 'open' && nowMs >= closeMs) return 'closed'
  return state === 'draft' && isFunded && nowMs >= openMs && nowMs < closeMs ? 'open' : state
}

/** Wire form of the state of an issue that customers see. */
export const wireStatusOf = (state: ShownState): 1 | 2 | 3 | 4 =>
  (({ open: 1, closed: 2, paying: 2, over: 3, cancelled: 4 }) as const)[state]

/** Four decimals of a USDT. */
const moneyStep = 10_000n
const priceOfOneUnit = 1_000_000_000n

/**
 * What coins of an order cost, rounded up to four decimals.
 *
 * @example subscriptionMoney(price('0.33333'), quantity('1')) // 0.3334 USDT
 */
export const subscriptionMoney = (price: Price, amount: Quantity): Usdt =>
  (multiplyDivide(price, amount, priceOfOneUnit * moneyStep, 'ceil') * moneyStep) as Usdt

/**
 * What an amount of coins (1e-8) of the reserve of an issue counts for where a limit is in USDT: at the higher of the price of the issue, which
 * staff set, and that of the market; null where the market has none yet.
 *
 * @example reserveCoinsValue(quantity('100'), price('0.1'), price('60')) // 6000 USDT
 */
export const reserveCoinsValue = (amount: bigint, issuePrice: Price, marketPrice: Price | null): Usdt =>
  subscriptionMoney(
    marketPrice !== null && marketPrice > issuePrice ? marketPrice : issuePrice,
    amount as Quantity,
  )

/** Whether coins can be asked for: whole steps within the limits of a customer. */
export const isAskable = (
  { step, min, max }: Pick<IssueTerms, 'step' | 'min' | 'max'>,
  asked: Quantity,
): boolean => asked >= min && asked <= max && asked % step === 0n

/** One application in the draw; `hash` is SHA-256 of the digits of its id, hex. */
export type Application = { readonly hash: string; readonly asked: Quantity }
export type Allotment = Application & { readonly allotted: Quantity }

/**
 * Allots an issue. Where no more is asked than offered each gets all of it. Otherwise each gets the share
 * ⌊asked × number ÷ Σ asked⌋ down to the step, and the steps left go one each in ascending order of `draw`, the hash of
 * the head, a line break and the hash of the application; never above what was asked.
 *
 * @param drawHash SHA-256 of a text, hex
 * @returns in ascending order of `hash`, whatever the order of the applications
 * @example 600 offered, step 10, asked 500, 300 and 70: 340, 200 and 40, and two steps by hash
 */
export const allot = async (
  { number, step }: Pick<IssueTerms, 'number' | 'step'>,
  applications: readonly Application[],
  headHash: string,
  drawHash: (text: string) => string | Promise<string>,
): Promise<readonly Allotment[]> => {
  const sorted = applications.toSorted((a, b) => compare(a.hash, b.hash))
  const total = sorted.reduce((sum, { asked }) => sum + asked, 0n)
  if (total <= number) return sorted.map((one) => ({ ...one, allotted: one.asked }))
  const shares = sorted.map((one) => ({
    ...one,
    allotted: wholeStepShare({ number, step }, total as Quantity, one.asked),
  }))
  let left = (number - shares.reduce((sum, { allotted }) => sum + allotted, 0n)) / step
  const hashes = shares.map(({ hash }) => hash)
  const further = new Set<number>()
  for (const at of await drawOrder(hashes, headHash, drawHash)) {
    const share = shares[at]
    if (left === 0n || share === undefined) break
    if (share.allotted + step > share.asked) continue
    further.add(at)
    left -= 1n
  }
  return shares.map((share, at) =>
    further.has(at) ? { ...share, allotted: (share.allotted + step) as Quantity } : share,
  )
}

/**
 * Share of an application in whole steps, before the draw: what was asked where no more is asked than offered.
 *
 * @param total what all applications ask for
 * @example 600 offered, step 10, 870 asked by all: 500 gets 340
 */
export const wholeStepShare = (
  { number, step }: Pick<IssueTerms, 'number' | 'step'>,
  total: Quantity,
  asked: Quantity,
): Quantity =>
  total <= number ? asked : ((divide(asked * number, total * step, 'floor') * step) as Quantity)

/**
 * Places of applications in the draw: their positions, ascending by the hash of the head, a line break and their hash.
 *
 * @param drawHash SHA-256 of a text, hex
 */
export const drawOrder = async (
  hashes: readonly string[],
  headHash: string,
  drawHash: (text: string) => string | Promise<string>,
): Promise<readonly number[]> => {
  const draws = await Promise.all(
    hashes.map(async (hash, at) => ({ at, draw: await drawHash(`${headHash}\n${hash}`) })),
  )
  return draws.toSorted((a, b) => compare(a.draw, b.draw)).map(({ at }) => at)
}

/**
 * Share of every application that would be allotted if the window closed now, in hundredths of a percent, rounded down;
 * 100 % where no more is asked than offered.
 *
 * @example shareNow({ number: quantity('20000'), asked: quantity('31450') }) // 6359
 */
export const shareNow = ({
  number,
  asked,
}: {
  readonly number: Quantity
  readonly asked: Quantity
}): bigint => (asked <= number ? 10_000n : divide(number * 10_000n, asked, 'floor'))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
