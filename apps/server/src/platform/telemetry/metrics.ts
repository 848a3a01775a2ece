import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type AlertGauges, createAlertGauges } from './alertGauges.ts'
import { gaugeName } from './gaugeName.ts'

/** Metrics of the running product, served at `/metrics`. */
export type Metrics = AlertGauges & {
  readonly registry: Registry
  readonly requests: Counter<'path' | 'retCode'>
  readonly requestSeconds: Histogram<'path'>
  readonly pushClients: Gauge
  readonly pushFrames: Counter<'kind'>
  readonly ticks: Counter<'symbol'>
  readonly facts: Counter<'outcome'>
  readonly jobRuns: Counter<'job' | 'outcome'>
  readonly messages: Counter<'channel' | 'outcome'>
  readonly messagesWaiting: Gauge
  readonly reviewsWaiting: Gauge<'kind'>
  readonly reviewsOverdue: Gauge<'kind'>
  readonly reviewsOldest: Gauge<'kind'>
  readonly ledgerBroken: Gauge
  readonly ledgerChecks: Counter<'outcome'>
}

const createJobRuns = (registers: Registry[]): Metrics['jobRuns'] =>
  new Counter({
    name: 'glasshouse_job_runs_total',
    help: 'Runs of jobs: done, failed',
    labelNames: ['job', 'outcome'],
    registers,
  })

/** Creates the metrics in a separate registry, so that two servers in one process do not mix. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Counter({
      name: 'glasshouse_http_requests_total',
      help: 'Calls answered, by path and retCode',
      labelNames: ['path', 'retCode'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'glasshouse_http_request_duration_seconds',
      help: 'Time to answer a call',
      labelNames: ['path'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    pushClients: new Gauge({ name: gaugeName('push_clients'), help: 'Open push sockets', registers }),
    pushFrames: new Counter({
      name: 'glasshouse_ws_writes_total',
      help: 'Writes to push sockets: shared frames, newest states for slow readers, private events',
      labelNames: ['kind'],
      registers,
    }),
    ticks: new Counter({
      name: 'glasshouse_ticks_total',
      help: 'Ticks published by the markets',
      labelNames: ['symbol'],
      registers,
    }),
    facts: new Counter({
      name: 'glasshouse_domain_events_total',
      help: 'Domain events delivered to their listeners: delivered, failed, dead',
      labelNames: ['outcome'],
      registers,
    }),
    jobRuns: createJobRuns(registers),
    messages: new Counter({
      name: 'glasshouse_notifications_total',
      help: 'Delivery attempts of notifications by e-mail and SMS: sent, retried, failed; expired before one succeeded',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    messagesWaiting: new Gauge({
      name: gaugeName('notifications_pending'),
      help: 'Notifications waiting for delivery',
      registers,
    }),
    ...reviewMetrics(registers),
    ...createAlertGauges(registers),
    ...ledgerMetrics(registers),
  }
}

const ledgerMetrics = (registers: Registry[]): Pick<Metrics, 'ledgerBroken' | 'ledgerChecks'> => ({
  ledgerBroken: new Gauge({
    name: gaugeName('ledger_broken'),
    help: 'Broken invariants of the ledger; above 0 new risk and withdrawals are suspended',
    registers,
  }),
  ledgerChecks: new Counter({
    name: 'glasshouse_ledger_checks_total',
    help: 'Checks of the ledger, one a minute: sound, broken; none means that it is not checked',
    labelNames: ['outcome'],
    registers,
  }),
})

const reviewMetrics = (
  registers: Registry[],
): Pick<Metrics, 'reviewsWaiting' | 'reviewsOverdue' | 'reviewsOldest'> => ({
  reviewsWaiting: new Gauge({
    name: gaugeName('reviews_pending'),
    help: 'Review items waiting for a decision',
    labelNames: ['kind'],
    registers,
  }),
  reviewsOverdue: new Gauge({
    name: gaugeName('reviews_overdue'),
    help: 'Review items past their deadline: undecided, or approved and not executed',
    labelNames: ['kind'],
    registers,
  }),
  reviewsOldest: new Gauge({
    name: gaugeName('reviews_oldest_seconds'),
    help: 'Age of the oldest review item waiting for a decision, in seconds of the business calendar; 0 with none',
    labelNames: ['kind'],
    registers,
  }),
})
