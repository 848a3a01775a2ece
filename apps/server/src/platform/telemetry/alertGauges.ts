import { Gauge, type Registry } from 'prom-client'
import { gaugeName } from './gaugeName.ts'

/** Gauges that alerts are defined on (docs/runbooks/alerts.md). */
export type AlertGauges = {
  readonly feedConnected: Gauge
  readonly marketStale: Gauge<'symbol'>
  readonly clockOffsetKnown: Gauge
  readonly clockOffsetMs: Gauge
  readonly eventsOldestSeconds: Gauge
  readonly eventsDead: Gauge
  readonly jobsDead: Gauge
  readonly notificationsOldestSeconds: Gauge
  readonly dayFilesBehind: Gauge
  readonly copyDealingOldestSeconds: Gauge
}

/** Creates the gauges of alerts in a registry. */
export const createAlertGauges = (registers: Registry[]): AlertGauges => ({
  feedConnected: new Gauge({
    name: gaugeName('feed_connected'),
    help: 'Whether the feed is connected: 1 or 0',
    registers,
  }),
  marketStale: new Gauge({
    name: gaugeName('market_stale'),
    help: 'Whether the price of a market is stale: 1 or 0',
    labelNames: ['symbol'],
    registers,
  }),
  clockOffsetKnown: new Gauge({
    name: gaugeName('clock_offset_known'),
    help: 'Whether the offset to the clock of the source is known: 1 or 0',
    registers,
  }),
  clockOffsetMs: new Gauge({
    name: gaugeName('clock_offset_ms'),
    help: 'Offset of the clock of the source to the clock of this machine, milliseconds',
    registers,
  }),
  eventsOldestSeconds: new Gauge({
    name: gaugeName('events_oldest_seconds'),
    help: 'Age of the oldest domain event that is not delivered',
    registers,
  }),
  eventsDead: new Gauge({
    name: gaugeName('events_dead'),
    help: 'Domain events that were given up',
    registers,
  }),
  jobsDead: new Gauge({
    name: gaugeName('jobs_dead'),
    help: 'Background jobs whose newest run failed for good',
    registers,
  }),
  notificationsOldestSeconds: new Gauge({
    name: gaugeName('notifications_oldest_seconds'),
    help: 'Age of the oldest notification that waits for delivery',
    registers,
  }),
  dayFilesBehind: new Gauge({
    name: gaugeName('day_files_behind'),
    help: 'UTC days that are over and have no day files',
    registers,
  }),
  copyDealingOldestSeconds: new Gauge({
    name: gaugeName('copy_dealing_oldest_seconds'),
    help: 'Age of the oldest dealing of a copy product that waits for a price',
    registers,
  }),
})
