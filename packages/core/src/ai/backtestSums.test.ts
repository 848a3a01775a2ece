/** The sums of trades once more in fractions and with plain loops, over random trades of many months. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBelow, minus, per, rational, times, up, whole, zero } from '../invest/copy/rational.fixture.ts'
import { price, usdt } from '../money/units.ts'
import {
  backtestNotional,
  minLiveTrades,
  scaleToNotional,
  summarize,
  summarizeLive,
  type TradeResult,
} from './backtest.ts'

const hour = 3_600_000
const firstMs = Date.UTC(2025, 10, 29, 22, 30)

/** Trades in the order of their closing, some number of them up to 60. */
const tradesFrom = (fewest: number) =>
  fc
    .array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 30 * hour }),
        gross: fc.bigInt(-15_00000000n, 25_00000000n),
        fees: fc.bigInt(0n, 1_00000000n),
      }),
      { minLength: fewest, maxLength: 60, size: 'max' },
    )
    .map((all): readonly TradeResult[] => {
      let atMs = firstMs
      return all.map(({ afterMs, gross, fees }) => {
        atMs += afterMs
        return { atMs, gross, fees }
      })
    })
const trades = tradesFrom(0)

/** An amount of the wire in 1e-8 USDT. */
const read = (text: string): bigint => usdt(text)
const netOf = ({ gross, fees }: TradeResult): bigint => gross - fees
const sum = (all: readonly bigint[]): bigint => {
  let total = 0n
  for (const one of all) total += one
  return total
}
/** Date at UTC+1, as yyyymmdd. */
const dayAt = (ms: number): string => {
  const at = new Date(ms + hour)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`
}
const summed = (all: readonly TradeResult[]) => summarize(all, null, 'recorded', price('0.1'))

/** Nets by day, or by month, of trades in any order. */
const netsBy = (
  all: readonly TradeResult[],
  digits: number,
): readonly (readonly [string, bigint, number])[] => {
  const names = [...new Set(all.map(({ atMs }) => dayAt(atMs).slice(0, digits)))].toSorted()
  return names.map((name) => {
    const own = all.filter(({ atMs }) => dayAt(atMs).startsWith(name))
    return [name, sum(own.map(netOf)), own.length]
  })
}

describe('the sums of a backtest', () => {
  it('leave no trade out of any figure', () => {
    fc.assert(
      fc.property(trades, (all) => {
        const found = summed(all)
        expect(found.trades).toBe(all.length)
        expect(found.won).toBe(all.filter((one) => netOf(one) > 0n).length)
        expect(read(found.gross)).toBe(sum(all.map(({ gross }) => gross)))
        expect(read(found.fees)).toBe(sum(all.map(({ fees }) => fees)))
        expect(read(found.net)).toBe(read(found.gross) - read(found.fees))
        expect(sum(found.byMonth.map(({ net }) => read(net)))).toBe(read(found.net))
        expect(found.byMonth.reduce((many, month) => many + month.trades, 0)).toBe(all.length)
        const last = found.equity.at(-1)
        expect(last === undefined ? backtestNotional : read(last.value)).toBe(
          backtestNotional + read(found.net),
        )
      }),
    )
  })

  it('are by the days and months of UTC+1, ascending', () => {
    let crossed = 0
    fc.assert(
      fc.property(trades, (all) => {
        const found = summed(all)
        expect(found.byMonth.map(({ month, net, trades: many }) => [month, read(net), many])).toEqual(
          netsBy(all, 6),
        )
        let value: bigint = backtestNotional
        const equity = netsBy(all, 8).map(([day, net]) => {
          value += net
          return { day, value }
        })
        expect(found.equity.map((point) => ({ ...point, value: read(point.value) }))).toEqual(equity)
        const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
        if (all.some(({ atMs }) => utc(atMs) !== dayAt(atMs))) crossed += 1
      }),
    )
    expect(crossed).toBeGreaterThan(10)
  })

  it('name the best and the worst day, of equal ones the later best and the earlier worst', () => {
    fc.assert(
      fc.property(trades, (all) => {
        const { bestDay, worstDay } = summed(all)
        const days = netsBy(all, 8)
        let [best, worst] = [days[0], days[0]]
        for (const day of days) {
          if (best === undefined || day[1] >= best[1]) best = day
          if (worst === undefined || day[1] < worst[1]) worst = day
        }
        const wanted = (day: typeof best) => (day === undefined ? null : [day[0], day[1]])
        expect(bestDay === null ? null : [bestDay.day, read(bestDay.net)]).toEqual(wanted(best))
        expect(worstDay === null ? null : [worstDay.day, read(worstDay.net)]).toEqual(wanted(worst))
      }),
    )
  })

  it('have the largest fall from any earlier peak, in percent of the peak, rounded up to the hundredth', () => {
    const falls = { some: 0, none: 0 }
    fc.assert(
      fc.property(trades, (all) => {
        const values: bigint[] = [backtestNotional]
        for (const one of all) values.push((values.at(-1) ?? 0n) + netOf(one))
        // Every pair of a peak and a later value, not only the running peak.
        let largest = zero
        values.forEach((peak, at) => {
          for (const later of values.slice(at)) {
            const fall = per(minus(whole(peak), whole(later)), whole(peak))
            if (isBelow(largest, fall)) largest = fall
          }
        })
        const percent = up(times(largest, whole(100)), 2)
        const [digits = '0', decimals = ''] = summed(all).maxDrawdown.split('.')
        const wanted = rational(BigInt(digits + decimals.padEnd(2, '0')), 100n)
        expect(wanted.over * percent.under).toBe(percent.over * wanted.under)
        falls[percent.over === 0n ? 'none' : 'some'] += 1
      }),
      { seed: 5 },
    )
    expect(Math.min(falls.some, falls.none)).toBeGreaterThan(0)
  })

  it('have the longest row of trades that lost, a trade of nothing ending it', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 0, max: 60 }), (all, zeroAt) => {
        const withNothing = all.map((one, at) => (at === zeroAt ? { ...one, gross: one.fees } : one))
        const letters = withNothing.map((one) => (netOf(one) < 0n ? 'L' : '.')).join('')
        const rows = letters.split('.').map(({ length }) => length)
        expect(summed(withNothing).longestLosing).toBe(Math.max(0, ...rows))
      }),
    )
  })
})

describe('real trades beside a backtest', () => {
  it('are scaled to 1000 USDT against the customer, by less than a unit', () => {
    const cases = fc.record({
      notional: fc.bigInt(1_00000000n, 10n ** 15n),
      profit: fc.bigInt(-(10n ** 13n), 10n ** 13n),
      fees: fc.bigInt(0n, 10n ** 12n),
    })
    fc.assert(
      fc.property(cases, ({ notional, profit, fees }) => {
        const scaled = scaleToNotional(7, notional, profit, fees)
        expect(scaled.atMs).toBe(7)
        const short = profit * backtestNotional - scaled.gross * notional
        expect(short >= 0n && short < notional).toBe(true)
        const over = scaled.fees * notional - fees * backtestNotional
        expect(over >= 0n && over < notional).toBe(true)
      }),
    )
  })

  it('tell nothing but their number below 20, and every figure of a backtest from 20 on', () => {
    let [few, many] = [0, 0]
    fc.assert(
      fc.property(trades, trades, (live, tested) => {
        const found = summarizeLive(live, tested)
        if (live.length < minLiveTrades) {
          expect(found).toEqual({ few: true, trades: live.length })
          few += 1
          return
        }
        const { won, gross, fees, net, byMonth, equity } = summed(live)
        expect(found).toMatchObject({
          few: false,
          trades: live.length,
          won,
          gross,
          fees,
          net,
          byMonth,
          equity,
        })
        many += 1
      }),
    )
    expect(Math.min(few, many)).toBeGreaterThan(5)
  })

  it('differ from the backtest by their net per trade, each rounded down', () => {
    const floor = (total: bigint, many: number): bigint => {
      if (many === 0) return 0n
      const cut = total / BigInt(many)
      return cut * BigInt(many) > total ? cut - 1n : cut
    }
    fc.assert(
      fc.property(tradesFrom(minLiveTrades), trades, (live, tested) => {
        const found = summarizeLive(live, tested)
        if (found.few) throw new Error('20 trades are enough')
        const [real, past] = [live, tested].map((all) => floor(sum(all.map(netOf)), all.length))
        expect(read(found.gap)).toBe((real ?? 0n) - (past ?? 0n))
      }),
      { numRuns: 50 },
    )
  })
})
