import type { PrivateEvent, PrivateMessage } from '@glasshouse/core/markets/topics'
import type { Db } from '../database/index.ts'
import { type CommittedEvent, onCommit } from '../transactions/index.ts'
import { pushEventsIn } from './events.ts'
import type { EventPushes, Messages } from './messages.ts'

/** Above the number of events between a commit and the round that takes them. */
const maxBetween = 50_000

/** The pushes of events that have some. */
export const pushesOf = (events: readonly CommittedEvent[]): readonly EventPushes[] =>
  events.flatMap((event) => {
    const pushes = pushEventsIn(event)
    return pushes.length === 0 ? [] : [{ id: event.id, pushes }]
  })

/** Tells all processes of the events that this one commits to a database. Returns how to stop. */
export const publishCommits = (db: Db, messages: Pick<Messages, 'publish'>): (() => void) =>
  onCommit((announced, on) => {
    if (on === db) messages.publish('events', { stage: 'committed', pushes: pushesOf(announced) })
  })

/**
 * Pushes to the open pages of this process, once per event: each is told of after its commit, and again by the round
 * that takes it, which makes up for a process that was killed in between. Returns how to stop.
 */
export const pushEventsTo = (
  { sendToCustomer }: { readonly sendToCustomer: (uid: number, message: PrivateMessage) => void },
  messages: Pick<Messages, 'subscribe'>,
): (() => void) => {
  const pushedIds = new Set<number>()
  return messages.subscribe('events', ({ pushes }) => {
    for (const { id, pushes: own } of pushes) {
      if (pushedIds.delete(id)) continue
      pushedIds.add(id)
      for (const { uid, event, data } of own) sendToCustomer(uid, { e: event as PrivateEvent, data })
    }
    // The second message of some never came; then no later one removes their ids.
    for (const id of pushedIds) {
      if (pushedIds.size <= maxBetween) break
      pushedIds.delete(id)
    }
  })
}
