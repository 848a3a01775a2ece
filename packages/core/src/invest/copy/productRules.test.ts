import { describe, expect, it } from 'vitest'
import { usdt } from '../../money/units.ts'
import { type CopyTerms, isCopyRaise, parseCopyTerms, percentOfPpm } from './productRules.ts'

const raw = {
  periodDays: 30,
  min: '100',
  max: '5000',
  leadFee: '10',
  maxMultiple: 10,
  copyStop: '50',
  exitLevy: '0.1',
}
const terms: CopyTerms = {
  periodDays: 30,
  min: usdt('100'),
  max: usdt('5000'),
  leadFeePpm: 100_000,
  maxMultiple: 10,
  copyStopPercent: 50,
  exitLevyPpm: 1_000,
}

describe('parseCopyTerms', () => {
  it('reads percentages as parts per million', () => {
    expect(parseCopyTerms(raw, 30)).toEqual({ terms })
    expect(percentOfPpm(terms.exitLevyPpm)).toBe('0.1')
    expect(parseCopyTerms({ ...raw, leadFee: '0', exitLevy: '2' }, 30)).toEqual({
      terms: { ...terms, leadFeePpm: 0, exitLevyPpm: 20_000 },
    })
  })

  it.each([
    [{ min: '5000' }, { min: usdt('5000') }],
    [{ max: '1000000000' }, { max: usdt('1000000000') }],
    [{ copyStop: '5' }, { copyStopPercent: 5 }],
    [{ copyStop: '95' }, { copyStopPercent: 95 }],
    [{ leadFee: '30' }, { leadFeePpm: 300_000 }],
    [{ leadFee: '29.9999' }, { leadFeePpm: 299_999 }],
  ])('accepts %j at its limit', (changed, expected) => {
    expect(parseCopyTerms({ ...raw, ...changed }, 30)).toEqual({ terms: { ...terms, ...expected } })
    expect(parseCopyTerms({ ...raw, leadFee: '100' }, 100)).toMatchObject({
      terms: { leadFeePpm: 1_000_000 },
    })
  })

  it.each([
    [{ min: '150' }, { problem: 'min' }],
    [{ min: '0' }, { problem: 'min' }],
    [{ max: '4950' }, { problem: 'max' }],
    [{ min: '6000' }, { problem: 'max' }],
    [{ max: '0' }, { problem: 'max' }],
    [{ max: '1000000100' }, { problem: 'max' }],
    [{ min: '1e2' }, { problem: 'min' }],
    [{ leadFee: '100.0001' }, { problem: 'leadFee' }],
    [{ copyStop: '' }, { problem: 'copyStop' }],
    [{ copyStop: '-50' }, { problem: 'copyStop' }],
    [{ exitLevy: '' }, { problem: 'exitLevy' }],
    [{ exitLevy: '101' }, { problem: 'exitLevy' }],
    [{ leadFee: '-1' }, { problem: 'leadFee' }],
    [{ leadFee: '0.00001' }, { problem: 'leadFee' }],
    [{ leadFee: '30.0001' }, { maxFee: 30 }],
    [{ copyStop: '4' }, { problem: 'copyStop' }],
    [{ copyStop: '96' }, { problem: 'copyStop' }],
    [{ copyStop: '50.5' }, { problem: 'copyStop' }],
    [{ exitLevy: '2.0001' }, { problem: 'exitLevy' }],
  ])('refuses %j', (changed, expected) => {
    expect(parseCopyTerms({ ...raw, ...changed }, 30)).toEqual(expected)
  })
})

describe('isCopyRaise', () => {
  it.each(['leadFeePpm', 'exitLevyPpm', 'maxMultiple', 'copyStopPercent'] as const)(
    'is a higher %s, and no lower one',
    (name) => {
      expect(isCopyRaise(terms, { ...terms, [name]: terms[name] + 1 })).toBe(true)
      expect(isCopyRaise(terms, { ...terms, [name]: terms[name] - 1 })).toBe(false)
    },
  )

  it('is no change of the limits', () => {
    expect(isCopyRaise(terms, { ...terms, min: usdt('200'), max: usdt('9000') })).toBe(false)
  })
})
