import { type RestrictionStats, restrictionStatsOf } from '@glasshouse/core/trust/restrictions'
import { listLockTimes } from '../../customers/locks/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { listHoldTimes } from '../../withdrawals/index.ts'

const spans = [30, 90] as const
const maxSpanMs = 90 * 86_400_000

/** Counts locks of accounts and legal holds of withdrawals of the last 30 and 90 days; by the business calendar. */
export const getRestrictionStats = async ({
  clock,
  database: { db },
}: Pick<Platform, 'clock' | 'database'>): Promise<{
  locks: RestrictionStats[]
  holds: RestrictionStats[]
}> => {
  const nowMs = clock.business()
  const [locks, holds] = await Promise.all([
    listLockTimes(db, nowMs - maxSpanMs),
    listHoldTimes(db, nowMs - maxSpanMs),
  ])
  const timesOf = (row: { from_ms: number; until_ms: number | null; ended_ms: number | null }) => ({
    fromMs: row.from_ms,
    untilMs: row.until_ms,
    endedMs: row.ended_ms,
  })
  return {
    locks: spans.map((days) =>
      restrictionStatsOf(
        locks.map((row) => ({ reason: row.reason, ...timesOf(row) })),
        days,
        nowMs,
      ),
    ),
    holds: spans.map((days) =>
      restrictionStatsOf(
        holds.map((row) => ({ reason: 'legal_order', ...timesOf(row) })),
        days,
        nowMs,
      ),
    ),
  }
}
