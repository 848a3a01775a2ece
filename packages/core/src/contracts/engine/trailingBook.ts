/**
 * Trailing stops of one market. Those with the same best tick form a group, in which the smallest distance is reached first.
 * A better tick joins the groups that it beats; only a stop that is added makes a group. A tick that neither fires
 * nor betters anything costs a few comparisons, independent of the number of stops.
 */
import type { Tick } from '../../markets/evidence.ts'
import type { Price } from '../../money/units.ts'
import { closingPrice, type PositionSide } from '../rules.ts'
import {
  isBetterClosing,
  isTrailingReached,
  type TrailingDistance,
  trailingTrigger,
} from '../trailingStop.ts'
import { slotHeap } from './heap.ts'
import { type HeapEntry, heapEntry, type MeldableHeap, meld, removeEntry } from './meldableHeap.ts'
import { defaultStepSize, finishSteps, inSteps, type Steps } from './steps.ts'
import { heapKey } from './triggers.ts'

/** A trailing stop to watch; `best` is its best tick among all that were heard. */
export type WatchedTrailing = {
  readonly side: PositionSide
  readonly distance: TrailingDistance
  readonly best: Tick
}

/** A stop that a tick reached, with the best tick that its trigger price followed from. */
export type FiredTrailing = { readonly id: number; readonly best: Tick }

export type TrailingBook = {
  /** Adds a stop and returns its id, which is reused after it is removed. */
  readonly add: (one: WatchedTrailing) => number
  /** Removes a stop and returns its best tick. Throws for an id that is not in the book. */
  readonly remove: (id: number) => Tick
  /** The best tick of a stop. Throws for an id that is not in the book. */
  readonly bestOf: (id: number) => Tick
  /** Removes all stops that a tick reaches and returns them; the others may get it as their best. */
  readonly tick: (tick: Tick) => readonly FiredTrailing[]
  /** The same in steps, between which nothing may be added, removed or asked for. */
  readonly fire: (tick: Tick) => Steps<readonly FiredTrailing[]>
  /** Best ticks that changed since this was asked last. */
  readonly takeMoved: () => readonly Tick[]
  readonly size: () => number
}

type Stop = { readonly id: number; readonly distance: TrailingDistance; group: Group }
type Group = {
  best: Tick
  stops: MeldableHeap<Stop>
  /** Number in the heap of groups. */
  readonly slot: number
  /** The group that it was joined to. */
  into: Group | null
}

/** Stops of one side with one kind of distance, in which a smaller distance is always reached first. */
type TrailingGroups = {
  readonly add: (stop: Omit<Stop, 'group'>, best: Tick) => HeapEntry<Stop>
  readonly remove: (entry: HeapEntry<Stop>) => Tick
  /** Takes out the stops that a tick reaches. */
  readonly fire: (tick: Tick, into: ReachedStop[]) => Steps<void>
  readonly moved: Set<Group>
}
type ReachedStop = { readonly stop: Stop; readonly best: Tick }

/** The group of a stop now; paths are shortened on the way. */
const groupOf = (stop: Stop): Group => {
  let group = stop.group
  while (group.into !== null) {
    if (group.into.into !== null) group.into = group.into.into
    group = group.into
  }
  stop.group = group
  return group
}

