import { z } from 'zod'
import { minuteMs } from '../calendar/durations.ts'

/** Below so many cases only counts are shown: a duration of few would tell of single customers. */
const fewestCases = 10

/** When a lock or a hold began, when it ends by itself (null: it has no end), and when it was ended. */
export type Restriction = {
  readonly reason: string
  readonly fromMs: number
  readonly untilMs: number | null
  readonly endedMs: number | null
}

/** Locks or holds of a span on the wire. */
export const restrictionStats = z.object({
  days: z
    .number()
    .int()
    .meta({ description: 'those that began within so many days of the business calendar' }),
  begun: z.number().int(),
  running: z.number().int(),
  reasons: z.record(z.string(), z.number().int()).meta({ description: 'how many by reason' }),
  medianMinutes: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'how long they stood; null under 10 cases' }),
  p95Minutes: z.number().int().nullable().meta({ description: 'null under 10 cases' }),
})
export type RestrictionStats = z.output<typeof restrictionStats>

/**
 * Counts restrictions that began within some days before an instant, with how long they stood until then. The median and
 * the 95th percentile are the value at the nearest rank, rounded down to whole minutes.
 *
 * @example restrictionStatsOf([{ reason: 'sanctions', fromMs: 0, untilMs: null, endedMs: null }], 30, 60_000)
 * // { days: 30, begun: 1, running: 1, reasons: { sanctions: 1 }, medianMinutes: null, p95Minutes: null }
 */
export const restrictionStatsOf = (
  all: readonly Restriction[],
  days: number,
  nowMs: number,
): RestrictionStats => {
  const begun = all.filter(({ fromMs }) => fromMs > nowMs - days * 86_400_000)
  const reasons: Record<string, number> = {}
  for (const { reason } of begun) reasons[reason] = (reasons[reason] ?? 0) + 1
  const durations = begun.map((one) => endOf(one, nowMs) - one.fromMs).sort((a, b) => a - b)
  const atRank = (percent: number): number | null => {
    const rank = Math.max(1, Math.ceil((durations.length * percent) / 100))
    return durations.length < fewestCases ? null : Math.floor((durations[rank - 1] ?? 0) / minuteMs)
  }
  return {
    days,
    begun: begun.length,
    running: begun.filter(
      (one) => endOf(one, nowMs) === nowMs && one.endedMs === null && one.untilMs !== nowMs,
    ).length,
    reasons,
    medianMinutes: atRank(50),
    p95Minutes: atRank(95),
  }
}

const endOf = ({ untilMs, endedMs }: Restriction, nowMs: number): number =>
  Math.min(nowMs, untilMs ?? nowMs, endedMs ?? nowMs)
