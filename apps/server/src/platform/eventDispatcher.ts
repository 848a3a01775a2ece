import type { PrivateEvent } from '@glasshouse/core/markets/topics'
import { sql } from 'kysely'
import { type CommittedEvent, onCommit, type Tx, transact } from './db.ts'
import { type DomainEvent, type PushEvent, pushEventsIn } from './events.ts'
import type { Metrics } from './metrics.ts'
import type { Platform } from './platform.ts'

/** An event with its id and the business instant of its publication. */
export type QueuedEvent = DomainEvent & { readonly id: number; readonly atMs: number }

/**
 * Handles events of modules this one depends on. Runs in the dispatcher's transaction, at least once; must be
 * idempotent.
 */
export type EventHandler = {
  readonly name: string
  readonly kinds: readonly string[]
  readonly hear: (tx: Tx, fact: QueuedEvent) => Promise<void>
}

export type DispatcherDeps = {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'database'>
  readonly listeners: readonly EventHandler[]
  /** Sends to a customer's open pages; called after the commit. */
  readonly sendToCustomer: (uid: number, message: { e: PrivateEvent; data: PushEvent['data'] }) => void
  readonly metrics?: Metrics
}

export type EventDispatcher = {
  /** Waits until every due event is delivered. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

type Row = QueuedEvent & { readonly attempts: number }

const batch = 200
const pollMs = 1000
/** Failures after which an event is moved to the dead letters for manual inspection: about ten minutes of retries. */
const lastAttempt = 12
const retryDelayMs = (attempts: number): number => Math.min(120_000, 250 * 2 ** attempts)

const lockDueMessages = async (tx: Tx, nowMs: number): Promise<readonly Row[]> =>
  (
    await sql<Row>`
      select id, kind, body, announced_ms as "atMs", attempts from platform_fact
      where retry_ms <= ${nowMs} order by id limit ${batch} for update skip locked
    `.execute(tx)
  ).rows

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Delivers one event to all of its handlers or none; returns the failure. */
const dispatchEvent = async (
  tx: Tx,
  fact: QueuedEvent,
  listeners: readonly EventHandler[],
): Promise<string | null> => {
  if (listeners.length === 0) return null
  await sql`savepoint fact`.execute(tx)
  let name = ''
  try {
    for (const listener of listeners) {
      name = listener.name
      await listener.hear(tx, fact)
    }
    await sql`release savepoint fact`.execute(tx)
    return null
  } catch (error) {
    await sql`rollback to savepoint fact`.execute(tx)
    return `${name}: ${errorMessage(error)}`
  }
}

const postpone = async (tx: Tx, fact: Row, nowMs: number): Promise<void> => {
  await tx
    .updateTable('platform_fact')
    .set({ attempts: fact.attempts + 1, retry_ms: nowMs + retryDelayMs(fact.attempts) })
    .where('id', '=', fact.id)
    .execute()
}

const moveToDeadLetters = async (tx: Tx, fact: Row, failure: string, nowMs: number): Promise<void> => {
  const { id, kind, atMs } = fact
  const body = JSON.stringify(fact.body)
  await tx
    .insertInto('platform_dead_fact')
    .values({ id, kind, body, announced_ms: atMs, failure: failure.slice(0, 2000), died_ms: nowMs })
    .execute()
}

const forget = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await tx.deleteFrom('platform_fact').where('id', 'in', ids).execute()
}

/** Counts and stores a failure; returns whether the event was moved to the dead letters. */
const fail = async (
  tx: Tx,
  { platform, metrics }: DispatcherDeps,
  fact: Row,
  failure: string,
  nowMs: number,
): Promise<boolean> => {
  const dead = fact.attempts + 1 >= lastAttempt
  metrics?.facts.inc({ outcome: dead ? 'dead' : 'failed' })
  const line = { fact: fact.id, kind: fact.kind, attempts: fact.attempts + 1, failure }
  if (dead) platform.log.error(line, 'event moved to dead letters')
  else platform.log.warn(line, 'event handler failed')
  await (dead ? moveToDeadLetters(tx, fact, failure, nowMs) : postpone(tx, fact, nowMs))
  return dead
}

