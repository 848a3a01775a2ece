import {
  rangeOf,
  readSetting,
  type SettingKey,
  type SettingKind,
  settingKeys,
  settingSpecs,
} from '@glasshouse/core/content/settings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingGroupOf, settingGroups, settingText, settingWords } from '../../words/settings.ts'
import { settingEffect } from './effect.ts'
import { validateSetting } from './value.ts'

// Every setting of the registry as the console shows it: the page takes exactly what the server takes.

const kindOf = (key: SettingKey): SettingKind => settingSpecs[key]
/** The range as the server's list describes it. */
const rangeFor = (key: SettingKey) => ({ kind: kindOf(key).kind, ...rangeOf(kindOf(key)) })
const typed = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.integer({ min: -10, max: 2_000_000 }).map(String),
  fc.tuple(fc.nat(2000), fc.nat(99_999_999)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('', ' ', '1e3', '+1', '-0', '0x10', '１', '1,5', '1 000', 'NaN', 'Infinity', '0.000000001'),
)

describe('every setting', () => {
  it.each(settingKeys)('%s is taken or refused by the page as by the server', (key) => {
    const kind = kindOf(key)
    // A text may have a rule of its own that only the server knows.
    if (kind.kind === 'text') return
    const { min, max } = rangeFor(key)
    expect([validateSetting(rangeFor(key), min), validateSetting(rangeFor(key), max)]).toEqual([null, null])
    fc.assert(
      fc.property(typed, (text) => {
        expect(validateSetting(rangeFor(key), text) === null).toBe(readSetting(kind, text) !== null)
      }),
      { numRuns: 40 },
    )
  })

  it('has a label of its own, in words, and a group of the console', () => {
    const labels = settingKeys.map(settingText)
    expect(new Set(labels).size).toBe(labels.length)
    expect(Object.keys(settingWords).toSorted()).toEqual([...settingKeys].toSorted())
    for (const label of labels) expect(label).toMatch(/^[A-Z][^_]{3,}$/)
    for (const key of settingKeys) expect(Object.keys(settingGroups)).toContain(settingGroupOf(key))
  })

  it('of two managers stands in the group of approvals, whatever its key begins with', () => {
    const approvals = settingKeys.filter((key) => settingGroupOf(key) === 'approvals')
    expect(approvals.toSorted()).toEqual([
      'experience_second_approval_above',
      'fund_second_approval_above',
      'loan_second_approval_above',
      'withdraw_second_approval_above',
    ])
  })

  it('unknown to this version is shown in words, among those of the site', () => {
    for (const [key, label] of [
      ['a_new_one', 'A new one'],
      ['toString', 'To string'],
      ['__proto__', '  proto  '],
    ] as const)
      expect([settingText(key), settingGroupOf(key)]).toEqual([label, 'site'])
  })
})

describe('the effect of a setting', () => {
  const keys = settingKeys.filter(
    (key) => settingEffect(key, '0', '1') !== null || settingEffect(key, '1', '2') !== null,
  )
  it('is said of rates, shares and the bonus, and of nothing else', () => {
    expect(keys.toSorted()).toEqual([
      'bonus_max',
      'loan_ltv',
      'loan_rate_ppm',
      ...[1, 2, 3].map((level) => `referral_first_${level}`),
      ...[1, 2, 3].map((level) => `referral_rate_${level}`),
    ])
  })

  it('has both amounts where they differ and one where they do not, by own arithmetic', () => {
    const percents = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(percents, percents, fc.constantFrom(1, 2, 3), (before, after, level) => {
        const text = (percent: number) => `${percent}.00`
        expect(settingEffect(`referral_rate_${level}`, String(before), String(after))).toBe(
          `A referrer of level ${level} gets of 100.00 USDT interest: ${
            before === after ? `${text(before)}, as before` : `${text(before)} before, ${text(after)} after`
          }.`,
        )
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), (ppm) => {
        // A millionth of 1,000 USDT is a thousandth of a USDT.
        const expected = (ppm / 1000).toFixed(3).replace(/0$/, '')
        expect(settingEffect('loan_rate_ppm', '1', String(ppm))).toContain(
          ppm === 1 ? '0.001, as before' : `0.001 before, ${expected} after`,
        )
      }),
    )
  })

  it('of a bonus is a fifth of 1,000 plus 100, never more than the setting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), (max) => {
        const sentence = settingEffect('bonus_max', '1000', String(max)) ?? ''
        expect(sentence).toContain(max >= 300 ? '300.00, as before' : `300.00 before, ${max}.00 after`)
      }),
    )
  })
})
