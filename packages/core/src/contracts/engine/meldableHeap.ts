/** A pairing heap: two of them become one in a constant number of steps, however many entries they have. */

/** An entry of a heap; at any time it is in one heap or in none. */
export type HeapEntry<Value> = {
  readonly key: bigint
  readonly value: Value
  /** Of the children the first, and the next of the same parent; `before` is the one in front, or the parent. */
  child: HeapEntry<Value> | null
  next: HeapEntry<Value> | null
  before: HeapEntry<Value> | null
}

/** The heap is its entry with the smallest key; null is the empty one. */
export type MeldableHeap<Value> = HeapEntry<Value> | null

/** An entry that is in no heap. */
export const heapEntry = <Value>(key: bigint, value: Value): HeapEntry<Value> => ({
  ...{ key, value },
  ...{ child: null, next: null, before: null },
})

/** All entries of two heaps in one. */
export const meld = <Value>(a: MeldableHeap<Value>, b: MeldableHeap<Value>): MeldableHeap<Value> => {
  if (a === null) return b
  if (b === null) return a
  const [top, below] = a.key <= b.key ? [a, b] : [b, a]
  below.next = top.child
  if (top.child !== null) top.child.before = below
  below.before = top
  top.child = below
  return top
}

/** The children of an entry as one heap: in pairs from the left, then together from the right. */
const joinChildren = <Value>({ child }: HeapEntry<Value>): MeldableHeap<Value> => {
  const pairs: MeldableHeap<Value>[] = []
  const take = (one: HeapEntry<Value> | null): HeapEntry<Value> | null => {
    const after = one?.next ?? null
    if (one !== null) {
      one.next = null
      one.before = null
    }
    return after
  }
  for (let first = child; first !== null; ) {
    const second = take(first)
    const third = take(second)
    pairs.push(meld(first, second))
    first = third
  }
  return pairs.reduceRight<MeldableHeap<Value>>((all, one) => meld(one, all), null)
}

/**
 * Takes an entry out of its heap and returns what is left.
 *
 * @example removeEntry(heap, heap) // without the smallest
 */
export const removeEntry = <Value>(heap: HeapEntry<Value>, entry: HeapEntry<Value>): MeldableHeap<Value> => {
  const below = joinChildren(entry)
  entry.child = null
  const { before, next } = entry
  if (before === null) return below
  if (before.child === entry) before.child = next
  else before.next = next
  if (next !== null) next.before = before
  entry.before = null
  entry.next = null
  return meld(heap, below)
}
