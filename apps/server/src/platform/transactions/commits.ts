import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../database/index.ts'

/** A published event with its id. */
export type CommittedEvent = { readonly id: number; readonly kind: string; readonly body: object }

type Waker = (announced: readonly CommittedEvent[], on: Db) => void

/** Events published by one transaction, delivered only after its commit. */
const publishedEvents = new AsyncLocalStorage<CommittedEvent[]>()

const commitListeners = new Set<Waker>()

export const wakeAll = (announced: readonly CommittedEvent[], on: Db): void => {
  if (announced.length > 0) for (const wake of commitListeners) wake(announced, on)
}

/** Records published events; outside `transact` the dispatcher's poll finds them. */
export const recordPublished = (announced: readonly CommittedEvent[]): void => {
  publishedEvents.getStore()?.push(...announced)
}

/**
 * Adds a listener for the events and the database of every commit in this process; returns the function that removes
 * it.
 */
export const onCommit = (wake: Waker): (() => void) => {
  commitListeners.add(wake)
  return () => commitListeners.delete(wake)
}

/** Runs the work of a transaction and adds what it publishes to `published`. */
export const collectPublished = <T>(published: CommittedEvent[], work: () => Promise<T>): Promise<T> =>
  publishedEvents.run(published, work)
