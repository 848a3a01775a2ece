import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../../money/units.ts'
import { fraction } from './pool.fixture.ts'
import {
  type Fraction,
  type IndexPoint,
  isRecordShort,
  maxDrawdown,
  type RecordDay,
  recordIndex,
  returnOver,
  riskScore,
  riskScoreOf,
  squareRoot,
  volatility,
  wholeFraction,
} from './record.ts'

const dayOf = (start: string, end: string, deposited = '0', withdrawn = '0'): RecordDay => ({
  day: '20270110',
  start: usdt(start),
  end: usdt(end),
  deposited: usdt(deposited),
  withdrawn: usdt(withdrawn),
})
/** A record of daily returns in percent, each on 1000 USDT. */
const recordOf = (...percents: readonly number[]): readonly IndexPoint[] =>
  recordIndex(percents.map((percent) => dayOf('1000', `${1_000 + percent * 10}`)))

describe('recordIndex', () => {
  it('multiplies the index and rounds it down at 9 decimals', () => {
    const points = recordIndex([dayOf('1000', '1010'), dayOf('1010', '1000'), dayOf('1000', '1010')])
    expect(points.map(({ index }) => index)).toEqual([fraction('1.01'), fraction('1'), fraction('1.01')])
    const thirds = recordIndex([dayOf('300', '100'), dayOf('100', '300')])
    expect(thirds.map(({ index }) => index)).toEqual([fraction('0.333333333'), fraction('0.999999999')])
    expect(thirds[0]?.dailyReturn).toBe(fraction('-0.666666667'))
  })

  it('takes transfers out of the return', () => {
    expect(recordIndex([dayOf('1000', '1600', '500', '0')])[0]?.dailyReturn).toBe(fraction('0.066666666'))
    expect(recordIndex([dayOf('1000', '400', '0', '700')])[0]?.dailyReturn).toBe(fraction('0.1'))
    expect(recordIndex([dayOf('0', '1000', '1000', '0')])[0]?.index).toBe(wholeFraction)
  })

  it('has no return where less than 10 USDT were in the wallet', () => {
    const [small, enough] = recordIndex([dayOf('9.99999999', '100'), dayOf('10', '11')])
    expect(small).toMatchObject({ dailyReturn: null, index: wholeFraction })
    expect(enough).toMatchObject({ dailyReturn: fraction('0.1'), index: fraction('1.1') })
  })

  it('counts an equity below 0 as 0', () => {
    const points = recordIndex([dayOf('1000', '-5'), dayOf('100', '200')])
    expect(points).toMatchObject([
      { dailyReturn: fraction('-1'), index: 0n, drawdown: wholeFraction },
      { dailyReturn: fraction('1'), index: 0n },
    ])
  })

  it('measures the drawdown from the highest index, rounded up', () => {
    const points = recordOf(20, -25, 10)
    expect(points.map(({ drawdown }) => drawdown)).toEqual([0n, fraction('0.25'), fraction('0.175')])
    expect(recordIndex([dayOf('300', '299')])[0]?.drawdown).toBe(fraction('0.003333334'))
    // 0.333333334 below 1.333333333.
    const [, fallen] = recordIndex([dayOf('300', '400'), dayOf('400', '300')])
    expect(fallen?.drawdown).toBe(fraction('0.250000001'))
  })
})

describe('returnOver', () => {
  it('is the growth of the index over whole days', () => {
    const points = recordOf(1, 1, 2)
    expect(returnOver(points, 3)).toBe(fraction('0.040502'))
    expect(returnOver(points, 1)).toBe(fraction('0.02'))
    expect(returnOver(points, 2)).toBe(fraction('0.0302'))
  })

  it('is null for more days than there are, and after a total loss', () => {
    expect(returnOver(recordOf(1, 1), 3)).toBeNull()
    expect(returnOver([], 0)).toBeNull()
    expect(returnOver(recordOf(-100, 5), 1)).toBeNull()
    expect(returnOver(recordOf(-100, 5), 2)).toBe(fraction('-1'))
  })
})

describe('maxDrawdown', () => {
  it('looks back no further than the given days', () => {
    const points = recordOf(-50, 10, 10, -5)
    expect(maxDrawdown(points, 90)).toBe(fraction('0.5'))
    expect(maxDrawdown(points, 3)).toBe(fraction('0.05'))
    expect(maxDrawdown([], 90)).toBe(0n)
  })
})

describe('volatility', () => {
  it('is the sample standard deviation, rounded up at 9 decimals', () => {
    // Deviations of 0.01 around 0.02: √(0.0002 ÷ 1).
    expect(volatility(recordOf(1, 3))).toBe(fraction('0.014142136'))
    expect(volatility(recordOf(1, 1, 1))).toBe(0n)
    // √4.5 units, whose whole part is a square.
    expect(volatility(recordIndex([dayOf('1000', '1000'), dayOf('1000', '1000.000003')]))).toBe(3n)
    expect(volatility(recordOf(1, -1, 1, -1))).toBe(fraction('0.011547006'))
  })

  it('is null with fewer than two returns and counts the last 30', () => {
    expect(volatility(recordOf(1))).toBeNull()
    const calm = Array.from({ length: 30 }, () => 1)
    expect(volatility(recordOf(50, ...calm))).toBe(0n)
    expect(volatility(recordOf(50, ...calm.slice(1)))).toBeGreaterThan(0n)
  })

  it('is within one part in a thousand million of the textbook formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -90, max: 300 }), { minLength: 2, maxLength: 30 }),
        (percents) => {
          const mean = percents.reduce((sum, one) => sum + one, 0) / percents.length
          const squares = percents.reduce((sum, one) => sum + (one - mean) ** 2, 0)
          const expected = Math.sqrt(squares / (percents.length - 1)) / 100
          const exact = Number(volatility(recordOf(...percents))) / 1e9
          expect(Math.abs(exact - expected)).toBeLessThan(2e-9)
        },
      ),
    )
  })
})

