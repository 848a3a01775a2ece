import type { CallOptions, Page } from '@glasshouse/client/http'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, api, errorMessage, newIdempotencyKey } from './api.ts'
import { localNow } from './clock.ts'
import { isIdle } from './idle.ts'
import { staffSession } from './session.ts'

/** Retries lost connections. A rejected call is not retried, because the result would be the same. */
const canRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && error.key !== 'refused' && error.key !== 'aborted'

/** No refetch on focus: each read by staff writes an audit record. Only screens that poll refetch. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: canRetry, staleTime: 10_000, refetchOnWindowFocus: false, refetchOnReconnect: true },
  },
})
staffSession.onChange(() => queryClient.clear())

export type QueryState<T> = {
  readonly data: T | undefined
  /** A request is in flight; an older result may be displayed. */
  readonly busy: boolean
  readonly problem: string | null
  /** When the result arrived, in device time. */
  readonly at: number
  /** Fetches again. */
  readonly reload: () => void
}

export type PollOptions = {
  /** Disables the query. */
  readonly off?: boolean
  /** Polling interval in milliseconds; polling pauses while the console is idle. */
  readonly everyMs?: number
}

const rhythm = (everyMs: number | undefined) => () => (everyMs === undefined || isIdle() ? false : everyMs)

/** Queries one call and caches its result. Identical calls of several components share one request. */
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

/** Queries one page of a list. The current rows stay until the next page has arrived. */
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

/** Returns a function that refetches the given calls after a change. */
export const useInvalidate = (): ((...paths: Path[]) => void) => {
  const queries = useQueryClient()
  return useCallback(
    (...paths: Path[]) => {
      for (const path of paths) void queries.invalidateQueries({ queryKey: [path] })
    },
    [queries],
  )
}

/** Time after a lost response in which a repeated press reuses the idempotency key. */
const keyReuseMs = 30_000

/** One call triggered by a control. */
export type Mutation<P extends Path> = {
  /** Makes the call. Returns null on an error, or at once while another run is in flight. Never throws. */
  readonly run: (payload: RequestOf<P>) => Promise<DataOf<P> | null>
  readonly busy: boolean
  /** Why the last run was rejected. */
  readonly error: ApiError | null
  readonly problem: string | null
  readonly forget: () => void
}

/**
 * Call triggered by a control. It carries an idempotency key. A repeated press after a lost response reuses
 * the key, so the command runs once.
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
      const again = last !== null && last.body === body && localNow() - last.at < keyReuseMs
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
