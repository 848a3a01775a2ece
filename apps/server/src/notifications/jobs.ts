import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/services/index.ts'
import type { Metrics } from '../platform/telemetry/index.ts'
import { type DeliveryError, openTransports } from './carriers.ts'
import type { Channel } from './schema.ts'
import { openText } from './service/messages.ts'
import {
  countWaiting,
  type DeliveryOutcome,
  type LockedMessage,
  lockDueMessages,
  updateDelivery,
  updateExpiredMessages,
} from './store/messages.ts'
import { deleteExpiredNotices } from './store/notices.ts'

export type DeliveryParts = {
  readonly platform: Pick<Platform, 'settings' | 'clock' | 'log' | 'database' | 'secrets'>
  readonly metrics?: Metrics
  /** Polling interval in milliseconds; one second by default. */
  readonly pollMs?: number
}

export type Delivery = {
  /** Sends due messages after the round in progress, if there is one; returns the number of attempts. */
  readonly round: () => Promise<number>
  readonly close: () => Promise<void>
}

const batch = 20
/**
 * Timeout after which a message without a recorded outcome is due again, milliseconds; longer than any transport
 * timeout.
 */
const inHandMs = 120_000
const maxWaitMs = 10 * 60_000

/** Delay after a number of attempts: 2 s, 4 s, 8 s … ten minutes. */
export const backOffMs = (attempts: number): number => Math.min(maxWaitMs, 1000 * 2 ** attempts)

const outcomeOf = (
  failure: DeliveryError | null,
  { attempts }: LockedMessage,
  atMs: number,
): DeliveryOutcome => {
  if (failure === null) return { state: 'sent' }
  return failure.forGood
    ? { state: 'failed', failure: failure.why }
    : { state: 'waiting', failure: failure.why, dueMs: atMs + backOffMs(attempts) }
}

const outcomeNames = { sent: 'sent', waiting: 'retried', failed: 'failed' } as const

/**
 * Delivers messages through the configured transports: SMTP for mail, a webhook for phones.
 *
 * A message is locked in one statement, sent, and its outcome recorded; after a crash in between, it is sent again
 * after two minutes under the same id (Message-ID, Idempotency-Key), by which the receiver can detect the duplicate.
 * Failures are retried with growing waits until the message expires.
 *
 * Without a transport nothing runs, and messages are readable only in the practice outbox.
 */
export const startDeliveryWorker = async ({
  platform,
  metrics,
  pollMs = 1000,
}: DeliveryParts): Promise<Delivery> => {
  const { clock, log, secrets, settings } = platform
  const { db } = platform.database
  const carriers = await openTransports(db, settings)
  const channels = [...carriers.keys()]
  const count = (channel: Channel, outcome: string): void => metrics?.messages.inc({ channel, outcome })

  const deliver = async (message: LockedMessage): Promise<void> => {
    const transport = carriers.get(message.channel)
    if (transport === undefined) throw new Error(`nobody carries ${message.channel}`)
    const failure = await transport.carry({ ...message, ...openText(secrets, message) })
    const outcome = outcomeOf(failure, message, clock.now())
    await updateDelivery(db, message, outcome, clock.now(), settings.MODE === 'live')
    count(message.channel, outcomeNames[outcome.state])
    if (outcome.state !== 'sent')
      log.warn(
        {
          message: message.id,
          channel: message.channel,
          attempts: message.attempts,
          failure: outcome.failure,
        },
        outcome.state === 'failed' ? 'a message cannot be delivered' : 'a message was not delivered yet',
      )
  }
  const roundNow = async (): Promise<number> => {
    if (channels.length === 0) return 0
    const atMs = clock.now()
    const expired = await updateExpiredMessages(db, channels, atMs)
    if (expired > 0) {
      metrics?.messages.inc({ channel: 'any', outcome: 'expired' }, expired)
      log.warn({ expired }, 'messages ran out before they could be delivered')
    }
    const taken = await lockDueMessages(db, channels, atMs, atMs + inHandMs, batch)
    const settled = await Promise.allSettled(taken.map(deliver))
    for (const result of settled)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'failed to record delivery outcome')
    metrics?.messagesWaiting.set(await countWaiting(db, channels))
    return taken.length
  }

  let last: Promise<unknown> = Promise.resolve()
  const round = (): Promise<number> => {
    const own = last.then(roundNow)
    last = own.catch(() => undefined)
    return own
  }

  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const tried = await round().catch((err: unknown) => {
        log.warn({ err }, 'message delivery failed, retrying')
        return 0
      })
      if (tried < batch) await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = channels.length === 0 ? Promise.resolve() : run()
  return {
    round,
    close: async () => {
      stopping.abort()
      // Deliveries in progress are aborted and sent again after the next start.
      for (const transport of carriers.values()) transport.close()
      await running
    },
  }
}

/** Notices that one statement of a purge deletes. */
const purgedAtOnce = 1000

/** Deletes expired notices in chunks; returns their number. */
export const purgeNotices = async ({
  clock,
  database,
}: Pick<Platform, 'clock' | 'database'>): Promise<number> => {
  for (let purged = 0; ; ) {
    const deleted = await deleteExpiredNotices(database.db, clock.business(), purgedAtOnce)
    purged += deleted
    if (deleted < purgedAtOnce) return purged
  }
}

/** The purge of expired notices. */
export const notificationJobs = (platform: Pick<Platform, 'clock' | 'database'>): readonly Job[] => [
  {
    name: 'notifications.purge',
    cron: '7 * * * *',
    afterStartSeconds: null,
    run: () => purgeNotices(platform),
  },
]
