import type { QueryClient } from '@tanstack/react-query'

/** How long a change waits for others that come with it, such as a push beside the answer of the own call. */
const gatherMs = 30
/** The shortest time between two rounds, so that a burst of events does not spend the allowance of reads. */
const betweenMs = 250

/** Reads below these paths say nothing about the signed-in customer. */
const publicPaths = ['/api/common/', '/api/market/'] as const
/** Read for drawing on; only the chart itself changes it, and reads it again then. */
const ownedByPage = ['/api/user/drawings'] as const

/**
 * Whether the answer of a read can change with anything that happens to the signed-in customer.
 *
 * @example isAboutMe('/api/user/priceLog') // true
 * @example isAboutMe('/api/market/kList') // false
 */
export const isAboutMe = (path: string): boolean =>
  !publicPaths.some((start) => path.startsWith(start)) && !ownedByPage.some((own) => own === path)

export type Refresher = {
  /** Something happened to the customer: every read about them is out of date. */
  readonly changed: () => void
}

/**
 * Reads everything about the customer again after something happened to them: their own command or a push event.
 * No screen has to know which lists a movement touches. Reads that are on screen are made again at once, the others
 * when they are opened.
 *
 * @param now a clock in milliseconds
 * @param later runs a function after so many milliseconds
 */
export const createRefresher = (
  queries: Pick<QueryClient, 'invalidateQueries'>,
  now: () => number,
  later: (run: () => void, afterMs: number) => void,
): Refresher => {
  let waiting = false
  let lastAt = Number.NEGATIVE_INFINITY
  const flush = (): void => {
    waiting = false
    lastAt = now()
    void queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && isAboutMe(path),
    })
  }
  return {
    changed: () => {
      if (waiting) return
      waiting = true
      later(flush, Math.max(gatherMs, lastAt + betweenMs - now()))
    },
  }
}
