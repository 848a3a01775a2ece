import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUsdt, usdt } from '../money/units.ts'
import {
  type AmountKey,
  orderedSettings,
  rangeGiven,
  rangeOf,
  readSetting,
  type SettingKind,
  type SettingSpec,
  settingKeyOf,
  settingKeys,
  settingSpecIn,
  settingSpecs,
} from './settings.ts'

describe('a setting', () => {
  it('has the same range in both modes, except the risk check and the identity check of loans, which are always on in live mode, and the default of fair entry', () => {
    for (const key of settingKeys) {
      expect(settingSpecIn('practice', key)).toBe(settingSpecs[key])
      if (!['risk_gate', 'entry_window_ms', 'referral_needs_kyc', 'loan_needs_kyc'].includes(key))
        expect(settingSpecIn('live', key)).toBe(settingSpecs[key])
    }
    expect(settingSpecIn('live', 'referral_needs_kyc')).toMatchObject({ min: 1, fallback: '1' })
    expect(settingSpecIn('live', 'entry_window_ms')).toEqual({
      ...settingSpecs.entry_window_ms,
      fallback: '250',
    })
    const live = settingSpecIn('live', 'risk_gate')
    expect([live.fallback, readSetting(live, '0'), readSetting(live, '1')]).toEqual(['1', null, 1])
  })
  it('is parsed only in its own form and range', () => {
    const cases: readonly (readonly [SettingKind, string, number | bigint | string | null])[] = [
      [{ kind: 'whole', min: 0, max: 1 }, '0', 0],
      [{ kind: 'whole', min: 0, max: 1 }, '1', 1],
      [{ kind: 'whole', min: 0, max: 1 }, '2', null],
      [{ kind: 'whole', min: 0, max: 100 }, '1.0', null],
      [{ kind: 'whole', min: 0, max: 100 }, '01', null],
      [{ kind: 'whole', min: 0, max: 100 }, '1e1', null],
      [{ kind: 'whole', min: 0, max: 100 }, '', null],
      [{ kind: 'amount', min: 1n, max: 100n }, '0.000001', 100n],
      [{ kind: 'amount', min: 1n, max: 100n }, '0', null],
      [{ kind: 'amount', min: 1n, max: 100n }, '0.00000101', null],
      [{ kind: 'text', longest: 3 }, 'abc', 'abc'],
      [{ kind: 'text', longest: 3 }, 'abcd', null],
    ]
    for (const [kind, text, value] of cases) expect(readSetting(kind, text)).toBe(value)
  })
  it('never parses a number outside its range', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(2000), (min, more, value) => {
        const read = readSetting({ kind: 'whole', min, max: min + more }, String(value))
        expect(read).toBe(value >= min && value <= min + more ? value : null)
      }),
    )
  })
  it('has a default inside its own range', () => {
    for (const key of settingKeys) {
      const spec: SettingSpec = settingSpecs[key]
      expect(readSetting(spec, spec.fallback)).not.toBeNull()
    }
  })
  it('is found by its exact name only', () => {
    expect(settingKeyOf('risk_gate')).toBe('risk_gate')
    for (const text of ['', 'RISK_GATE', 'toString', '__proto__', 'risk_gate '])
      expect(settingKeyOf(text)).toBeNull()
  })
  it('formats its range in its own unit', () => {
    expect(rangeOf({ kind: 'amount', min: 50_000_000n, max: 100_000_000n })).toEqual({ min: '0.5', max: '1' })
    expect(rangeOf({ kind: 'text', longest: 20 })).toEqual({ min: '0', max: '20' })
  })
  it('cannot be set past the setting that bounds it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...orderedSettings),
        fc.bigInt({ min: 0n, max: usdt('2000000') }),
        fc.bigInt({ min: 0n, max: usdt('2000000') }),
        ([smaller, larger], stored, requested) => {
          const amounts = (key: AmountKey): bigint => (key === smaller || key === larger ? stored : 0n)
          for (const [key, isPast] of [
            [smaller, requested > stored],
            [larger, requested < stored],
          ] as const) {
            const read = readSetting(rangeGiven(key, amounts), formatUsdt(requested))
            if (isPast) expect(read).toBeNull()
            else expect(read).toBe(readSetting(settingSpecs[key], formatUsdt(requested)))
          }
        },
      ),
    )
  })
  it('has defaults in the same order as its bounds', () => {
    for (const [smaller, larger] of orderedSettings)
      expect(usdt(settingSpecs[smaller].fallback)).toBeLessThanOrEqual(usdt(settingSpecs[larger].fallback))
  })
  it('is secret and requires a second manager where its meaning says so', () => {
    const two = settingKeys.filter((key) => key.includes('second_approval'))
    expect(two).toHaveLength(4)
    for (const key of two) expect(settingSpecs[key]).toMatchObject({ isPublic: false, needsTwo: true })
    // The value of a deposited dollar also requires two managers.
    expect(settingSpecs.usdt_exchange_rate.needsTwo).toBe(true)
  })
})
