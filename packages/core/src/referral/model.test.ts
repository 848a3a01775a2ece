import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  fundedLevels,
  isIntroducingBroker,
  keptShare,
  promiseTo,
  type ReferralLevel,
  referralLevels,
  referralShare,
  totalAssets,
  withinMonth,
} from './rules.ts'

// A broker's book of some months, kept twice: by the rules, and in plain whole numbers that share nothing with them. The
// plain book knows the sentences of the program: 30, 10 and 5 % of each day's interest, rounded down; 10, 6 and 4 % of what
// a first order promises; what the month has no room for is gone; what marketing cannot fund is not promised.

const sharePercent = { 1: 30, 2: 10, 3: 5 } as const
const firstPercent = { 1: 10, 2: 6, 3: 4 } as const

/** Whole part of a percentage, counted without the functions of money. */
const part = (amount: bigint, percent: number): bigint => {
  const hundredfold = amount * BigInt(percent)
  return (hundredfold - (hundredfold % 100n)) / 100n
}
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

type Step =
  | { readonly kind: 'sale'; readonly promised: bigint; readonly isFirst: boolean }
  | { readonly kind: 'day'; readonly interest: bigint }
  | { readonly kind: 'month' }

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('sale' as const),
      promised: fc.bigInt({ min: 1n, max: 10n ** 10n }),
      isFirst: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('day' as const), interest: fc.bigInt({ min: 1n, max: 10n ** 9n }) }),
    fc.record({ kind: fc.constant('month' as const) }),
  ),
  { minLength: 1, maxLength: 60 },
)

type Book = {
  marketing: bigint
  setAside: bigint
  /** What each level accrued and was not paid, and what it may earn in this month. */
  readonly unpaid: Record<ReferralLevel, bigint>
  readonly earned: Record<ReferralLevel, bigint>
  readonly wallets: Record<ReferralLevel, bigint>
  /** What still may accrue of all that was promised. */
  readonly room: Record<ReferralLevel, bigint>
}

const emptyBook = (marketing: bigint): Book => ({
  ...{ marketing, setAside: 0n },
  unpaid: { 1: 0n, 2: 0n, 3: 0n },
  earned: { 1: 0n, 2: 0n, 3: 0n },
  wallets: { 1: 0n, 2: 0n, 3: 0n },
  room: { 1: 0n, 2: 0n, 3: 0n },
})

const byRules = (book: Book, step: Step, max: bigint): void => {
  if (step.kind === 'sale') {
    const promises = referralLevels.map((level) =>
      promiseTo(
        level,
        step.promised as Usdt,
        { share: sharePercent[level], first: firstPercent[level] },
        step.isFirst,
      ),
    )
    const funded = fundedLevels(book.marketing as Usdt, promises)
    for (const { level, interest, first } of promises) {
      if (!funded.has(level)) continue
      book.marketing -= interest + first
      book.setAside += interest + first
      book.room[level] += interest
      const paid = withinMonth(first, book.earned[level] as Usdt, max as Usdt)
      book.wallets[level] += paid
      book.earned[level] += paid
      book.setAside -= paid
    }
    return
  }
  for (const level of referralLevels)
    if (step.kind === 'day') {
      const share = referralShare(step.interest as Usdt, sharePercent[level])
      const fits = share < book.room[level] ? share : (book.room[level] as Usdt)
      const kept = withinMonth(fits, book.earned[level] as Usdt, max as Usdt)
      book.unpaid[level] += kept
      book.earned[level] += kept
      book.room[level] -= kept
    } else {
      book.wallets[level] += book.unpaid[level]
      book.setAside -= book.unpaid[level]
      book.unpaid[level] = 0n
      book.earned[level] = 0n
    }
}

