import { describe, expect, it } from 'vitest'
import { type Price, price } from '../money/units.ts'
import { createBacktest, scaleToNotional, summarize, summarizeLive, type TradeResult } from './backtest.ts'

type Minute = { readonly open: number; readonly high: number; readonly low: number; readonly close: number }

const startMs = Date.UTC(2026, 5, 16, 12)
const units = (value: number): Price => price(value.toFixed(2))

const run = (minutes: readonly Minute[], missing: readonly number[] = []): readonly TradeResult[] => {
  const test = createBacktest({ feeRatePpm: 500, scale: 2, spread: price('1') })
  minutes.forEach(({ open, high, low, close }, at) => {
    if (missing.includes(at)) return
    const candle = { open: units(open), high: units(high), low: units(low), close: units(close) }
    test.add({ openMs: startMs + at * 60_000, ...candle })
  })
  return test.trades()
}

/** A market that rises by 1 a minute from 1000; each candle opens at the close before. */
const rising = (count: number): Minute[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ open: 1000 + at, high: 1001.5 + at, low: 999.5 + at, close: 1001 + at },
  }))

/**
 * The rule once more in ordinary numbers, written from the specification alone. Arrays of closes instead of a window that
 * moves, and each trade followed to its end before the next signal is looked for.
 */
const byHand = (minutes: readonly Minute[]): readonly number[] => {
  const closes = minutes.map(({ close }) => close)
  const mean = (last: number, many: number): number =>
    closes.slice(last + 1 - many, last + 1).reduce((sum, close) => sum + close, 0) / many
  const signalAt = (t: number): -1 | 0 | 1 => {
    if (t < 30) return 0
    const difference = Math.round((mean(t, 7) - mean(t, 30)) * 1e6)
    const moved = Math.round(((closes[t] ?? 0) - (closes[t - 15] ?? 0)) * 1e6)
    if (difference > 0 && moved > 0) return 1
    return difference < 0 && moved < 0 ? -1 : 0
  }
  const rangeAt = (t: number): number => {
    let sum = 0
    for (let at = t - 13; at <= t; at += 1) {
      const [minute, before] = [minutes[at], closes[at - 1] ?? 0]
      if (minute === undefined) throw new Error('no minute')
      sum += Math.max(minute.high - minute.low, Math.abs(minute.high - before), Math.abs(minute.low - before))
    }
    return sum / 14
  }
  /** Two decimals, rounded towards the fill. */
  const towards = (fill: number, exact: number): number =>
    (exact < fill ? Math.ceil(exact * 100 - 1e-6) : Math.floor(exact * 100 + 1e-6)) / 100
  const reached = 1e-6
  const nets: number[] = []
  for (let t = 30; t < minutes.length - 1; t += 1) {
    const side = signalAt(t)
    if (side === 0) continue
    const close = closes[t] ?? 0
    const fill = (minutes[t + 1]?.open ?? 0) + side * 0.5
    const stop = towards(fill, fill - side * Math.max(4 * rangeAt(t), 0.003 * close))
    const target = towards(fill, fill + side * Math.max(6 * rangeAt(t), 0.0045 * close))
    let exit: number | null = null
    let last = t + 1
    for (; last < minutes.length && exit === null; last += 1) {
      const minute = minutes[last]
      if (minute === undefined) break
      const bidOrAsk = (at: number): number => at - side * 0.5
      const isOver = last - (t + 1) >= 60 || (last > t + 1 && signalAt(last - 1) === -side)
      if (isOver) exit = bidOrAsk(minute.open)
      else if (side * (bidOrAsk(side > 0 ? minute.low : minute.high) - stop) <= reached)
        exit = side * (bidOrAsk(minute.open) - stop) <= reached ? bidOrAsk(minute.open) : stop
      else if (side * (bidOrAsk(side > 0 ? minute.high : minute.low) - target) >= -reached) exit = target
    }
    if (exit === null) break
    nets.push((1000 * side * (exit - fill)) / fill - 0.5 - (0.5 * exit) / fill)
    // The candle in which a trade ended is judged for the next one.
    t = last - 2
  }
  return nets
}

const netOf = ({ gross, fees }: TradeResult): number => Number(gross - fees) / 1e8

