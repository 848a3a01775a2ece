import type { CallOptions } from '@glasshouse/client/http'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, api, newIdempotencyKey, onLanguage } from './api.ts'
import { localNow } from './clock.ts'
import { createRefresher } from './freshness.ts'
import { isSameList, type ReadKey } from './paging.ts'
import { session, useSession } from './session.ts'

/** Retries lost connections. A rejected call is not retried, because the result would be the same. */
const canRetry = (failures: number, error: Error): boolean =>
  failures < 3 && error instanceof ApiError && error.key !== 'refused' && error.key !== 'aborted'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: canRetry, retryDelay: (failures) => 500 * 2 ** failures, staleTime: 5000 },
  },
})
/** Call after any change of the customer's data: all their queries are refetched. */
export const { changed } = createRefresher(queryClient, localNow, (run, afterMs) => {
  setTimeout(run, afterMs)
})
session.onChange(() => queryClient.clear())
// Server messages in cached responses depend on the language.
onLanguage(() => void queryClient.invalidateQueries())

export type QueryState<T> = {
  readonly data: T | undefined
  /** True until the first response. */
  readonly loading: boolean
  readonly error: ApiError | null
  /** Fetches again. */
  readonly reload: () => void
}

export type PollOptions = {
  /** Disables the query, e.g. for visitors. */
  readonly off?: boolean
  /** Polling interval in milliseconds. */
  readonly everyMs?: number
}

const asCallError = (error: unknown): ApiError | null => {
  if (error === null || error === undefined) return null
  return error instanceof ApiError ? error : new ApiError('unreadable', String(error))
}

/**
 * Queries one call and turns its result into domain objects; `decode` runs once per result, so it is declared outside
 * of components. Identical calls of several components share one request.
 */
export const useDecodedCall = <P extends Path, Domain>(
  path: P,
  payload: RequestOf<P>,
  decode: (data: DataOf<P>) => Domain,
  watch: PollOptions = {},
): QueryState<Domain> => {
  const token = useSession()?.token ?? null
  const query = useQuery({
    queryKey: [path, payload, token],
    queryFn: ({ signal }) => api.call(path, payload, { signal }),
    select: decode,
    enabled: watch.off !== true,
    refetchInterval: watch.everyMs ?? false,
  })
  return {
    data: query.data,
    loading: query.isPending && watch.off !== true,
    error: asCallError(query.error),
    reload: () => void query.refetch(),
  }
}

const asReceived = <Data>(data: Data): Data => data

/** Queries one call and caches its result as the wire has it. */
export const useQueryCall = <P extends Path>(
  path: P,
  payload: RequestOf<P>,
  watch: PollOptions = {},
): QueryState<DataOf<P>> => useDecodedCall(path, payload, asReceived<DataOf<P>>, watch)

/** A page of a list with the number of all its rows. */
export type PageState<Rows> = QueryState<Rows> & { readonly total: number | undefined }

/**
 * Queries one page of a list and turns its rows into domain objects; `decode` runs once per page, so it is declared
 * outside of components. The current rows stay until the next page has arrived.
 */
export const useDecodedPage = <P extends Path, Domain>(
  path: P,
  payload: RequestOf<P>,
  decode: (rows: DataOf<P>) => Domain,
  watch: PollOptions = {},
): PageState<Domain> => {
  const token = useSession()?.token ?? null
  const key: ReadKey = [path, payload as object, token]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.list(path, payload, { signal }),
    enabled: watch.off !== true,
    refetchInterval: watch.everyMs ?? false,
    select: useCallback(
      (page: { rows: DataOf<P>; total: number }) => ({ rows: decode(page.rows), total: page.total }),
      [decode],
    ),
    placeholderData: (rows, before) => (isSameList(before?.queryKey, key) ? rows : undefined),
  })
  return {
    data: query.data?.rows,
    total: query.data?.total,
    loading: query.isPending && watch.off !== true,
    error: asCallError(query.error),
    reload: () => void query.refetch(),
  }
}

/** Queries one page of a list as the wire has it. The current rows stay until the next page has arrived. */
export const usePagedCall = <P extends Path>(
  path: P,
  payload: RequestOf<P>,
  watch: PollOptions = {},
): PageState<DataOf<P>> => useDecodedPage(path, payload, asReceived<DataOf<P>>, watch)

/** Returns a function that refetches the given calls, for changes without a command or push event. */
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

export type Mutation<P extends Path> = {
  /** Makes the call. Returns null on an error, or at once while another run is in flight. Never throws. */
  readonly run: (payload: RequestOf<P>) => Promise<DataOf<P> | null>
  readonly busy: boolean
  /** Why the last run was rejected. */
  readonly error: ApiError | null
  readonly forget: () => void
}

/**
 * Call triggered by a control. It carries an idempotency key. A repeated press after a lost response reuses the
 * key, so the command runs once. Afterwards the customer's data is refetched. `send` can make more than one
 * call.
 */
export const useMutation = <P extends Path>(
  path: P,
  send: (path: P, payload: RequestOf<P>, options: CallOptions) => Promise<DataOf<P>> = api.call,
): Mutation<P> => {
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
      const key = again ? last.key : newIdempotencyKey()
      unanswered.current = { body, key, at: localNow() }
      try {
        const data = await send(path, payload, { idempotencyKey: key })
        unanswered.current = null
        changed()
        return data
      } catch (thrown) {
        const failed = asCallError(thrown)
        if (failed?.key === 'refused') unanswered.current = null
        // The terms that were on screen are not the present ones any more.
        if (failed?.data?.terms !== undefined)
          void queryClient.invalidateQueries({ queryKey: ['/api/market/kList'] })
        // Without an answer it is unknown whether it was done.
        else changed()
        setError(failed)
        return null
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [path, send],
  )
  return { run, busy, error, forget: useCallback(() => setError(null), []) }
}
