import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import type { PushEvent } from './events.ts'

/** Push events of one domain event; its id tells those of a repeated message apart. */
export type EventPushes = { readonly id: number; readonly pushes: readonly PushEvent[] }

/** A text with the proof that a process which knows `SECRET_KEY` wrote it. */
type SignedText = { readonly text: string; readonly mac: string }

/** What processes tell each other: each subject with the form of its messages. */
export type MessageBodies = {
  /** The newest state of a topic for open pages; `term` is the leader that says so, null without one. */
  readonly market: {
    readonly topic: Topic
    readonly message: PublicMessage
    readonly term: number | null
  }
  /** Events were committed by the sender, or handed to every handler by it. */
  readonly events: {
    readonly stage: 'committed' | 'dispatched'
    readonly pushes: readonly EventPushes[]
  }
  /** Sent by the leader twice a second: it answers the calls of that term. */
  readonly leader: { readonly term: number }
  /**
   * Sent twice a second, and at each change, by each engine that shares the customers with others: the partitions it decides on
   * with the terms of their leases. It answers at `addresses.calls` and `addresses.engine` of each.
   */
  readonly partitions: {
    readonly terms: readonly (readonly [partition: number, term: number])[]
    /** Which calls of its customers it answers besides those of contracts; absent of a former release, which answers no others. */
    readonly also?: readonly CallGroup[]
  }
  /** Sent twice a second by the process that reads the source for a leader that does not: it answers at `addresses.feed`. */
  readonly feedReader: { readonly term: number }
  /** What the source said, in the order of its numbers, for the leader that asked for it. */
  readonly feed: SignedText
  /** A tick of the leader, for engines in other processes; sent while one of them asks. */
  readonly ticks: SignedText
  /** Practice mode moved the business calendar; milliseconds ahead of the wall clock. */
  readonly calendar: { readonly aheadMs: number }
  /** A payment was announced: due deposits are to be checked. */
  readonly deposits: Record<string, never>
}
export type Subject = keyof MessageBodies

/** Calls that the engine of a customer's partition answers, by what they are about. */
export type CallGroup = 'contracts' | 'options' | 'ai'

/** The process that leads, or, with a partition, the engine that decides on its customers; each with its term. */
export type Holder = { readonly partition: number | null; readonly term: number }

/** Where requests are answered. */
export const addresses = {
  /** Calls: those that the leader answers, or of the customers of a partition. */
  calls: ({ partition, term }: Holder): string =>
    partition === null ? `calls.${term}` : `calls.${partition}.${term}`,
  /** What other processes ask an engine about the wallets of the customers of a partition. */
  engine: ({ partition, term }: Holder): string => `engine.${partition}.${term}`,
  /** Files that the leader of a term writes. */
  files: (term: number): string => `files.${term}`,
  /** The process that reads the source in a term of its own lease. */
  feed: (term: number): string => `feed.${term}`,
} as const

/**
 * No process answers at an address, or the one that does is not the one to decide: the request had no effect and may be
 * sent again.
 */
export class NotDeliveredError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotDelivered'
  }
}

/** No process answers at an address. */
export const noAnswerAt = (address: string): NotDeliveredError =>
  new NotDeliveredError(`no process answers at ${address}`)

export type Answer = (body: unknown) => Promise<unknown>
type Listener<S extends Subject> = (body: MessageBodies[S], from: 'own' | 'other') => void

/**
 * Messages between the processes of one database. What is published reaches the listeners of this process at once and
 * those of others at most once, in the order of each sender; while the connection is lost it reaches no other process.
 */
export type Messages = {
  readonly publish: <S extends Subject>(subject: S, body: MessageBodies[S]) => void
  /** Returns how to stop. A listener that throws is logged. */
  readonly subscribe: <S extends Subject>(subject: S, listener: Listener<S>) => () => void
  /**
   * Answers requests, which are JSON values. An answer that throws `NotDeliveredError` is one to who asked. Returns how to
   * stop, which waits for the answers that are under way.
   */
  readonly serve: (address: string, answer: Answer) => () => Promise<void>
  /**
   * Sends a JSON value and returns the answer.
   *
   * @throws NotDeliveredError it was not delivered
   * @throws UpstreamError no answer in time: whether it had an effect is unknown
   */
  readonly request: (address: string, body: unknown, timeoutMs: number) => Promise<unknown>
  readonly isConnected: () => boolean
  /** Told after a lost connection is back: messages of the meantime are missing. Returns how to stop. */
  readonly onRestored: (listener: () => void) => () => void
  readonly close: () => Promise<void>
}

/** Listeners of this process by subject. */
export const createLocalListeners = (failed: (error: unknown) => void) => {
  const all = new Map<Subject, Set<Listener<Subject>>>()
  return {
    add: <S extends Subject>(subject: S, listener: Listener<S>): (() => void) => {
      const listeners = all.get(subject) ?? new Set()
      all.set(subject, listeners.add(listener as Listener<Subject>))
      return () => void listeners.delete(listener as Listener<Subject>)
    },
    notify: <S extends Subject>(subject: S, body: MessageBodies[S], from: 'own' | 'other'): void => {
      for (const listener of all.get(subject) ?? [])
        try {
          listener(body, from)
        } catch (error) {
          failed(error)
        }
    },
  }
}

/** What answers requests at an address, and the answers that are under way. */
export const createServer = (answer: Answer) => {
  const running = new Set<Promise<unknown>>()
  return {
    answer: (body: unknown): Promise<unknown> => {
      const work = answer(body)
      running.add(work)
      const done = (): void => void running.delete(work)
      work.then(done, done)
      return work
    },
    settled: async (): Promise<void> => void (await Promise.allSettled(running)),
  }
}

/** Messages of a process that is alone: they reach its own listeners, without any copy. */
export const createOwnMessages = (failed: (error: unknown) => void): Messages => {
  const listeners = createLocalListeners(failed)
  const servers = new Map<string, Answer>()
  return {
    publish: (subject, body) => listeners.notify(subject, body, 'own'),
    subscribe: listeners.add,
    serve: (address, answer) => {
      const server = createServer(answer)
      servers.set(address, server.answer)
      return async () => {
        servers.delete(address)
        await server.settled()
      }
    },
    request: async (address, body) => {
      const answer = servers.get(address)
      if (answer === undefined) throw noAnswerAt(address)
      return answer(body)
    },
    isConnected: () => true,
    onRestored: () => () => undefined,
    close: async () => undefined,
  }
}
