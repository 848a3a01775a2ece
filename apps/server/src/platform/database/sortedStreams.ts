/**
 * Merges streams that are each sorted; of equal elements the earlier stream's comes first.
 *
 * @example mergeSorted([oneAndThree(), two()], (a, b) => a - b) // 1, 2, 3
 */
export async function* mergeSorted<T>(
  streams: readonly AsyncGenerator<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const heads = await Promise.all(streams.map((stream) => stream.next()))
  for (;;) {
    let least: number | null = null
    for (const [at, head] of heads.entries()) {
      if (head.done === true) continue
      const best = least === null ? undefined : heads[least]
      if (best === undefined || best.done === true || compare(head.value, best.value) < 0) least = at
    }
    const [head, stream] = least === null ? [] : [heads[least], streams[least]]
    if (least === null || head === undefined || head.done === true || stream === undefined) return
    yield head.value
    heads[least] = await stream.next()
  }
}

/** Reads page after page, each from behind the last row of the one before: however long the list is, a page costs the same. */
export async function* keysetPages<T>(
  read: (last: T | null) => Promise<readonly T[]>,
  limit: number,
): AsyncGenerator<T> {
  for (let last: T | null = null; ; ) {
    const rows: readonly T[] = await read(last)
    yield* rows
    last = rows.at(-1) ?? null
    if (rows.length < limit) return
  }
}
