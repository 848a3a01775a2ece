/**
 * What inviters earn of the interest of those they invited, on three levels, and when it is taken back. The server pays
 * by these functions and the page explains with them. Rates are whole percent.
 */
import { type JournalType, journal } from '../ledger/journal.ts'
import { divide, multiplyDivide, type Usdt } from '../money/units.ts'

/** Who earns: 1 the one who invited the client, 2 who invited that one, 3 the one above. */
export const referralLevels = [1, 2, 3] as const
export type ReferralLevel = (typeof referralLevels)[number]

/** One whole percent figure per level. */
export type LevelRates = Readonly<Record<ReferralLevel, number>>

/** Types of the journal lines by level: of the monthly income, and of the income of a first purchase. */
export const incomeTypes: Readonly<Record<ReferralLevel, JournalType>> = {
  1: journal.referralIncome1,
  2: journal.referralIncome2,
  3: journal.referralIncome3,
}
export const firstPurchaseTypes: Readonly<Record<ReferralLevel, JournalType>> = {
  1: journal.firstPurchaseIncome1,
  2: journal.firstPurchaseIncome2,
  3: journal.firstPurchaseIncome3,
}

/** Every type of referral income. */
export const referralTypes: readonly JournalType[] = referralLevels.flatMap((level) => [
  incomeTypes[level],
  firstPurchaseTypes[level],
])

/** The level of a number that came from a table; throws on anything else. */
export const levelOf = (number: number): ReferralLevel => {
  const level = referralLevels.find((known) => known === number)
  if (level === undefined) throw new RangeError(`no referral level: ${number}`)
  return level
}

/**
 * Share of an amount of interest, rounded down to a unit.
 *
 * @param percent whole percent
 * @example referralShare(usdt('0.42428571'), 30) // 0.12728571
 * @example referralShare(usdt('2.97'), 10) // 0.297
 */
export const referralShare = (interest: Usdt, percent: number): Usdt =>
  multiplyDivide(interest, BigInt(percent), 100n, 'floor') as Usdt

/** What one level may come to earn of an order: of its interest, and once if it is the client's first order. */
export type ReferralPromise = {
  readonly level: ReferralLevel
  readonly interest: Usdt
  readonly first: Usdt
}

/**
 * The promise of an order to one level: the share of the whole promised interest, and of a first order its own share.
 *
 * @example promiseTo(1, usdt('2.97'), { share: 30, first: 10 }, true) // interest 0.891, first 0.297
 */
export const promiseTo = (
  level: ReferralLevel,
  promisedInterest: Usdt,
  rates: { readonly share: number; readonly first: number },
  isFirst: boolean,
): ReferralPromise => ({
  level,
  interest: referralShare(promisedInterest, rates.share),
  first: isFirst ? referralShare(promisedInterest, rates.first) : (0n as Usdt),
})

/**
 * The promises that free money covers, level by level; what it does not cover is not promised and takes nothing.
 *
 * @example fundedLevels(usdt('1'), [of 0.9, of 0.3, of 0.1]) // levels 1 and 3
 */
export const fundedLevels = (
  free: Usdt,
  promises: readonly ReferralPromise[],
): ReadonlySet<ReferralLevel> => {
  const funded = new Set<ReferralLevel>()
  let left: bigint = free
  for (const { level, interest, first } of promises) {
    if (interest + first > left) continue
    left -= interest + first
    funded.add(level)
  }
  return funded
}

/**
 * The part of a share that still fits into what an inviter may earn in a month.
 *
 * @example withinMonth(usdt('5'), usdt('998'), usdt('1000')) // 2
 */
export const withinMonth = (share: Usdt, earned: Usdt, max: Usdt): Usdt => {
  const room = max > earned ? max - earned : 0n
  return (share < room ? share : room) as Usdt
}

/**
 * What early redemption leaves of a share that is not paid yet: reduced in the proportion in which the fee reduces the
 * interest, rounded down.
 *
 * @param accrued interest of the order; 0 leaves nothing
 * @example keptShare(usdt('0.25457142'), usdt('0.84857142'), usdt('0.84857142')) // 0
 * @example keptShare(usdt('0.3'), usdt('1'), usdt('0.5')) // 0.15
 */
export const keptShare = (unpaid: Usdt, accrued: Usdt, fee: Usdt): Usdt =>
  accrued <= 0n ? (0n as Usdt) : (divide(unpaid * (accrued - fee), accrued, 'floor') as Usdt)

/** Whether a first purchase is paid at the sale: the order can never be redeemed before its end. */
export const isPaidAtOnce = ({
  redeemableMs,
  endMs,
}: {
  readonly redeemableMs: number
  readonly endMs: number
}): boolean => redeemableMs >= endMs

/** Total assets from which, and the principal of one running order from which, a customer is an introducing broker. */
export const ibAssets = 1_000_000_000_000n as Usdt
export const ibPrincipal = 3_000_000_000_000n as Usdt

/**
 * Whether a customer carries the label of an introducing broker. It changes no rate, fee or limit.
 *
 * @param set what a manager set; null leaves it to the figures
 */
export const isIntroducingBroker = (
  figures: { readonly assets: Usdt; readonly largestOrder: Usdt },
  set: boolean | null,
): boolean => set ?? (figures.assets >= ibAssets && figures.largestOrder >= ibPrincipal)

/** Purposes of a customer’s accounts that count as own money: every wallet with its holds, without bonus and experience. */
export const ownPurposes = [
  'wallet',
  'contract',
  'contract2',
  'coin',
  'contractMargin',
  'contract2Margin',
  'contractHold',
  'contract2Hold',
  'optionStake',
  'principal',
  'withdrawal',
] as const

/** What total assets are made of; each signed, in USDT. */
export type AssetParts = {
  /** USDT of every own account, with holds. */
  readonly accounts: Usdt
  /** Coins at the best bid. */
  readonly coins: Usdt
  /** Floating profit of open positions. */
  readonly floating: Usdt
  /** Interest accrued and not paid yet. */
  readonly accrued: Usdt
  /** Value of copy orders. */
  readonly copies: Usdt
  /** What is owed on loans, as a positive amount. */
  readonly owed: Usdt
}

/** Total assets, at least 0: what a customer owns with everything that is open, less loans. */
export const totalAssets = ({ accounts, coins, floating, accrued, copies, owed }: AssetParts): Usdt => {
  const sum = accounts + coins + floating + accrued + copies - owed
  return (sum > 0n ? sum : 0n) as Usdt
}
