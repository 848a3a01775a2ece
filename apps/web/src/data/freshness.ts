import type { QueryClient } from '@tanstack/react-query'

/** Debounce of changes, e.g. of a push event that arrives together with a response. */
const gatherMs = 30
/** Minimum time between two rounds, so that a burst of events does not exhaust the rate limit of reads. */
const betweenMs = 250

/** Calls below these paths are independent of the signed-in customer. */
const publicPaths = ['/api/common/', '/api/market/'] as const
/** Only the chart changes the drawings, and it refetches them itself. */
const ownedByPage = ['/api/user/drawings'] as const

/**
 * Whether the response of a call depends on the signed-in customer's data.
 *
 * @example isAboutMe('/api/user/priceLog') // true
 * @example isAboutMe('/api/market/kList') // false
 */
export const isAboutMe = (path: string): boolean =>
  !publicPaths.some((start) => path.startsWith(start)) && !ownedByPage.some((owned) => owned === path)

export type Refresher = {
  /** Call after any change of the customer's data: all their queries are stale. */
  readonly changed: () => void
}

/**
 * Refetches the customer's data after a command or a push event, so that no screen has to know which lists a
 * command changes. Mounted queries are refetched at once, others when they are next used.
 *
 * @param now clock in milliseconds
 * @param later runs a function after a delay in milliseconds
 */
export const createRefresher = (
  queries: Pick<QueryClient, 'invalidateQueries'>,
  now: () => number,
  later: (run: () => void, afterMs: number) => void,
): Refresher => {
  let isScheduled = false
  let lastAt = Number.NEGATIVE_INFINITY
  const flush = (): void => {
    isScheduled = false
    lastAt = now()
    void queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && isAboutMe(path),
    })
  }
  return {
    changed: () => {
      if (isScheduled) return
      isScheduled = true
      later(flush, Math.max(gatherMs, lastAt + betweenMs - now()))
    },
  }
}
