import { setTimeout as wait } from 'node:timers/promises'
import type { Metrics, Platform } from '../platform/index.ts'
import { type DeliveryError, openTransports } from './carriers.ts'
import type { Channel } from './schema.ts'
import {
  countWaiting,
  type DeliveryOutcome,
  expireMessages,
  type LockedMessage,
  lockDueMessages,
  updateDelivery,
} from './store.ts'

export type DeliveryParts = {
  readonly platform: Pick<Platform, 'settings' | 'clock' | 'log' | 'database'>
  readonly metrics?: Metrics
  /** How often what is due is looked for; a second unless told. */
  readonly pollMs?: number
}

export type Delivery = {
  /** Sends what is due now; returns how many were tried. */
  readonly round: () => Promise<number>
  readonly close: () => Promise<void>
}

const batch = 20
/** A sender that has not written down its outcome by then is given up; longer than any carrier may take. */
const inHandMs = 120_000
const longestWaitMs = 10 * 60_000

/** How long a message waits after so many tries: 2 s, 4 s, 8 s … ten minutes. */
export const backOffMs = (attempts: number): number => Math.min(longestWaitMs, 1000 * 2 ** attempts)

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
 * Carries messages out of the house through the configured carriers: SMTP for mail, a webhook for phones. A
 * message is taken in hand in one statement, sent, and its outcome written down; killed in between, it is sent
 * again after two minutes under the same name (Message-ID, Idempotency-Key), by which the other side can tell
 * it from a new one. Failures are tried again with growing waits until the message is worth nothing.
 *
 * Without any carrier nothing runs, and messages are read in the practice outbox alone.
 */
export const startDeliveryWorker = async ({
  platform,
  metrics,
  pollMs = 1000,
}: DeliveryParts): Promise<Delivery> => {
  const { clock, log, settings } = platform
  const { db } = platform.database
  const carriers = await openTransports(db, settings)
  const channels = [...carriers.keys()]
  const count = (channel: Channel, outcome: string): void => metrics?.messages.inc({ channel, outcome })

  const deliver = async (message: LockedMessage): Promise<void> => {
    const carrier = carriers.get(message.channel)
    if (carrier === undefined) throw new Error(`nobody carries ${message.channel}`)
    const failure = await carrier.carry(message)
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
  const round = async (): Promise<number> => {
    if (channels.length === 0) return 0
    const atMs = clock.now()
    const expired = await expireMessages(db, channels, atMs)
    if (expired > 0) log.warn({ expired }, 'messages ran out before they could be delivered')
    const taken = await lockDueMessages(db, channels, atMs, atMs + inHandMs, batch)
    const settled = await Promise.allSettled(taken.map(deliver))
    for (const result of settled)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'failed to record delivery outcome')
    metrics?.messagesWaiting.set(await countWaiting(db, channels))
    return taken.length
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
      // What is on its way is given up and goes out again after the next start.
      for (const carrier of carriers.values()) carrier.close()
      await running
    },
  }
}
