import type { GaugeName } from '@glasshouse/core/console/gauges'
import { worded } from './worded.ts'

/** What each figure of the health screen counts. */
export const gaugeWords: Readonly<Record<GaugeName, string>> = {
  push_clients: 'Open push connections',
  notifications_pending: 'Emails and SMS waiting for delivery',
  reviews_pending: 'Review items waiting for a decision',
  reviews_overdue: 'Queue items past their deadline',
}

const words = new Map<string, string>(Object.entries(gaugeWords))

/**
 * A figure of the health screen in words; one that this version does not know is split into its own words.
 *
 * @example gaugeText('push_clients') // 'Open push connections'
 */
export const gaugeText = (name: string): string => words.get(name) ?? worded(name)