describe('the backtest', () => {
  it('enters at the next open plus half the spread and pays both fees to the unit', () => {
    // Minute 31 opens at 1031: fill 1031.5, distances 4 × 2 = 8 and 6 × 2 = 12, so 1043.5 at minute 43 (high 1044.5).
    const [trade] = run(rising(60))
    expect(trade?.gross).toBe((1000_00000000n * 12n * 10n) / 10315n)
    const closing = (1000_00000000n * 10435n * 500n) / (10315n * 1_000_000n) + 1n
    expect(trade?.fees).toBe(50_000_000n + closing)
    expect(trade?.atMs).toBe(startMs + 43 * 60_000)
  })
  it('takes the stop-loss where one candle reaches both, and the open where the market jumped over it', () => {
    const both = rising(40).with(33, { open: 1033, high: 1100, low: 900, close: 1034 })
    expect(run(both)[0]?.gross).toBe((1000_00000000n * -80n) / 10315n - 1n)
    const jump = rising(40).with(33, { open: 1000, high: 1001, low: 999, close: 1000 })
    expect(run(jump)[0]?.gross).toBe((1000_00000000n * -320n) / 10315n - 1n)
  })
  it('decides nothing across a gap', () => {
    expect(run(rising(60), [20])).toEqual([])
  })
  it('opens nothing behind a gap that came after its signal, and needs 31 whole minutes again', () => {
    // The signal of minute 30 would open at minute 31; that one is missing.
    const trades = run(rising(75), [31])
    expect(run(rising(75))[0]?.atMs).toBe(startMs + 43 * 60_000)
    // From minute 32 on there are 31 minutes at 62: it opens at 63, and gains its 12 at 75, which is not there any more.
    expect(trades).toEqual([])
    expect(run(rising(77), [31]).map(({ atMs }) => atMs)).toEqual([startMs + 75 * 60_000])
  })
  it('keeps an open trade across a gap, and its stops', () => {
    const minutes = rising(60)
    const [whole] = run(minutes)
    expect(run(minutes, [35, 36])[0]).toEqual(whole)
  })
  it('takes a stop that a price reaches exactly, and none that it misses by the smallest step', () => {
    // Fill 1031.5, stop 1023.5, target 1043.5, at bids half a unit below the trades.
    const fallTo = (low: number) => rising(36).with(33, { open: 1033, high: 1034, low, close: 1034 })
    expect(run(fallTo(1024))[0]).toMatchObject({ atMs: startMs + 33 * 60_000 })
    expect(run(fallTo(1024.01))).toEqual([])
    const riseTo = (high: number) => rising(36).with(33, { open: 1033, high, low: 1032, close: 1034 })
    expect(run(riseTo(1044))[0]).toMatchObject({ atMs: startMs + 33 * 60_000 })
    expect(run(riseTo(1043.99))).toEqual([])
  })
  it('mirrors every result where the market is mirrored, but for the price that it is a share of', () => {
    const falling = rising(60).map(({ open, high, low, close }) => ({
      ...{ open: 3000 - open, high: 3000 - low, low: 3000 - high, close: 3000 - close },
    }))
    const [up, down] = [run(rising(60))[0], run(falling)[0]]
    expect(down?.atMs).toBe(up?.atMs)
    expect(down?.gross).toBe((1000_00000000n * 12n * 10n) / 19685n)
  })
  it('equals an independent computation on markets that wander', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    let compared = 0
    for (let market = 0; market < 8; market += 1) {
      let [close, drift] = [1000, 0]
      const minutes = Array.from({ length: 400 }, (): Minute => {
        const open = close
        if (random() < 0.04) drift = (random() - 0.5) * 2
        close = Math.round((open + drift + (random() - 0.5) * (2 + market)) * 100) / 100
        const wick = Math.round(random() * 100) / 100
        return { open, close, high: Math.max(open, close) + wick, low: Math.min(open, close) - wick }
      })
      const [found, worked] = [run(minutes).map(netOf), byHand(minutes)]
      expect(found).toHaveLength(worked.length)
      for (const [at, net] of found.entries()) expect(net).toBeCloseTo(worked[at] ?? 0, 5)
      compared += found.length
    }
    expect(compared).toBeGreaterThan(40)
  })
  it('equals an independent computation on a market that turns many times', () => {
    const closes = Array.from({ length: 900 }, (_, at) => {
      const wave = 9 * Math.sin(at / 23) + 4 * Math.sin(at / 7.3) + ((at * 7919) % 13) / 10
      return Math.round((1000 + wave) * 100) / 100
    })
    const minutes = closes.slice(1).map((close, at): Minute => {
      const open = closes[at] ?? close
      return { open, close, high: Math.max(open, close) + 0.3, low: Math.min(open, close) - 0.3 }
    })
    const [found, worked] = [run(minutes).map(netOf), byHand(minutes)]
    expect(found.length).toBeGreaterThan(10)
    expect(found.length).toBe(worked.length)
    for (const [at, net] of found.entries()) expect(net).toBeCloseTo(worked[at] ?? 0, 5)
  })
})

