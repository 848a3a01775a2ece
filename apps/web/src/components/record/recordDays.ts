import { dayMs, dayStart } from '@glasshouse/core/calendar/days'
import type { LeadDetail } from '@glasshouse/core/invest/copy/wire'
import { divide } from '@glasshouse/core/money/units'
import type { CurveDay } from '../curve/Curve.tsx'
import { fallOf, recordUnits } from './percents.ts'

/** The index of a record before its first day: 1, in units of 0.000000001. */
const start = 1_000_000_000n
/** Hundredths of a percent in one whole. */
const wholeHundredths = 10_000n
/** Units of the index in a hundredth of a percent. */
const perHundredth = 100_000n

type Record = Pick<LeadDetail, 'index' | 'drawdown'>

/**
 * Change of the index since the start and distance from its highest value, both in hundredths of a percent and rounded against
 * the lead. The day before the first one is the start, at zero; empty without a day.
 */
export const recordDays = ({
  index,
  drawdown,
}: Record): readonly (CurveDay & { readonly drawdown: bigint })[] => {
  const days = index.map(([day, value], at) => ({
    startMs: dayStart(day) ?? 0,
    value: divide(recordUnits(value) - start, perHundredth, 'floor'),
    drawdown: fallOf(drawdown[at]?.[1] ?? '0'),
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
export const worstFall = ({ index, drawdown }: Record): WorstFall | null => {
  const points = index.map(([day, value]) => ({ startMs: dayStart(day) ?? 0, units: recordUnits(value) }))
  const falls = drawdown.map(([, percent]) => recordUnits(percent))
  const deepest = falls.reduce((most, one) => (one > most ? one : most), 0n)
  const at = falls.indexOf(deepest)
  const lowest = points[at]
  if (deepest === 0n || lowest === undefined) return null
  const before = [{ startMs: (points[0]?.startMs ?? 0) - dayMs, units: start }, ...points.slice(0, at)]
  const high = before.reduce((most, one) => (one.units >= most.units ? one : most))
  const madeUp = points.slice(at).find(({ units }) => units >= high.units)
  return {
    fall: fallOf(drawdown[at]?.[1] ?? '0'),
    fromMs: high.startMs,
    toMs: lowest.startMs,
    madeUpMs: madeUp?.startMs ?? null,
  }
}

/** Return of each month of a record in hundredths of a percent, rounded down; null after the index was 0. Oldest first. */
export const monthReturns = ({
  index,
}: Pick<LeadDetail, 'index'>): readonly { readonly startMs: number; readonly change: bigint | null }[] => {
  let before = start
  return [...Map.groupBy(index, ([day]) => day.slice(0, 6)).values()].map((days) => {
    const after = recordUnits(days.at(-1)?.[1] ?? '0')
    const change = before === 0n ? null : divide((after - before) * wholeHundredths, before, 'floor')
    before = after
    return { startMs: dayStart(days[0]?.[0] ?? '') ?? 0, change }
  })
}
