import { defaultStepSize, finishSteps, inSteps, type Steps } from './steps.ts'

/** So many entries, and at least a sixteenth of all, are taken at once, and the heap is built anew from the rest. */
const many = 1000
const rebuildShare = 16

/** Index of a slot that is not in the heap. */
const nowhere = -1

/**
 * A 4-ary min-heap of numbers on typed arrays, about 24 bytes per entry. The caller numbers the entries (slots, small
 * and dense), so that an entry can be removed from any position.
 */
export type SlotHeap = {
  /** Smallest key; Infinity if the heap is empty. */
  readonly top: () => number
  readonly add: (slot: number, key: number) => void
  /** Removes an entry; returns false if it is not in this heap. */
  readonly remove: (slot: number) => boolean
  /** Removes the entry with the smallest key and returns its slot; -1 if the heap is empty. */
  readonly pop: () => number
  /** Removes every entry up to a key and adds their slots to a list, in no particular order. */
  readonly takeUpTo: (key: number, into: number[]) => void
  /** The same in steps, between which the heap is neither used nor changed. */
  readonly takeInSteps: (key: number, into: number[]) => Steps<void>
  readonly size: () => number
}

const grown = <Values extends Float64Array | Int32Array>(
  values: Values,
  minLength: number,
  filling: number,
) => {
  const larger =
    values instanceof Float64Array
      ? new Float64Array(Math.max(minLength, values.length * 2))
      : new Int32Array(Math.max(minLength, values.length * 2))
  larger.fill(filling)
  larger.set(values)
  return larger as Values
}

/**
 * Creates an empty heap.
 *
 * @param stepSize entries that one step of `takeInSteps` works on
 * @example heap.add(7, 100); heap.add(3, 90); heap.pop() // 3
 */
export const slotHeap = (stepSize = defaultStepSize): SlotHeap => {
  let keys = new Float64Array(64)
  let slots = new Int32Array(64)
  /** Index in the heap by slot. */
  let places = new Int32Array(64).fill(nowhere)
  let size = 0
  let top = Number.POSITIVE_INFINITY

  const put = (place: number, slot: number, key: number): void => {
    keys[place] = key
    slots[place] = slot
    places[slot] = place
  }
  const keyAt = (place: number): number => keys[place] ?? Number.POSITIVE_INFINITY
  const slotAt = (place: number): number => slots[place] ?? nowhere

  const rise = (from: number, slot: number, key: number): void => {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 2
      if (keyAt(parent) <= key) break
      put(place, slotAt(parent), keyAt(parent))
      place = parent
    }
    put(place, slot, key)
  }
  const sink = (from: number, slot: number, key: number): void => {
    let place = from
    for (;;) {
      const first = place * 4 + 1
      if (first >= size) break
      let smallest = first
      const end = Math.min(first + 4, size)
      for (let child = first + 1; child < end; child += 1)
        if (keyAt(child) < keyAt(smallest)) smallest = child
      if (keyAt(smallest) >= key) break
      put(place, slotAt(smallest), keyAt(smallest))
      place = smallest
    }
    put(place, slot, key)
  }
  const takeAt = (place: number): void => {
    places[slotAt(place)] = nowhere
    size -= 1
    if (place < size) {
      const slot = slotAt(size)
      const key = keyAt(size)
      if (place > 0 && keyAt((place - 1) >> 2) > key) rise(place, slot, key)
      else sink(place, slot, key)
    }
    top = size === 0 ? Number.POSITIVE_INFINITY : keyAt(0)
  }

  const pop = (): number => {
    if (size === 0) return nowhere
    const slot = slotAt(0)
    takeAt(0)
    return slot
  }
  /** Looks at the reached places from one on, at most so many, and adds those below them; returns where it stopped. */
  const reachBelow = (reached: number[], from: number, key: number): number => {
    let at = from
    for (; at < reached.length && at < from + stepSize; at += 1) {
      const first = (reached[at] ?? 0) * 4 + 1
      for (let child = first; child < Math.min(first + 4, size); child += 1)
        if (keyAt(child) <= key) reached.push(child)
    }
    return at
  }
  /** Removes the entries at some places and builds the heap of those that are left. */
  function* rebuildWithout(reached: readonly number[], into: number[]): Steps<void> {
    const takeOut = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const slot = slotAt(reached[at] ?? 0)
        into.push(slot)
        places[slot] = nowhere
      }
    }
    yield* inSteps(reached.length, takeOut, stepSize)
    let left = 0
    const moveUp = (from: number, to: number): void => {
      for (let place = from; place < to; place += 1) {
        const slot = slotAt(place)
        if (places[slot] === nowhere) continue
        put(left, slot, keyAt(place))
        left += 1
      }
    }
    yield* inSteps(size, moveUp, stepSize)
    size = left
    const lastParent = (left - 2) >> 2
    const order = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1)
        sink(lastParent - at, slotAt(lastParent - at), keyAt(lastParent - at))
    }
    yield* inSteps(lastParent + 1, order, stepSize)
    top = size === 0 ? Number.POSITIVE_INFINITY : keyAt(0)
  }
  function* takeInSteps(key: number, into: number[]): Steps<void> {
    if (size === 0 || top > key) return
    // An entry is never smaller than its parent, so those up to a key are one part of the tree around its top.
    const reached = [0]
    for (let seen = reachBelow(reached, 0, key); seen < reached.length; seen = reachBelow(reached, seen, key))
      yield
    if (reached.length >= many && reached.length * rebuildShare >= size) {
      yield* rebuildWithout(reached, into)
      return
    }
    const popSome = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) into.push(pop())
    }
    yield* inSteps(reached.length, popSome, stepSize)
  }

  return {
    top: () => top,
    add: (slot, key) => {
      if (slot >= places.length) places = grown(places, slot + 1, nowhere)
      if (places[slot] !== nowhere) throw new RangeError(`slot ${slot} is in the heap already`)
      if (size === keys.length) {
        keys = grown(keys, size + 1, 0)
        slots = grown(slots, size + 1, nowhere)
      }
      size += 1
      rise(size - 1, slot, key)
      top = keyAt(0)
    },
    remove: (slot) => {
      const place = places[slot] ?? nowhere
      if (place === nowhere) return false
      takeAt(place)
      return true
    },
    pop,
    takeUpTo: (key, into) => finishSteps(takeInSteps(key, into)),
    takeInSteps,
    size: () => size,
  }
}