describe('its sums', () => {
  const result = (day: number, net: bigint): TradeResult => ({
    ...{ atMs: startMs + day * 86_400_000, gross: net * 100_000_000n, fees: 0n },
  })
  it('leave no loss out', () => {
    const trades = [result(0, 10n), result(0, -30n), result(1, -5n), result(15, 20n)]
    const sums = summarize(trades, { fromMs: 1, toMs: 2 }, 'simulator', price('1'))
    expect(sums).toMatchObject({ trades: 4, won: 2, net: '-5', longestLosing: 2, maxDrawdown: '3.47' })
    expect(sums).toMatchObject({ worstDay: { day: '20260616', net: '-20' }, bestDay: { net: '20' } })
    expect(sums.byMonth.map(({ net }) => net)).toEqual(['-25', '20'])
    expect(sums.equity.map(({ value }) => value)).toEqual(['980', '975', '995'])
  })
  it('take both fees off every figure, and count no trade as won that its fees ate', () => {
    const withFees = (day: number, gross: bigint, fees: bigint): TradeResult => ({
      ...{ atMs: startMs + day * 86_400_000, gross: gross * 100_000_000n, fees: fees * 100_000_000n },
    })
    const trades = [withFees(0, 5n, 2n), withFees(1, 2n, 2n), withFees(1, -4n, 2n), withFees(2, 1n, 2n)]
    const sums = summarize(trades, null, 'recorded', price('0.5'))
    expect(sums).toMatchObject({
      ...{ source: 'recorded', from: null, to: null, spread: '0.5', notional: '1000' },
      ...{ trades: 4, won: 1, gross: '4', fees: '8', net: '-4', longestLosing: 2 },
      ...{ bestDay: { day: '20260616', net: '3' }, worstDay: { day: '20260617', net: '-6' } },
      byMonth: [{ month: '202606', trades: 4, net: '-4' }],
      equity: [
        ...[
          { day: '20260616', value: '1003' },
          { day: '20260617', value: '997' },
          { day: '20260618', value: '996' },
        ],
      ],
    })
    // From 1003 down to 996: 0.6979 %, rounded up.
    expect(sums.maxDrawdown).toBe('0.7')
  })
  it('are those of nothing where there was no trade', () => {
    expect(summarize([], { fromMs: 1, toMs: 2 }, 'simulator', price('1'))).toMatchObject({
      ...{ from: 1, to: 2, trades: 0, won: 0, net: '0', maxDrawdown: '0', longestLosing: 0 },
      ...{ bestDay: null, worstDay: null, byMonth: [], equity: [] },
    })
  })
  it('of real trades have every figure that those of the backtest have', () => {
    const live = [
      ...Array.from({ length: 19 }, (_, at) => result(at * 2, at % 3 === 0 ? -2n : 1n)),
      result(1, 0n),
    ]
    const sums = summarizeLive(live, [])
    expect(sums).toMatchObject({
      few: false,
      trades: 20,
      won: 12,
      gross: '-2',
      fees: '0',
      net: '-2',
      gap: '-0.1',
    })
    expect(sums).toMatchObject({
      byMonth: [
        { month: '202606', trades: 9, net: '-1' },
        { month: '202607', trades: 11, net: '-1' },
      ],
    })
    const { equity } = sums as { equity: readonly { day: string; value: string }[] }
    expect(equity).toHaveLength(20)
    expect(equity.map(({ day }) => day)).toEqual(equity.map(({ day }) => day).toSorted())
    expect(equity.at(-1)?.value).toBe('998')
  })
  it('show live results from 20 trades on, scaled to 1000 USDT against the customer', () => {
    expect(scaleToNotional(0, 300n, 1n, 1n)).toEqual({ atMs: 0, gross: 333_333_333n, fees: 333_333_334n })
    const many = Array.from({ length: 20 }, () => result(0, 1n))
    expect(summarizeLive(many.slice(1), [])).toEqual({ few: true, trades: 19 })
    expect(summarizeLive(many, [result(0, 3n)])).toMatchObject({ few: false, net: '20', gap: '-2' })
  })
})
