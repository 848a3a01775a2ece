import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import type { Platform } from '../services/index.ts'
import type { Metrics } from '../telemetry/index.ts'
import { onCommit, transact } from '../transactions/index.ts'
import { pushesOf } from './eventPushes.ts'
import type { DomainEvent } from './events.ts'
import type { Messages } from './messages.ts'

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
  /**
   * Carries pushes to the processes that have open pages, and wakes this one when another commits events; without it
   * nothing is pushed.
   */
  readonly messages?: Pick<Messages, 'publish' | 'subscribe'>
  readonly metrics?: Metrics
}

/** Hands domain events to the listeners after the commit, at least once. */
export type EventDispatcher = {
  /** Waits until every due event is delivered. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

type Row = QueuedEvent & { readonly attempts: number }

/** Events of one transaction: so many new ones, and so many that are tried again. */
const batch = 200
const pollMs = 1000
/** Failures after which an event is moved to the dead letters for manual inspection: about ten minutes of retries. */
const lastAttempt = 12
const retryDelayMs = (attempts: number): number => Math.min(120_000, 250 * 2 ** attempts)

/**
 * Events that are due in the order of their publication: new ones, and those whose next attempt has come, up to a batch of
 * each. Two reads of one index, because in one ordered by id the rows that wait for another attempt would be read too.
 */
const lockDueMessages = async (tx: Tx, nowMs: number): Promise<readonly Row[]> =>
  (
    await sql<Row>`
      with fresh as materialized (
        select * from platform_fact where retry_ms = 0 order by id limit ${batch} for update skip locked
      ), again as materialized (
        select * from platform_fact where retry_ms between 1 and ${nowMs}
        order by retry_ms, id limit ${batch} for update skip locked
      )
      select id, kind, body, announced_ms as "atMs", attempts
      from (select * from fresh union all select * from again) due order by id`.execute(tx)
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

/** Delivers due events in one transaction and tells of them after its commit; returns the number of events. */
const dispatchDue = async (parts: DispatcherDeps): Promise<number> => {
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
  const pushes = pushesOf(delivered.heard)
  if (pushes.length > 0) parts.messages?.publish('events', { stage: 'dispatched', pushes })
  return delivered.taken
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
  let closed = false
  /** One round at a time: waiting for a round includes the earlier ones. */
  let last: Promise<unknown> = Promise.resolve()
  const round = (): Promise<number> => {
    const mine = last.then(() => dispatchDue(parts))
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
  const stopListening = [
    onCommit(sleeper.wake),
    parts.messages?.subscribe('events', ({ stage }, from) => {
      if (stage === 'committed' && from === 'other') sleeper.wake()
    }),
  ]
  const running = run()
  return {
    settled,
    close: async () => {
      closed = true
      for (const stop of stopListening) stop?.()
      sleeper.wake()
      await running
      await last
    },
  }
}
