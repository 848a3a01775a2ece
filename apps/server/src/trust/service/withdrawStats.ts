import { dayMs, minuteMs } from '@glasshouse/core/calendar/durations'
import { divide, formatDecimal } from '@glasshouse/core/money/units'
import type { WithdrawalStatistics } from '@glasshouse/core/trust/statistics/codec'
import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { countRejections, countWaits, countWithdrawals } from '../store/withdrawStats.ts'

/** With fewer cases only counts are shown. */
const minCases = 10
/** Visitors read statistics of this age at most; milliseconds. */
const keptMs = 60_000
const shareScale = 4

const minutes = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / minuteMs))

/** A part of a whole, rounded down to four decimals. */
export const shareOf = (part: number, whole: number): string =>
  formatDecimal(divide(BigInt(part) * 10n ** BigInt(shareScale), BigInt(whole), 'floor'), shareScale)

const statsOf = async (db: Db, days: number, nowMs: number): Promise<WithdrawalStatistics> => {
  const fromMs = nowMs - days * dayMs
  const [counts, rejections, waits] = await Promise.all([
    countWithdrawals(db, fromMs, nowMs),
    countRejections(db, fromMs, nowMs),
    countWaits(db, fromMs, nowMs),
  ])
  const { asked, sent, cancelled, waiting } = counts
  const hasShares = asked >= minCases
  const hasTimes = sent >= minCases
  return {
    ...{ atMs: nowMs, days, asked, sent, cancelled, waiting },
    rejected: Object.fromEntries(rejections.map(({ reason, count }) => [reason, count])),
    medianMinutes: hasTimes ? minutes(counts.medianMs) : null,
    p95Minutes: hasTimes ? minutes(counts.p95Ms) : null,
    longWaits: hasShares
      ? Object.fromEntries(waits.map(({ reason, count }) => [reason, shareOf(count, asked)]))
      : null,
    overdue: hasShares ? shareOf(counts.overdue, asked) : null,
    oldestMinutes: minutes(counts.oldestMs),
  }
}

/** Statistics of all withdrawals of the last 30 and 90 days, read at most once a minute. */
export const createWithdrawStats = ({
  clock,
  database,
}: Pick<Platform, 'clock' | 'database'>): (() => Promise<readonly WithdrawalStatistics[]>) => {
  let known: { readonly atMs: number; readonly stats: Promise<readonly WithdrawalStatistics[]> } | null = null
  return () => {
    const atMs = clock.now()
    if (known !== null && atMs - known.atMs < keptMs) return known.stats
    const stats = Promise.all([30, 90].map((days) => statsOf(database.reports, days, clock.business())))
    known = { atMs, stats }
    stats.catch(() => {
      known = null
    })
    return stats
  }
}
