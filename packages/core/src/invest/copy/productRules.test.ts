import { describe, expect, it } from 'vitest'
import { usdt } from '../../money/units.ts'
import { type CopyTerms, isCopyRaise, parseCopyTerms, percentOfPpm } from './productRules.ts'

const raw = {
  freezedate: 30,
  minbuymoney: '100',
  maxbuymoney: '5000',
  leadfee: '10',
  maxmultiple: 10,
  copystop: '50',
  exitlevy: '0.1',
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
    expect(parseCopyTerms({ ...raw, leadfee: '0', exitlevy: '2' }, 30)).toEqual({
      terms: { ...terms, leadFeePpm: 0, exitLevyPpm: 20_000 },
    })
  })

  it.each([
    [{ minbuymoney: '5000' }, { min: usdt('5000') }],
    [{ maxbuymoney: '1000000000' }, { max: usdt('1000000000') }],
    [{ copystop: '5' }, { copyStopPercent: 5 }],
    [{ copystop: '95' }, { copyStopPercent: 95 }],
    [{ leadfee: '30' }, { leadFeePpm: 300_000 }],
    [{ leadfee: '29.9999' }, { leadFeePpm: 299_999 }],
  ])('accepts %j at its limit', (changed, expected) => {
    expect(parseCopyTerms({ ...raw, ...changed }, 30)).toEqual({ terms: { ...terms, ...expected } })
    expect(parseCopyTerms({ ...raw, leadfee: '100' }, 100)).toMatchObject({
      terms: { leadFeePpm: 1_000_000 },
    })
  })

  it.each([
    [{ minbuymoney: '150' }, { problem: 'minbuymoney' }],
    [{ minbuymoney: '0' }, { problem: 'minbuymoney' }],
    [{ maxbuymoney: '4950' }, { problem: 'maxbuymoney' }],
    [{ minbuymoney: '6000' }, { problem: 'maxbuymoney' }],
    [{ maxbuymoney: '0' }, { problem: 'maxbuymoney' }],
    [{ maxbuymoney: '1000000100' }, { problem: 'maxbuymoney' }],
    [{ minbuymoney: '1e2' }, { problem: 'minbuymoney' }],
    [{ leadfee: '100.0001' }, { problem: 'leadfee' }],
    [{ copystop: '' }, { problem: 'copystop' }],
    [{ copystop: '-50' }, { problem: 'copystop' }],
    [{ exitlevy: '' }, { problem: 'exitlevy' }],
    [{ exitlevy: '101' }, { problem: 'exitlevy' }],
    [{ leadfee: '-1' }, { problem: 'leadfee' }],
    [{ leadfee: '0.00001' }, { problem: 'leadfee' }],
    [{ leadfee: '30.0001' }, { maxFee: 30 }],
    [{ copystop: '4' }, { problem: 'copystop' }],
    [{ copystop: '96' }, { problem: 'copystop' }],
    [{ copystop: '50.5' }, { problem: 'copystop' }],
    [{ exitlevy: '2.0001' }, { problem: 'exitlevy' }],
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
