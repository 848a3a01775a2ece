import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { quantity } from '../money/units.ts'
import { termsHash, termsInForce, termsRecord, termsTextOf } from './terms.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const bitcoin = termsTextOf({
  lot: quantity('0.001'),
  leverages: [2, 5, 10, 20],
  feeRatePpm: 500,
  expiryMinutes: ['0.5', '1'],
  payoutPercents: [70, 75],
})

describe('the hash of terms', () => {
  it('is of one line per field', () => {
    expect(termsRecord(bitcoin)).toBe(
      'glasshouse.terms.v1\nlot=0.001\nmultiples=2,5,10,20\nfee=0.0005\nprotime=0.5,1\nproscale=70,75',
    )
  })
  it.each([
    { lot: '0.002' },
    { leverages: '2,5,10' },
    { feeRate: '0.0006' },
    { expiryMinutes: '0.5,2' },
    { payoutPercents: '70,76' },
  ])('changes with %j', (change) => {
    expect(termsHash({ ...bitcoin, ...change }, sha256)).not.toBe(termsHash(bitcoin, sha256))
  })
})

describe('the version in force', () => {
  const versions = [
    { n: 1, fromMs: 0 },
    { n: 3, fromMs: 500 },
    { n: 4, fromMs: 200 },
    { n: 6, fromMs: 700 },
    { n: 7, fromMs: 700 },
  ]
  it.each([
    [0, 1],
    [199, 1],
    [200, 4],
    [499, 4],
    // Version 4 was listed after version 3 and replaces it.
    [500, 4],
    [699, 4],
    [700, 7],
    [9000, 7],
  ])('at %i is version %i', (at, n) => {
    expect(termsInForce(versions, at)?.n).toBe(n)
  })
  it('is none before the first', () => {
    expect(termsInForce(versions, -1)).toBeNull()
    expect(termsInForce([], 1)).toBeNull()
  })
})
