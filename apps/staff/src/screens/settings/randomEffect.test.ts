import fc from 'fast-check'
import { expect, it } from 'vitest'
import { settingEffect } from './effect.ts'

// What a setting is said to do, by an arithmetic of its own in cents, ten-thousandths and whole percents.

/** Millionths of a USDT as the console writes them: grouped, at least two decimals. */
const text = (millionths: number): string => {
  const decimals = String(millionths % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
    .padEnd(2, '0')
  return `${Math.floor(millionths / 1_000_000).toLocaleString('en-US')}.${decimals}`
}
const sentence = (subject: string, before: number, after: number): string =>
  before === after
    ? `${subject}: ${text(after)}, as before.`
    : `${subject}: ${text(before)} before, ${text(after)} after.`

it('a daily rate costs a thousandth of a USDT of 1,000 USDT per part in a million', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (before, after) => {
      expect(settingEffect('loan_rate_ppm', String(before), String(after))).toBe(
        sentence('A loan of 1,000.00 USDT costs a day', before * 1000, after * 1000),
      )
    }),
  )
})

it('a loan reaches its percent of 1,000 USDT, and never more than half of it', () => {
  const limit = (percent: number) => Math.min(percent, 50) * 10_000_000
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), (before, after) => {
      expect(settingEffect('loan_ltv', String(before), String(after))).toBe(
        sentence(
          'A customer with the full score borrows on 1,000.00 USDT of orders',
          limit(before),
          limit(after),
        ),
      )
    }),
  )
})

it('a bonus of 1,000 USDT is 300 USDT or the maximum, whichever is less', () => {
  const bonus = (cents: number) => Math.min(cents * 10_000, 300_000_000)
  const cents = fc.nat(100_000)
  const wire = (amount: number) => (amount / 100).toFixed(2)
  fc.assert(
    fc.property(cents, cents, (before, after) => {
      expect(settingEffect('bonus_max', wire(before), wire(after))).toBe(
        sentence('A first deposit of 1,000.00 USDT brings a bonus of', bonus(before), bonus(after)),
      )
    }),
  )
})

it('a referrer gets as many USDT of 100 USDT interest as the percent of the level', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 3),
      fc.boolean(),
      fc.nat(100),
      fc.nat(100),
      (level, isFirst, before, after) => {
        const key = isFirst ? 'referral_first' : 'referral_rate'
        const subject = `A referrer of level ${level} gets of 100.00 USDT interest${isFirst ? ' of a first order, once' : ''}`
        expect(settingEffect(`${key}_${level}`, String(before), String(after))).toBe(
          sentence(subject, before * 1_000_000, after * 1_000_000),
        )
      },
    ),
  )
})

it('says nothing where either text is no value', () => {
  const value = fc.constantFrom('', ' ', '-1', '1e3', 'x', '１', '0x10', '1.2.3', '1,5')
  fc.assert(
    fc.property(
      fc.constantFrom('loan_rate_ppm', 'loan_ltv', 'bonus_max', 'referral_first_1'),
      value,
      (key, bad) => {
        expect(settingEffect(key, bad, '10')).toBeNull()
        expect(settingEffect(key, '10', bad)).toBeNull()
      },
    ),
  )
})