const byCount = (book: Book, step: Step, max: bigint): void => {
  for (const level of referralLevels) {
    const left = max - book.earned[level]
    if (step.kind === 'sale') {
      const income = part(step.promised, sharePercent[level])
      const once = step.isFirst ? part(step.promised, firstPercent[level]) : 0n
      if (income + once > book.marketing) continue
      const now = smaller(once, left)
      book.marketing -= income + once
      book.setAside += income + once - now
      book.room[level] += income
      book.wallets[level] += now
      book.earned[level] += now
    } else if (step.kind === 'day') {
      const kept = smaller(smaller(part(step.interest, sharePercent[level]), book.room[level]), left)
      book.unpaid[level] += kept
      book.earned[level] += kept
      book.room[level] -= kept
    } else {
      book.wallets[level] += book.unpaid[level]
      book.setAside -= book.unpaid[level]
      book.unpaid[level] = 0n
      book.earned[level] = 0n
    }
  }
}

it('keeps the same book as a plain count, step by step, and loses no unit of marketing', () => {
  fc.assert(
    fc.property(
      steps,
      fc.bigInt({ min: 0n, max: 10n ** 10n }),
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      (story, marketing, max) => {
        const [ruled, counted] = [emptyBook(marketing), emptyBook(marketing)]
        for (const step of story) {
          byRules(ruled, step, max)
          byCount(counted, step, max)
          expect(ruled).toEqual(counted)
          const paid = referralLevels.reduce((sum, level) => sum + ruled.wallets[level], 0n)
          expect(ruled.marketing + ruled.setAside + paid).toBe(marketing)
          const due = referralLevels.reduce((sum, level) => sum + ruled.unpaid[level], 0n)
          expect(ruled.setAside >= due).toBe(true)
        }
      },
    ),
    { numRuns: 150 },
  )
})

it('earns at most the limit of a month in every month, however many clients buy', () => {
  fc.assert(
    fc.property(steps, fc.bigInt({ min: 0n, max: 10n ** 8n }), (story, max) => {
      const book = emptyBook(10n ** 14n)
      for (const step of story) {
        byRules(book, step, max)
        for (const level of referralLevels) expect(book.earned[level] <= max).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

it('takes back of what is not paid the part that the fee is of the interest, by cross-multiplication', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(units, units, fc.integer({ min: 0, max: 10_000 }), (unpaid, accrued, feeBasis) => {
      const fee = (accrued * BigInt(feeBasis)) / 10_000n
      const kept: bigint = keptShare(unpaid as Usdt, accrued as Usdt, fee as Usdt)
      const rest = unpaid * (accrued - fee) - kept * accrued
      expect(rest >= 0n && rest < accrued).toBe(true)
    }),
  )
  expect(keptShare(usdt('0.3'), usdt('1'), usdt('0.5'))).toBe(usdt('0.15'))
  expect(keptShare(3n as Usdt, 2n as Usdt, 1n as Usdt)).toBe(1n)
})

it('adds total assets up with their signs, and shows no debt as assets', () => {
  const signed = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
  const owned = fc.bigInt({ min: 0n, max: 10n ** 14n })
  const parts = fc.record({
    ...{ accounts: owned, coins: owned, accrued: owned, copies: owned, owed: owned, floating: signed },
  })
  fc.assert(
    fc.property(parts, (of) => {
      const total: bigint = totalAssets(of as Parameters<typeof totalAssets>[0])
      let left = of.accounts
      for (const more of [of.coins, of.accrued, of.copies, of.floating]) left += more
      left -= of.owed
      expect(total).toBe(left < 0n ? 0n : left)
      // A loan that is kept in the wallet adds nothing.
      const lent = { ...of, accounts: of.accounts + 500n, owed: of.owed + 500n }
      expect(totalAssets(lent as Parameters<typeof totalAssets>[0])).toBe(total)
    }),
  )
})

it('gives the label from 10000 of assets and one order of 30000 on, to the unit', () => {
  const around = (text: string) => [usdt(text) - 1n, usdt(text), usdt(text) + 1n] as Usdt[]
  const labels = around('10000').map((assets) =>
    around('30000').map((largestOrder) => isIntroducingBroker({ assets, largestOrder }, null)),
  )
  expect(labels).toEqual([
    [false, false, false],
    [false, true, true],
    [false, true, true],
  ])
})