describe('squareRoot', () => {
  it('is the smallest root whose square is not below the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (square) => {
        const root = squareRoot(square)
        expect(root * root).toBeGreaterThanOrEqual(square)
        expect((root - 1n) * (root - 1n)).toBeLessThan(square)
      }),
      { numRuns: 1_000 },
    )
    expect([0n, 1n, 2n, 3n, 4n, 5n].map(squareRoot)).toEqual([0n, 1n, 2n, 2n, 2n, 3n])
    expect(() => squareRoot(-1n)).toThrow(RangeError)
  })
})

describe('risk score', () => {
  it('follows the step table of the volatility', () => {
    const limits = ['0.005', '0.01', '0.015', '0.02', '0.03', '0.04', '0.06', '0.08', '0.12']
    limits.forEach((limit, at) => {
      expect(riskScoreOf((fraction(limit) - 1n) as Fraction, fraction('0'))).toBe(at + 1)
      expect(riskScoreOf(fraction(limit), fraction('0'))).toBe(at + 2)
    })
  })

  it('follows the step table of the drawdown', () => {
    const limits = ['0.05', '0.1', '0.15', '0.2', '0.25', '0.3', '0.4', '0.5', '0.7']
    limits.forEach((limit, at) => {
      expect(riskScoreOf(fraction('0'), (fraction(limit) - 1n) as Fraction)).toBe(at + 1)
      expect(riskScoreOf(fraction('0'), fraction(limit))).toBe(at + 2)
    })
  })

  it('is the larger of the two steps', () => {
    expect(riskScoreOf(fraction('0.02'), fraction('0.12'))).toBe(5)
    expect(riskScoreOf(fraction('0.002'), fraction('0.42'))).toBe(8)
  })

  it('is null under seven days with a return', () => {
    expect(riskScore(recordOf(1, 1, 1, 1, 1, 1))).toBeNull()
    expect(riskScore(recordOf(1, 1, 1, 1, 1, 1, 1))).toBe(1)
    const idle = recordIndex(Array.from({ length: 10 }, () => dayOf('0', '0')))
    expect(riskScore(idle)).toBeNull()
  })

  it('counts drawdowns of 90 days only', () => {
    const calm = Array.from({ length: 89 }, () => 0)
    expect(riskScore(recordOf(0, -60, ...calm))).toBe(9)
    expect(riskScore(recordOf(0, -60, ...calm, 0))).toBe(1)
  })
})

describe('isRecordShort', () => {
  it('is so under 30 days', () => {
    expect([isRecordShort(29), isRecordShort(30)]).toEqual([true, false])
  })
})

describe('a whole record', () => {
  it('compounds: the return of all days is that of the index', () => {
    const cents = fc.integer({ min: 1_000, max: 500_000 })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 2, maxLength: 60 }), (equities) => {
        const amounts = equities.map((one) => (BigInt(one) * 1_000_000n) as Usdt)
        const days = amounts.slice(1).map((end, at): RecordDay => {
          const start = amounts[at] ?? (0n as Usdt)
          return { day: '20270110', start, end, deposited: 0n as Usdt, withdrawn: 0n as Usdt }
        })
        const all = returnOver(recordIndex(days), days.length) ?? (0n as Fraction)
        const first = amounts[0] ?? 1n
        const last = amounts.at(-1) ?? 0n
        const exact = (last * wholeFraction) / first - wholeFraction
        // Each day rounds down by less than one unit, which later days multiply by at most 500.
        expect(all).toBeLessThanOrEqual(exact)
        expect(exact - all).toBeLessThanOrEqual(BigInt(days.length) * 501n)
      }),
    )
  })
})

describe('a record at its ends', () => {
  it('has no return over no days, over more than it has, or from an index of 0', () => {
    const points = recordOf(10, 10)
    expect([returnOver(points, 0), returnOver(points, 3), returnOver([], 1)]).toEqual([null, null, null])
    expect([returnOver(points, 1), returnOver(points, 2)]).toEqual([fraction('0.1'), fraction('0.21')])
    const lost = recordIndex([dayOf('1000', '-5'), dayOf('100', '200')])
    expect(returnOver(lost, 1)).toBeNull()
    expect(maxDrawdown(lost, 1)).toBe(0n)
    expect(maxDrawdown(lost, 2)).toBe(wholeFraction)
  })

  it('never falls deeper over fewer days, and its score never falls with a day that lost everything', () => {
    const percents = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 8, maxLength: 40 })
    fc.assert(
      fc.property(percents, fc.integer({ min: 1, max: 40 }), (all, days) => {
        const points = recordOf(...all)
        expect(maxDrawdown(points, days) <= maxDrawdown(points, days + 1)).toBe(true)
        expect(maxDrawdown(points, days) <= wholeFraction).toBe(true)
        expect(riskScore(recordOf(...all, -100))).toBe(10)
      }),
      { numRuns: 40 },
    )
  })

  it('has the exact root of squares and the next number of all others', () => {
    for (let root = 1n; root < 60n; root += 1n)
      expect([squareRoot(root * root), squareRoot(root * root + 1n)]).toEqual([root, root + 1n])
    expect([squareRoot(0n), squareRoot(2n), squareRoot(3n)]).toEqual([0n, 2n, 2n])
  })
})
