import type { GaugeName } from '@glasshouse/core/console/gauges'
import { worded } from './worded.ts'

/** Labels of the figures on the health screen. */
export const gaugeWords: Readonly<Record<GaugeName, string>> = {
  push_clients: 'Open push connections',
  notifications_pending: 'Emails and SMS waiting for delivery',
  reviews_pending: 'Review items waiting for a decision',
  reviews_overdue: 'Queue items past their deadline',
}

const words = new Map<string, string>(Object.entries(gaugeWords))

/**
 * Label of a figure on the health screen. A name unknown to this version is split into words.
 *
 * @example gaugeText('push_clients') // 'Open push connections'
 */
export const gaugeText = (name: string): string => words.get(name) ?? worded(name)
