import type { CallOptions, Page } from '@glasshouse/client/http'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { api, ApiError, newIdempotencyKey, errorMessage } from './api.ts'
import { localNow } from './clock.ts'
import { isIdle } from './idle.ts'
import { staffSession } from './session.ts'

/** A refusal will not change by asking again; a lost connection may. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && error.key !== 'refused' && error.key !== 'aborted'

/** Nothing is asked again by itself but what a screen watches: every look of staff is a record in the audit log. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: false, refetchOnReconnect: true },
  },
})
staffSession.onChange(() => queryClient.clear())

export type QueryState<T> = {
  readonly data: T | undefined
  /** True while an answer is awaited, also when an older one is shown. */
  readonly busy: boolean
  readonly problem: string | null
  /** When the answer came, by this machine's clock. */
  readonly at: number
  /** Asks again. */
  readonly reload: () => void
}

export type PollOptions = {
  /** Leave it alone for now. */
  readonly off?: boolean
  /** Ask again after so many milliseconds, as long as somebody is at the desk. */
  readonly everyMs?: number
}

const rhythm = (everyMs: number | undefined) => () => (everyMs === undefined || isIdle() ? false : everyMs)

/** Reads one call and keeps its answer; the same call in several places is made once. */
export const useQueryCall = <P extends Path>(
  path: P,
  payload: RequestOf<P>,
  watch: PollOptions = {},
): QueryState<DataOf<P>> => {
  const query = useQuery({
    queryKey: [path, payload],
    queryFn: ({ signal }) => api.call(path, payload, { signal }),
    enabled: watch.off !== true,
    refetchInterval: rhythm(watch.everyMs),
  })
  return {
    data: query.data,
    busy: query.isFetching,
    problem: query.error === null ? null : errorMessage(query.error),
    at: query.dataUpdatedAt,
    reload: () => void query.refetch(),
  }
}

/** Reads one page of a list; the rows on screen stay until the next page is there. */
export const usePagedCall = <P extends Path>(
  path: P,
  payload: RequestOf<P>,
  watch: PollOptions = {},
): QueryState<DataOf<P>> & { readonly total: number | undefined } => {
  const query = useQuery<Page<DataOf<P>>>({
    queryKey: [path, payload],
    queryFn: ({ signal }) => api.list(path, payload, { signal }),
    enabled: watch.off !== true,
    refetchInterval: rhythm(watch.everyMs),
    placeholderData: (before) => before,
  })
  return {
    data: query.data?.rows,
    total: query.data?.total,
    busy: query.isFetching,
    problem: query.error === null ? null : errorMessage(query.error),
    at: query.dataUpdatedAt,
    reload: () => void query.refetch(),
  }
}

/** Gives a way to ask the named calls again, after something changed. */
export const useInvalidate = (): ((...paths: Path[]) => void) => {
  const queries = useQueryClient()
  return useCallback(
    (...paths: Path[]) => {
      for (const path of paths) void queries.invalidateQueries({ queryKey: [path] })
    },
    [queries],
  )
}

/** How long after a lost answer the same press still counts as the same wish. */
const sameWishMs = 30_000

/** A way to make one call by pressing something. */
export type Mutation<P extends Path> = {
  /** Makes the call once; while it runs, further presses do nothing and give null. Never throws. */
  readonly run: (payload: RequestOf<P>) => Promise<DataOf<P> | null>
  readonly busy: boolean
  /** Why the last run was refused. */
  readonly error: ApiError | null
  readonly problem: string | null
  readonly forget: () => void
}

/**
 * A call made by pressing something. It carries an idempotency key, and a press whose answer was lost on
 * the way repeats under the same key, so that nothing is done twice.
 */
export const useMutation = <P extends Path>(path: P): Mutation<P> => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const running = useRef(false)
  const unanswered = useRef<{ body: string; key: string; at: number } | null>(null)
  const run = useCallback(
    async (payload: RequestOf<P>): Promise<DataOf<P> | null> => {
      if (running.current) return null
      running.current = true
      setBusy(true)
      setError(null)
      const body = JSON.stringify(payload)
      const last = unanswered.current
      const again = last !== null && last.body === body && localNow() - last.at < sameWishMs
      const options: CallOptions = { idempotencyKey: again ? last.key : newIdempotencyKey() }
      unanswered.current = { body, key: options.idempotencyKey ?? '', at: localNow() }
      try {
        const data = await api.call(path, payload, options)
        unanswered.current = null
        return data
      } catch (thrown) {
        const failed = thrown instanceof ApiError ? thrown : new ApiError('unreadable', String(thrown))
        if (failed.key === 'refused') unanswered.current = null
        setError(failed)
        return null
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [path],
  )
  const problem = error === null ? null : errorMessage(error)
  return { run, busy, error, problem, forget: useCallback(() => setError(null), []) }
}