const handlersOf = (listeners: readonly EventHandler[], kind: string): readonly EventHandler[] =>
  listeners.filter(({ kinds }) => kinds.includes(kind))

/** Delivers due events in one transaction and pushes to open pages after its commit; returns the number of events. */
const dispatchDue = async (
  parts: DispatcherDeps,
  push: (facts: readonly CommittedEvent[]) => void,
): Promise<number> => {
  const { platform, metrics } = parts
  const delivered = await transact(platform.database.db, async (tx) => {
    const nowMs = platform.clock.now()
    const due = await lockDueMessages(tx, nowMs)
    const heard: Row[] = []
    const finished: number[] = []
    for (const fact of due) {
      const failure = await dispatchEvent(tx, fact, handlersOf(parts.listeners, fact.kind))
      if (failure === null) heard.push(fact)
      if (failure === null || (await fail(tx, parts, fact, failure, nowMs))) finished.push(fact.id)
    }
    await forget(tx, finished)
    return { taken: due.length, heard }
  })
  metrics?.facts.inc({ outcome: 'heard' }, delivered.heard.length)
  push(delivered.heard)
  return delivered.taken
}

/** Above the number of events between a commit and the round that takes them. */
const maxBetween = 50_000

/**
 * Pushes to open pages, once per event. Events committed by this process are pushed at once; the later round skips
 * them. Whichever comes first pushes.
 */
const createPusher = (push: DispatcherDeps['sendToCustomer']) => {
  const pushedIds = new Set<number>()
  return (facts: readonly CommittedEvent[]): void => {
    for (const fact of facts) {
      const pushes = pushEventsIn(fact)
      if (pushes.length === 0 || pushedIds.delete(fact.id)) continue
      pushedIds.add(fact.id)
      for (const { uid, event, data } of pushes) push(uid, { e: event as PrivateEvent, data })
    }
    // Another process may have taken some of them; then no round of this process removes those ids.
    for (const id of pushedIds) {
      if (pushedIds.size <= maxBetween) break
      pushedIds.delete(id)
    }
  }
}

/** Sleeps until woken or until `pollMs` passed; a wake between two sleeps is not lost. */
const createSleeper = () => {
  let woken = false
  let rise = (): void => undefined
  return {
    wake: (): void => {
      woken = true
      rise()
    },
    sleep: async (): Promise<void> => {
      await new Promise<void>((resume) => {
        const timer = setTimeout(resume, pollMs)
        rise = () => {
          clearTimeout(timer)
          resume()
        }
        if (woken) rise()
      })
      woken = false
    },
  }
}

/**
 * Delivers events in publication order to the handlers of the modules.
 *
 * Woken after every commit that published events; a poll finds events left by a killed run. A failing handler is
 * retried after growing waits while later events continue; after twelve failures the event moves to the dead letters
 * with an error in the log.
 */
export const startEventDispatcher = (parts: DispatcherDeps): EventDispatcher => {
  const sleeper = createSleeper()
  const push = createPusher(parts.sendToCustomer)
  let closed = false
  /** One round at a time: waiting for a round includes the earlier ones. */
  let last: Promise<unknown> = Promise.resolve()
  const round = (): Promise<number> => {
    const mine = last.then(() => dispatchDue(parts, push))
    last = mine.catch(() => undefined)
    return mine
  }
  const settled = async (): Promise<void> => {
    while ((await round()) > 0);
  }
  const run = async (): Promise<void> => {
    while (!closed) {
      await settled().catch((err: unknown) =>
        parts.platform.log.warn({ err }, 'event dispatch failed, retrying'),
      )
      if (!closed) await sleeper.sleep()
    }
  }
  const stopListening = onCommit((announced, on) => {
    if (on === parts.platform.database.db) push(announced)
    sleeper.wake()
  })
  const running = run()
  return {
    settled,
    close: async () => {
      closed = true
      stopListening()
      sleeper.wake()
      await running
      await last
    },
  }
}
