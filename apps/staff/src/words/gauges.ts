import type { GaugeName } from '@glasshouse/core/console/gauges'
import { worded } from './worded.ts'

/** Labels of the figures on the health screen. */
export const gaugeWords: Readonly<Record<GaugeName, string>> = {
  push_clients: 'Open push connections',
  notifications_pending: 'Emails and SMS waiting for delivery',
  reviews_pending: 'Review items waiting for a decision',
  reviews_overdue: 'Queue items past their deadline',
  reviews_oldest_seconds: 'Age of the oldest review item waiting for a decision, in seconds',
  feed_connected: 'Feed connected (1) or not (0)',
  market_stale: 'Markets with a stale price (1)',
  clock_offset_known: 'Offset to the clock of the source known (1) or not (0)',
  clock_offset_ms: 'Offset to the clock of the source in milliseconds',
  events_oldest_seconds: 'Age of the oldest undelivered event in seconds',
  events_dead: 'Events that were given up',
  jobs_dead: 'Background jobs that failed for good',
  notifications_oldest_seconds: 'Age of the oldest waiting email or SMS in seconds',
  day_files_behind: 'Days that are over and have no day files',
  copy_dealing_oldest_seconds: 'Age of the oldest copy dealing that waits for a price in seconds',
  ledger_broken: 'Broken invariants of the ledger',
}

const words = new Map<string, string>(Object.entries(gaugeWords))

/**
 * Label of a figure on the health screen. A name unknown to this version is split into words.
 *
 * @example gaugeText('push_clients') // 'Open push connections'
 */
export const gaugeText = (name: string): string => words.get(name) ?? worded(name)
