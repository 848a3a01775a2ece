import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../../money/units.ts'
import { addCloses, type LeadClose, leadTrades, noTrades } from './trades.ts'

const close = (position: number, profit: string, change: Partial<LeadClose>): LeadClose => ({
  position,
  pid: 1,
  isLast: true,
  profit: usdt(profit),
  fees: usdt('1'),
  leverage: 5,
  openedAtMs: 0,
  closedAtMs: 1_000,
  ...change,
})
const figuresOf = (closes: readonly LeadClose[]) => leadTrades(addCloses(noTrades, closes))

describe('leadTrades', () => {
  it('counts wins after fees', () => {
    expect(figuresOf([close(1, '10', {}), close(2, '1', { leverage: 10, closedAtMs: 2_001 })])).toEqual({
      closed: 2,
      won: 1,
      holdingMs: 1_500,
      leverageHundredths: 750n,
      fees: usdt('2'),
    })
  })

  it('counts the parts of one position once', () => {
    const parts = [close(1, '3', { isLast: false }), close(1, '-2.5', { closedAtMs: 5_000 })]
    expect(figuresOf(parts)).toMatchObject({ closed: 1, won: 0, holdingMs: 5_000, fees: usdt('2') })
    expect(figuresOf(parts.toReversed())).toEqual(figuresOf(parts))
  })

  it('counts nothing of a position that is open in part', () => {
    expect(figuresOf([close(1, '3', { isLast: false })])).toEqual(figuresOf([]))
  })

  it('has no averages without a trade', () => {
    expect(figuresOf([])).toEqual({ closed: 0, won: 0, holdingMs: null, leverageHundredths: null, fees: 0n })
  })
})

/** Closes in the order of time: of each position parts and, if it is closed whole, the last one. */
const closes = fc
  .array(
    fc.record({
      isWhole: fc.boolean(),
      pid: fc.integer({ min: 1, max: 3 }),
      parts: fc.array(
        fc.record({
          profit: fc.bigInt({ min: -1000n, max: 1000n }),
          fees: fc.bigInt({ min: 0n, max: 20n }),
          leverage: fc.integer({ min: 1, max: 20 }),
          atMs: fc.integer({ min: 0, max: 10_000 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((positions) =>
    positions
      .flatMap(({ isWhole, pid, parts }, position) =>
        parts
          .toSorted((a, b) => a.atMs - b.atMs)
          .map(
            ({ profit, fees, leverage, atMs }, at): LeadClose => ({
              ...{ position, pid, leverage, openedAtMs: -7 - at, closedAtMs: atMs },
              isLast: isWhole && at === parts.length - 1,
              profit: profit as Usdt,
              fees: fees as Usdt,
            }),
          ),
      )
      .toSorted((a, b) => a.closedAtMs - b.closedAtMs),
  )

it('comes to the same night by night as from all closes at once, and as counted position by position', () => {
  fc.assert(
    fc.property(closes, fc.array(fc.nat(10_000), { maxLength: 4 }), (all, cuts) => {
      const nights = [...cuts.toSorted((a, b) => a - b), Number.POSITIVE_INFINITY]
      const sums = nights.reduce((before, until, night) => {
        const from = night === 0 ? -1 : (nights[night - 1] ?? 0)
        return addCloses(
          before,
          all.filter(({ closedAtMs }) => closedAtMs > from && closedAtMs <= until),
        )
      }, noTrades)
      expect(sums).toEqual(addCloses(noTrades, all))
      const whole = [...Map.groupBy(all, ({ position }) => position).values()].filter((parts) =>
        parts.some(({ isLast }) => isLast),
      )
      expect(sums.closed).toBe(whole.length)
      const positions = new Set(all.map(({ position }) => position))
      expect(sums.parts.size).toBe(positions.size - whole.length)
      const heldMs = whole.map(
        (parts) =>
          Math.max(...parts.map((one) => one.closedAtMs)) - Math.min(...parts.map((one) => one.openedAtMs)),
      )
      expect(sums.holdingMs).toBe(heldMs.reduce((sum, one) => sum + one, 0))
      const gains = whole.map((parts) => parts.reduce((sum, { profit, fees }) => sum + profit - fees, 0n))
      expect(sums.won).toBe(gains.filter((gain) => gain > 0n).length)
      expect(sums.fees).toBe(whole.flat().reduce((sum, { fees }) => sum + fees, 0n))
      expect([...sums.markets.values()].reduce((sum, count) => sum + count, 0)).toBe(whole.length)
    }),
    { numRuns: 200 },
  )
})
