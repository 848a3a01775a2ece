import { defaultStepSize, inSteps, type Steps } from '@glasshouse/core/contracts/engine/steps'
import type { MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import { createSplitMap } from '../../../platform/concurrency/index.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf } from '../batch/batch.ts'
import type { FiredTrigger } from './executeBatch.ts'
import type { ArmedTrigger } from './triggerBooks.ts'

/** Something that fired, and the moment of the tick that did it. */
export type QueuedTrigger = FiredTrigger & { readonly moment: number }

/** What fired and is not settled yet, in the order in which the ticks were heard. */
export type FiredQueue = {
  /** Queues what fired at the newest moment. It is in the queue after the last step. */
  readonly append: (fired: readonly ArmedTrigger[], at: MarketSnapshot, moment: number) => Steps<void>
  /** Queues what was found later, behind everything of its moment. */
  readonly insert: (due: QueuedTrigger) => void
  /**
   * What is settled together next: from the front of the queue, at most so many, and of each wallet only what one tick
   * fired. What a later tick fired meets the wallet as the ticks in between left it, close-outs included, and those are
   * found when it is armed.
   */
  readonly next: (most: number) => readonly QueuedTrigger[]
  /** Takes so many from the front. */
  readonly drop: (many: number) => void
  /** The first one goes behind all others. */
  readonly postpone: () => void
  readonly all: () => Iterable<QueuedTrigger>
  /** The same of some customers alone; without any of theirs it looks at nothing. */
  readonly of: (uids: Iterable<number>) => Iterable<QueuedTrigger>
  readonly has: (key: MarginAccountKey) => boolean
  /** The moment since which anything is queued; Infinity without. */
  readonly oldest: () => number
  readonly size: () => number
}

/**
 * What one tick fired, of which those before a place are settled. They stay as they were armed until they are settled: a
 * hundred thousand of them are one entry of the queue.
 */
type FiredTogether = {
  readonly moment: number
  readonly at: MarketSnapshot
  readonly fired: readonly ArmedTrigger[]
  place: number
}

/** How many of each customer there are. */
const createCounts = (): {
  readonly has: (uid: number) => boolean
  readonly add: (uid: number, by: 1 | -1) => void
} => {
  const counts = createSplitMap<number, number>()
  return {
    has: (uid) => counts.get(uid) !== undefined,
    add: (uid, by) => {
      const now = (counts.get(uid) ?? 0) + by
      if (now === 0) counts.delete(uid)
      else counts.set(uid, now)
    },
  }
}

/**
 * Starts empty.
 *
 * @param stepSize triggers that one step of `append` works on
 */
export const createFiredQueue = (stepSize = defaultStepSize): FiredQueue => {
  const groups: FiredTogether[] = []
  /** How many of each customer are queued: every new order asks. */
  const byCustomer = createCounts()
  let size = 0

  const count = ({ uid }: MarginAccountKey, change: 1 | -1): void => {
    byCustomer.add(uid, change)
    size += change
  }
  function* all(): Generator<QueuedTrigger> {
    for (const { fired, at, moment, place } of groups)
      for (let index = place; index < fired.length; index += 1) {
        const armed = fired[index]
        if (armed !== undefined) yield { ...armed, at, moment }
      }
  }
  function* of(uids: Iterable<number>): Generator<QueuedTrigger> {
    const queued = new Set([...uids].filter((uid) => byCustomer.has(uid)))
    if (queued.size > 0) for (const due of all()) if (queued.has(due.uid)) yield due
  }
  const insert = ({ at, moment, ...armed }: QueuedTrigger): void => {
    let place = groups.length
    while (place > 0 && (groups[place - 1]?.moment ?? 0) > moment) place -= 1
    groups.splice(place, 0, { moment, at, fired: [armed], place: 0 })
    count(armed, 1)
  }
  const drop = (many: number): void => {
    // Removed together: what is found while a term begins are groups of one each, and to remove the first of a hundred
    // thousand moves all others.
    let settled = 0
    for (let left = many; left > 0; left -= 1) {
      const group = groups[settled]
      const armed = group?.fired[group.place]
      if (group === undefined || armed === undefined) throw new Error('more is dropped than was queued')
      count(armed, -1)
      group.place += 1
      if (group.place === group.fired.length) settled += 1
    }
    groups.splice(0, settled)
  }
  return {
    append: function* (fired, at, moment) {
      const countSome = (from: number, to: number): void => {
        for (const armed of fired.slice(from, to)) count(armed, 1)
      }
      yield* inSteps(fired.length, countSome, stepSize)
      if (fired.length > 0) groups.push({ moment, at, fired, place: 0 })
    },
    insert,
    next: (most) => {
      const moments = new Map<number, number>()
      const dues: QueuedTrigger[] = []
      for (const due of all()) {
        const account = accountKeyOf(due)
        if (dues.length === most || (moments.get(account) ?? due.moment) !== due.moment) break
        moments.set(account, due.moment)
        dues.push(due)
      }
      return dues
    },
    drop,
    postpone: () => {
      const [group] = groups
      const armed = group?.fired[group.place]
      if (group === undefined || armed === undefined) return
      drop(1)
      groups.push({ ...group, fired: [armed], place: 0 })
      count(armed, 1)
    },
    all,
    of,
    has: ({ uid, wallet }) => {
      for (const due of of([uid])) if (due.wallet === wallet) return true
      return false
    },
    oldest: () => groups.reduce((oldest, { moment }) => Math.min(oldest, moment), Number.POSITIVE_INFINITY),
    size: () => size,
  }
}