const createGroups = (side: PositionSide, stepSize: number): TrailingGroups => {
  /** Taking one out of a heap is more than looking at it. */
  const takenTogether = Math.ceil(stepSize / 4)
  /** The best price of all first; groups of one price by tick. */
  const groups: Group[] = []
  const bySlot: (Group | undefined)[] = []
  const free: number[] = []
  /** Groups by the trigger price that is reached first, as a number that falls while the market goes towards it. */
  const nearest = slotHeap()
  const moved = new Set<Group>()

  const at = (tick: Tick): Price => closingPrice(side, tick)
  const keyOf = (price: Price): number => (side === 'long' ? -heapKey(price) : heapKey(price))
  const arm = ({ stops, best, slot }: Group): void => {
    if (stops !== null) nearest.add(slot, keyOf(trailingTrigger(side, stops.value.distance, at(best))))
  }
  const isBefore = (one: Group, best: Tick): boolean =>
    isBetterClosing(side, at(one.best), at(best)) || (at(one.best) === at(best) && one.best.n < best.n)
  const placeOf = (best: Tick): number => {
    let [low, high] = [0, groups.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const group = groups[middle]
      if (group !== undefined && isBefore(group, best)) low = middle + 1
      else high = middle
    }
    return low
  }
  const drop = (group: Group): void => {
    groups.splice(placeOf(group.best), 1)
    release(group)
  }
  const release = (group: Group): void => {
    bySlot[group.slot] = undefined
    free.push(group.slot)
    moved.delete(group)
  }
  const groupAt = (best: Tick): Group => {
    const place = placeOf(best)
    const known = groups[place]
    if (known !== undefined && known.best.n === best.n) return known
    const group: Group = { best, stops: null, slot: free.pop() ?? bySlot.length, into: null }
    bySlot[group.slot] = group
    groups.splice(place, 0, group)
    return group
  }
  function* takeReached(group: Group, tick: Tick, into: ReachedStop[]): Steps<void> {
    const { best } = group
    while (group.stops !== null && isTrailingReached(side, group.stops.value.distance, at(best), tick)) {
      into.push({ stop: group.stops.value, best })
      group.stops = removeEntry(group.stops, group.stops)
      if (into.length % takenTogether === 0) yield
    }
  }
  /** Every group that the tick beats becomes part of one. */
  const join = (tick: Tick): void => {
    let joined: Group | undefined
    for (;;) {
      const last = groups.at(-1)
      if (last === undefined || !isBetterClosing(side, at(tick), at(last.best))) break
      groups.pop()
      nearest.remove(last.slot)
      if (joined === undefined) joined = last
      else {
        joined.stops = meld(joined.stops, last.stops)
        last.stops = null
        last.into = joined
        release(last)
      }
    }
    if (joined === undefined) return
    joined.best = tick
    groups.push(joined)
    moved.add(joined)
    arm(joined)
  }

  function* fire(tick: Tick, into: ReachedStop[]): Steps<void> {
    const now = keyOf(at(tick))
    const near: Group[] = []
    while (nearest.top() <= now) {
      const group = bySlot[nearest.pop()]
      if (group !== undefined) near.push(group)
    }
    for (const group of near) {
      yield* takeReached(group, tick, into)
      if (group.stops === null) drop(group)
      else arm(group)
    }
    join(tick)
  }

  return {
    moved,
    add: (one, best) => {
      const group = groupAt(best)
      const key = one.distance.kind === 'price' ? one.distance.by : one.distance.hundredths
      const entry = heapEntry<Stop>(key, { ...one, group })
      nearest.remove(group.slot)
      group.stops = meld(group.stops, entry)
      arm(group)
      return entry
    },
    remove: (entry) => {
      const group = groupOf(entry.value)
      if (group.stops === null) throw new Error('a stop is in its group')
      nearest.remove(group.slot)
      group.stops = removeEntry(group.stops, entry)
      if (group.stops === null) drop(group)
      else arm(group)
      return group.best
    },
    fire,
  }
}

const nothing: readonly FiredTrailing[] = []

/**
 * Creates the empty book of one market.
 *
 * @param stepSize stops that one step of `fire` works on
 */
export const trailingBook = (stepSize = defaultStepSize): TrailingBook => {
  const groupsOf = (side: PositionSide): TrailingGroups => createGroups(side, stepSize)
  const tracks = {
    long: { price: groupsOf('long'), percent: groupsOf('long') },
    short: { price: groupsOf('short'), percent: groupsOf('short') },
  }
  const all = [tracks.long.price, tracks.long.percent, tracks.short.price, tracks.short.percent]
  const entries: ({ readonly entry: HeapEntry<Stop>; readonly groups: TrailingGroups } | undefined)[] = []
  const free: number[] = []
  const found = (id: number) => {
    const one = entries[id]
    if (one === undefined) throw new Error(`no trailing stop ${id}`)
    return one
  }
  const forget = (id: number): void => {
    entries[id] = undefined
    free.push(id)
  }
  const size = (): number => entries.length - free.length
  function* fire(tick: Tick): Steps<readonly FiredTrailing[]> {
    const reached: ReachedStop[] = []
    for (const groups of all) yield* groups.fire(tick, reached)
    const fired: FiredTrailing[] = []
    const release = (from: number, to: number): void => {
      for (const { stop, best } of reached.slice(from, to)) {
        forget(stop.id)
        fired.push({ id: stop.id, best })
      }
    }
    yield* inSteps(reached.length, release, stepSize)
    return fired
  }

  return {
    add: ({ side, distance, best }) => {
      const id = free.pop() ?? entries.length
      const groups = tracks[side][distance.kind]
      entries[id] = { groups, entry: groups.add({ id, distance }, best) }
      return id
    },
    remove: (id) => {
      const { groups, entry } = found(id)
      forget(id)
      return groups.remove(entry)
    },
    bestOf: (id) => groupOf(found(id).entry.value).best,
    tick: (tick) => (size() === 0 ? nothing : finishSteps(fire(tick))),
    fire,
    takeMoved: () => {
      const ticks = new Set(all.flatMap(({ moved }) => [...moved].map(({ best }) => best)))
      for (const { moved } of all) moved.clear()
      return [...ticks]
    },
    size,
  }
}
