import { dayMs, dayStart } from '@glasshouse/core/calendar/days'
import type { LeadDetail } from '@glasshouse/core/invest/copy/wire'
import { divide } from '@glasshouse/core/money/units'
import type { CurveDay } from '../../../components/curve/Curve.tsx'
import { fallOf, recordUnits } from './percents.ts'

/** The index of a record before its first day: 1, in units of 0.000000001. */
const start = 1_000_000_000n
/** Units of the index in a hundredth of a percent. */
const perHundredth = 100_000n

/**
 * Change of the index since the start and distance from its highest value, both in hundredths of a percent and rounded against
 * the lead. The day before the first one is the start, at zero; empty without a day.
 */
export const recordDays = ({
  index,
  drawdown,
}: Pick<LeadDetail, 'index' | 'drawdown'>): readonly (CurveDay & { readonly drawdown: bigint })[] => {
  const days = index.map(([day, value], at) => ({
    startMs: dayStart(day) ?? 0,
    value: divide(recordUnits(value) - start, perHundredth, 'floor'),
    drawdown: fallOf(drawdown[at]?.[1] ?? '0'),
  }))
  const [first] = days
  return first === undefined ? [] : [{ startMs: first.startMs - dayMs, value: 0n, drawdown: 0n }, ...days]
}
