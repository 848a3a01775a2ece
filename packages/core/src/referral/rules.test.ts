import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accruals, rate } from '../invest/rules.ts'
import { type Usdt, usdt } from '../money/units.ts'
import {
  firstPurchaseTypes,
  fundedLevels,
  incomeTypes,
  isIntroducingBroker,
  isPaidAtOnce,
  keptShare,
  levelOf,
  promiseTo,
  referralLevels,
  referralShare,
  referralTypes,
  totalAssets,
  withinMonth,
} from './rules.ts'

const money = (max = 10n ** 14n) => fc.bigInt({ min: 0n, max }).map((units) => units as Usdt)
const percent = fc.integer({ min: 0, max: 30 })
const ratesOf = { 1: [30, 10], 2: [10, 6], 3: [5, 4] } as const

describe('shares of interest', () => {
  it('are those of the published example', () => {
    const day = usdt('0.42428571')
    expect(referralLevels.map((level) => referralShare(day, ratesOf[level][0]))).toEqual(
      ['0.12728571', '0.04242857', '0.02121428'].map(usdt),
    )
    const first = referralLevels.map((level) => {
      const [share, once] = ratesOf[level]
      return promiseTo(level, usdt('2.97'), { share, first: once }, true).first
    })
    expect(first).toEqual(['0.297', '0.1782', '0.1188'].map(usdt))
  })

  it('of all days never exceed what was set aside for the whole order', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1000n }),
        fc.integer({ min: 1, max: 400 }),
        fc.bigInt({ min: 1n, max: 30_000_000n }),
        fc.constantFrom('fixed', 'compound'),
        percent,
        (hundreds, days, units, method, share) => {
          const terms = { method, principal: usdt('100'), rate: rate('0'), days } as const
          const order = {
            ...terms,
            principal: (hundreds * usdt('100')) as Usdt,
            rate: units as typeof terms.rate,
          }
          const interest = accruals(order)
          const whole = interest.reduce((sum, one) => sum + one, 0n) as Usdt
          const paid = interest.reduce((sum, one) => sum + referralShare(one, share), 0n)
          const promised = promiseTo(1, whole, { share, first: 0 }, false).interest
          expect(paid <= promised).toBe(true)
          // Each day loses less than a unit.
          expect(promised - paid <= BigInt(days)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are promised only as far as the free money covers them, and each as a whole', () => {
    fc.assert(
      fc.property(
        money(10n ** 10n),
        fc.array(money(10n ** 10n), { minLength: 6, maxLength: 6 }),
        (free, parts) => {
          const promises = referralLevels.map((level, at) => ({
            level,
            interest: parts[at * 2] as Usdt,
            first: parts[at * 2 + 1] as Usdt,
          }))
          const funded = fundedLevels(free, promises)
          const needed = (levels: ReadonlySet<number>) =>
            promises.reduce(
              (sum, { level, interest, first }) => (levels.has(level) ? sum + interest + first : sum),
              0n,
            )
          expect(needed(funded) <= free).toBe(true)
          for (const { level, interest, first } of promises)
            if (!funded.has(level)) expect(needed(funded) + interest + first > free).toBe(true)
        },
      ),
    )
  })

  it('stay within the month and are taken back in the proportion of the fee', () => {
    fc.assert(
      fc.property(money(), money(), money(), (share, earned, max) => {
        const kept = withinMonth(share, earned, max)
        expect(kept <= share).toBe(true)
        expect(earned + kept <= (earned > max ? earned : max)).toBe(true)
        expect(kept === share || earned + kept === max || earned >= max).toBe(true)
      }),
    )
    fc.assert(
      fc.property(money(), money(), fc.integer({ min: 0, max: 1000 }), (unpaid, accrued, permille) => {
        const fee = ((accrued * BigInt(permille)) / 1000n) as Usdt
        const kept = keptShare(unpaid, accrued, fee)
        expect(kept >= 0n && kept <= unpaid).toBe(true)
        if (accrued > 0n) {
          // kept ÷ unpaid never exceeds (accrued − fee) ÷ accrued, and is less than a unit below it.
          expect(kept * accrued <= unpaid * (accrued - fee)).toBe(true)
          expect((kept + 1n) * accrued > unpaid * (accrued - fee)).toBe(true)
        }
      }),
    )
    expect(keptShare(usdt('0.25457142'), usdt('0.84857142'), usdt('0.84857142'))).toBe(0n)
    expect(keptShare(usdt('5'), 0n as Usdt, 0n as Usdt)).toBe(0n)
  })

  it('fit into a month to its last unit, and not at all once more was earned than it may be', () => {
    expect(withinMonth(usdt('5'), usdt('998'), usdt('1000'))).toBe(usdt('2'))
    expect(withinMonth(usdt('2'), usdt('998'), usdt('1000'))).toBe(usdt('2'))
    expect(withinMonth(usdt('5'), usdt('1000'), usdt('1000'))).toBe(0n)
    // A limit that staff lowered during the month takes nothing back.
    expect(withinMonth(usdt('5'), usdt('1001'), usdt('1000'))).toBe(0n)
  })

  it('are promised where the free money is exactly enough, and a higher level after one that is not covered', () => {
    const of = (level: 1 | 2 | 3, interest: string, first: string) => ({
      ...{ level, interest: usdt(interest), first: usdt(first) },
    })
    const promises = [of(1, '0.6', '0.3'), of(2, '0.2', '0.1'), of(3, '0.1', '0')]
    expect([...fundedLevels(usdt('1'), promises)]).toEqual([1, 3])
    expect([...fundedLevels(usdt('1.3'), promises)]).toEqual([1, 2, 3])
    expect([...fundedLevels(usdt('1.29999999'), promises)]).toEqual([1, 2])
    expect([...fundedLevels(0n as Usdt, promises)]).toEqual([])
    const { first } = promiseTo(2, usdt('2.97'), { share: 30, first: 10 }, false)
    expect(first).toBe(0n)
  })

  it('are of the three levels only, each with two types of its own', () => {
    expect([1, 2, 3].map(levelOf)).toEqual([1, 2, 3])
    for (const number of [0, 4, 1.5]) expect(() => levelOf(number)).toThrow(`no referral level: ${number}`)
    expect(referralTypes).toEqual([10, 17, 11, 18, 16, 19])
  })

  it('have a journal type each', () => {
    expect(referralLevels.map((level) => [incomeTypes[level], firstPurchaseTypes[level]])).toEqual([
      [10, 17],
      [11, 18],
      [16, 19],
    ])
    expect(isPaidAtOnce({ redeemableMs: 7, endMs: 7 })).toBe(true)
    expect(isPaidAtOnce({ redeemableMs: 6, endMs: 7 })).toBe(false)
  })
})

