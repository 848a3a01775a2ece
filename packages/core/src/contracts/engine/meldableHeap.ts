/**
 * A leftist heap: two of them become one, and any entry is taken out, in a number of steps that grows with the logarithm of
 * their entries, never more. A heap that is only cheap on average, such as a pairing heap, would walk a hundred thousand
 * entries at once where they were added one after the other and the first is taken out.
 */

/** An entry of a heap; at any time it is in one heap or in none. */
export type HeapEntry<Value> = {
  readonly key: bigint
  readonly value: Value
  left: HeapEntry<Value> | null
  /** The child below which the nearest free place is. */
  right: HeapEntry<Value> | null
  parent: HeapEntry<Value> | null
  /** Entries on the way to the nearest free place below, itself included. */
  rank: number
}

/** The heap is its entry with the smallest key; null is the empty one. */
export type MeldableHeap<Value> = HeapEntry<Value> | null

/** An entry that is in no heap. */
export const heapEntry = <Value>(key: bigint, value: Value): HeapEntry<Value> => ({
  ...{ key, value },
  ...{ left: null, right: null, parent: null, rank: 1 },
})

/** Puts the children of an entry in order after one of them changed; returns whether its rank changed with it. */
const reorder = <Value>(entry: HeapEntry<Value>): boolean => {
  const { left, right, rank } = entry
  if ((left?.rank ?? 0) < (right?.rank ?? 0)) {
    entry.left = right
    entry.right = left
  }
  entry.rank = (entry.right?.rank ?? 0) + 1
  return entry.rank !== rank
}

/** All entries of two heaps in one. */
export const meld = <Value>(a: MeldableHeap<Value>, b: MeldableHeap<Value>): MeldableHeap<Value> => {
  if (a === null) return b
  if (b === null) return a
  const [top, below] = a.key <= b.key ? [a, b] : [b, a]
  // As deep as the two ranks together: 34 for a hundred thousand entries.
  const right = meld(top.right, below)
  if (right !== null) right.parent = top
  top.right = right
  reorder(top)
  return top
}

/**
 * Takes an entry out of its heap and returns what is left.
 *
 * @example removeEntry(heap, heap) // without the smallest
 */
export const removeEntry = <Value>(heap: HeapEntry<Value>, entry: HeapEntry<Value>): MeldableHeap<Value> => {
  const { left, right, parent } = entry
  if (left !== null) left.parent = null
  if (right !== null) right.parent = null
  const below = meld(left, right)
  entry.left = null
  entry.right = null
  entry.parent = null
  entry.rank = 1
  if (parent === null) return below
  if (parent.left === entry) parent.left = below
  else parent.right = below
  if (below !== null) below.parent = parent
  // Each rank that changes is one more than that of the child, so these are as few as a rank is high.
  let changed: MeldableHeap<Value> = parent
  while (changed !== null && reorder(changed)) changed = changed.parent
  return heap
}
