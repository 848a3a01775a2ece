import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Works on a list one after the other; after every so many the event loop turns, so that calls are answered. A list that is no
 * longer is worked on at once.
 *
 * @example await inSlices([1, 2, 3], 2, work) // work(1), work(2), a turn of the event loop, work(3)
 */
export const inSlices = async <One>(
  all: readonly One[],
  size: number,
  work: (one: One) => void,
): Promise<void> => {
  for (const [place, one] of all.entries()) {
    if (place > 0 && place % size === 0) await nextTurn()
    work(one)
  }
}