describe('the label of an introducing broker', () => {
  it('needs both figures, unless a manager set it', () => {
    const enough = { assets: usdt('10000'), largestOrder: usdt('30000') }
    expect(isIntroducingBroker(enough, null)).toBe(true)
    expect(isIntroducingBroker({ ...enough, assets: usdt('9999.99999999') }, null)).toBe(false)
    expect(isIntroducingBroker({ ...enough, largestOrder: usdt('29900') }, null)).toBe(false)
    expect(isIntroducingBroker(enough, false)).toBe(false)
    expect(isIntroducingBroker({ assets: 0n as Usdt, largestOrder: 0n as Usdt }, true)).toBe(true)
  })

  it('counts what is owed against what is owned, never below 0', () => {
    const nothing = { accounts: 0n, coins: 0n, floating: 0n, accrued: 0n, copies: 0n, owed: 0n } as const
    const parts = (of: Partial<Record<keyof typeof nothing, string>>) =>
      totalAssets({
        ...nothing,
        ...Object.fromEntries(Object.entries(of).map(([name, text]) => [name, usdt(text)])),
      } as Parameters<typeof totalAssets>[0])
    expect(parts({ accounts: '100', coins: '20', accrued: '3', copies: '4', owed: '27' })).toBe(usdt('100'))
    expect(parts({ accounts: '10', owed: '27' })).toBe(0n)
    expect(parts({ accounts: '10', floating: '2' })).toBe(usdt('12'))
    expect(parts({ accounts: '10', floating: '-2' })).toBe(usdt('8'))
    expect(parts({ floating: '-2' })).toBe(0n)
  })
})
