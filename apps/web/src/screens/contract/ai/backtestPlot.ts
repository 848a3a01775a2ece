import type { EquityPoint, MonthNet } from '@glasshouse/core/ai/strategy/codec'
import { dayStart } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { permilleOf } from '../../../components/holdings/holdings.ts'
import { cutOwn } from '../../../components/shown.ts'

type Equity = readonly EquityPoint[]

/** Equity at an instant; units of 1e-8 USDT. */
type Point = { readonly atMs: number; readonly value: bigint }

/** Equity before the first trade: the notional of a trade. */
const start = usdt('1000')

/** Size of the drawing in its own units; the figure stretches it. */
export const plotSize = { width: 1000, height: 100 } as const

export type BacktestPlot = {
  /** Points of each line as path commands without the first `M`; null without live results. */
  readonly backtest: string
  readonly live: string | null
  readonly low: bigint
  readonly high: bigint
  /** Height of 1000 USDT from the top. */
  readonly startLine: number
  /** Times in which the backtest was below an earlier high, as places across the drawing. */
  readonly below: readonly { readonly from: number; readonly to: number }[]
  readonly firstMs: number
  readonly lastMs: number
}

/** The equity of 1000 at the start of its first day, and what it was at the end of each day with a trade. */
const pointsOf = (equity: Equity): readonly Point[] => {
  const days = equity.flatMap(({ day, value }) => {
    const startMs = dayStart(day)
    return startMs === null ? [] : [{ startMs, value }]
  })
  const [first] = days
  return first === undefined
    ? []
    : [
        { atMs: first.startMs, value: start },
        ...days.map(({ startMs, value }) => ({ atMs: startMs + dayMs, value })),
      ]
}

/**
 * Times from each high until it is reached again; the last one may be open.
 *
 * @example belowHighs([{ atMs: 0, value: 5n }, { atMs: 1, value: 4n }, { atMs: 2, value: 6n }]) // [[0, 2]]
 */
export const belowHighs = (points: readonly Point[]): readonly (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = []
  let high = points[0]
  let isBelow = false
  for (const point of points) {
    if (high === undefined || point.value < high.value) {
      isBelow = true
      continue
    }
    if (isBelow) found.push([high.atMs, point.atMs])
    high = point
    isBelow = false
  }
  const last = points.at(-1)
  return isBelow && high !== undefined && last !== undefined ? [...found, [high.atMs, last.atMs]] : found
}

/** Backtest and live results on one axis of time and one of money; null without a day. */
export const backtestPlot = (test: Equity, live: Equity): BacktestPlot | null => {
  const [tested, real] = [pointsOf(test), pointsOf(live)]
  const all = [...tested, ...real]
  const [first] = tested
  if (first === undefined) return null
  const values = all.map(({ value }) => value)
  const low = values.reduce((least, value) => (value < least ? value : least))
  const high = values.reduce((most, value) => (value > most ? value : most))
  const firstMs = Math.min(...all.map(({ atMs }) => atMs))
  const lastMs = Math.max(...all.map(({ atMs }) => atMs))
  const { width, height } = plotSize
  const across = (atMs: number): number =>
    Math.round(((atMs - firstMs) / (lastMs - firstMs)) * width * 10) / 10
  const down = (value: bigint): number =>
    high === low ? height / 2 : height - permilleOf(value - low, high - low) / 10
  const lineOf = (points: readonly Point[]): string =>
    points.map(({ atMs, value }) => `${across(atMs)} ${down(value)}`).join('L')
  return {
    backtest: lineOf(tested),
    live: real.length === 0 ? null : lineOf(real),
    ...{ low, high, firstMs, lastMs },
    startLine: down(start),
    below: belowHighs(tested).map(([from, to]) => ({ from: across(from), to: across(to) })),
  }
}

type Month = Pick<MonthNet, 'month' | 'net'>

export type MonthBars = {
  /** The largest net of a month, up or down, cut as each net is shown. */
  readonly most: bigint
  readonly months: readonly {
    readonly month: string
    readonly test: bigint | null
    readonly live: bigint | null
  }[]
}

/** Net of each month of the backtest and of live trading, ascending; null where a month has no trade. */
export const monthBars = (test: readonly Month[], live: readonly Month[]): MonthBars => {
  const names = [...new Set([...test, ...live].map(({ month }) => month))].sort()
  const netOf = (rows: readonly Month[], month: string): bigint | null => {
    return rows.find((one) => one.month === month)?.net ?? null
  }
  const months = names.map((month) => ({ month, test: netOf(test, month), live: netOf(live, month) }))
  const most = months
    .flatMap((month) => [month.test ?? 0n, month.live ?? 0n])
    .map(cutOwn)
    .reduce<bigint>((largest, net) => {
      const size = net < 0n ? -net : net
      return size > largest ? size : largest
    }, 0n)
  return { most, months }
}
