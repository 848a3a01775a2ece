import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { RecordPoint } from '@glasshouse/core/invest/copy/leads/codec'
import { type Fraction, wholeFraction } from '@glasshouse/core/invest/copy/record'
import { divide } from '@glasshouse/core/money/units'
import type { CurveDay } from '../curve/Curve.tsx'
import { fallOf, perHundredth } from './percents.ts'

/** The index of a record before its first day. */
const start = wholeFraction
/** Hundredths of a percent in one whole. */
const wholeHundredths = 10_000n

/**
 * Change of the index since the start and distance from its highest value, both in hundredths of a percent and rounded against
 * the lead. The day before the first one is the start, at zero; empty without a day.
 */
export const recordDays = (
  points: readonly RecordPoint[],
): readonly (CurveDay & { readonly drawdown: bigint })[] => {
  const days = points.map(({ startMs, index, drawdown }) => ({
    startMs,
    value: divide(index - start, perHundredth, 'floor'),
    drawdown: fallOf(drawdown),
  }))
  const [first] = days
  return first === undefined ? [] : [{ startMs: first.startMs - dayMs, value: 0n, drawdown: 0n }, ...days]
}

/** The largest fall below a high, in hundredths of a percent, between two days; the day on which it was made up, or null. */
export type WorstFall = {
  readonly fall: bigint
  readonly fromMs: number
  readonly toMs: number
  readonly madeUpMs: number | null
}

/** The largest fall of a record; null where the index never fell. */
export const worstFall = (points: readonly RecordPoint[]): WorstFall | null => {
  const falls = points.map(({ drawdown }) => drawdown)
  const deepest = falls.reduce((most, one) => (one > most ? one : most), 0n as Fraction)
  const at = falls.indexOf(deepest)
  const lowest = points[at]
  if (deepest === 0n || lowest === undefined) return null
  const before = [{ startMs: (points[0]?.startMs ?? 0) - dayMs, index: start }, ...points.slice(0, at)]
  const high = before.reduce((most, one) => (one.index >= most.index ? one : most))
  const madeUp = points.slice(at).find(({ index }) => index >= high.index)
  return {
    fall: fallOf(deepest),
    fromMs: high.startMs,
    toMs: lowest.startMs,
    madeUpMs: madeUp?.startMs ?? null,
  }
}

const monthOf = ({ startMs }: RecordPoint): string => dayOf(startMs).slice(0, 6)

/** Return of each month of a record in hundredths of a percent, rounded down; null after the index was 0. Oldest first. */
export const monthReturns = (
  points: readonly RecordPoint[],
): readonly { readonly startMs: number; readonly change: bigint | null }[] => {
  let before: bigint = start
  return [...Map.groupBy(points, monthOf).values()].flatMap((days) => {
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) return []
    const change = before === 0n ? null : divide((last.index - before) * wholeHundredths, before, 'floor')
    before = last.index
    return [{ startMs: first.startMs, change }]
  })
}
