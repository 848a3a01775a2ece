import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, type Client } from '../http.ts'
import type { ListKey } from './paging.ts'

export type PollOptions = {
  /** Disables the query, e.g. for visitors. */
  readonly off?: boolean
  /** Polling interval in milliseconds. */
  readonly everyMs?: number
}

export type QueriesOptions = {
  readonly api: Client
  /** The session's token, or null for a visitor. */
  readonly useToken: () => string | null
  readonly onSessionChange: (listener: () => void) => () => void
  /** Repetitions after a lost connection. */
  readonly maxRetries: number
  /** Milliseconds for which a result counts as new. */
  readonly staleTime: number
  readonly refetchOnWindowFocus: boolean
  /** Whether the rows of another page stay until the new ones arrive. */
  readonly keepsRows: (before: ListKey | undefined, now: ListKey) => boolean
  /** Polling pauses while this is true. */
  readonly isPaused?: () => boolean
}

const asReceived = <Data>(data: Data): Data => data

/**
 * The calls of a site as cached queries, which are cleared when the session changes. The hooks return the library's
 * result; a component renders again only for the fields that it reads.
 */
export const createQueries = ({ api, useToken, isPaused, keepsRows, ...options }: QueriesOptions) => {
  /** Retries lost connections. A rejected call is not retried, because the result would be the same. */
  const retry = (failures: number, error: Error): boolean =>
    failures < options.maxRetries &&
    error instanceof ApiError &&
    error.key !== 'refused' &&
    error.key !== 'aborted'
  const { staleTime, refetchOnWindowFocus } = options
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry, retryDelay: (failures) => 500 * 2 ** failures, staleTime, refetchOnWindowFocus },
    },
  })
  options.onSessionChange(() => queryClient.clear())

  const intervalOf = (everyMs: number | undefined) => () =>
    everyMs === undefined || isPaused?.() === true ? false : everyMs

  /** Key and request of a call: what was seeded is found under the key that a component asks for. */
  const queryOf = <P extends Path>(path: P, payload: RequestOf<P>, token: string | null) => ({
    queryKey: [path, payload, token],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.call(path, payload, { signal }),
  })

  return {
    queryClient,

    /** What a call that was made before is answered is what a component finds that queries it; a failure is left to the component. */
    seedCall: <P extends Path>(
      path: P,
      payload: RequestOf<P>,
      token: string | null,
      answer: Promise<DataOf<P>>,
    ): void =>
      void queryClient
        .fetchQuery({ ...queryOf(path, payload, token), queryFn: () => answer, retry: false })
        .catch(() => null),

    /** Queries one call; `decode` runs once per result, so it is declared outside of components. */
    useCall: <P extends Path, Domain = DataOf<P>>(
      path: P,
      payload: RequestOf<P>,
      watch: PollOptions,
      decode: (data: DataOf<P>) => Domain = asReceived as never,
    ) => {
      const query = queryOf(path, payload, useToken())
      return useQuery({
        ...query,
        select: decode,
        enabled: watch.off !== true,
        refetchInterval: intervalOf(watch.everyMs),
      })
    },

    /** Queries one page of a list and its total. Rows may stay until the next page has arrived. */
    usePage: <P extends Path, Domain = DataOf<P>>(
      path: P,
      payload: RequestOf<P>,
      watch: PollOptions,
      decode: (rows: DataOf<P>) => Domain = asReceived as never,
    ) => {
      const key: ListKey = [path, payload as object, useToken()]
      return useQuery({
        queryKey: key,
        queryFn: ({ signal }) => api.list(path, payload, { signal }),
        enabled: watch.off !== true,
        refetchInterval: intervalOf(watch.everyMs),
        select: useCallback(
          (page: { rows: DataOf<P>; total: number }) => ({ rows: decode(page.rows), total: page.total }),
          [decode],
        ),
        placeholderData: (page, before) => (keepsRows(before?.queryKey, key) ? page : undefined),
      })
    },

    /** Returns a function that refetches the given calls, for changes without a command or push event. */
    useInvalidate: (): ((...paths: Path[]) => void) => {
      const queries = useQueryClient()
      return useCallback(
        (...paths: Path[]) => {
          for (const path of paths) void queries.invalidateQueries({ queryKey: [path] })
        },
        [queries],
      )
    },
  }
}

/** What a site may read of a query. */
export type Fetched = {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: Error | null
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

type WithData<State, Data> = State & { readonly data: Data | undefined }
type WithRows<State, Rows> = WithData<State, Rows> & { readonly total: number | undefined }

/**
 * Hooks of a site that query calls; each returns the data with what `stateOf` says of the query. `decode` turns a result
 * into domain objects once, so it is declared outside of components. Identical calls of several components share one
 * request; the rows of a page may stay until the next page has arrived.
 */
export const createQueryHooks = <State extends object>(
  { useCall, usePage }: Pick<ReturnType<typeof createQueries>, 'useCall' | 'usePage'>,
  stateOf: (query: Fetched, watch: PollOptions) => State,
) => ({
  /** Queries one call and turns its result into domain objects. */
  useDecodedCall: <P extends Path, Domain>(
    path: P,
    payload: RequestOf<P>,
    decode: (data: DataOf<P>) => Domain,
    watch: PollOptions = {},
  ): WithData<State, Domain> => {
    const query = useCall(path, payload, watch, decode)
    return { ...stateOf(query, watch), data: query.data }
  },

  /** Queries one call as the wire has it. */
  useQueryCall: <P extends Path>(
    path: P,
    payload: RequestOf<P>,
    watch: PollOptions = {},
  ): WithData<State, DataOf<P>> => {
    const query = useCall(path, payload, watch)
    return { ...stateOf(query, watch), data: query.data }
  },

  /** Queries one page of a list and turns its rows into domain objects. */
  useDecodedPage: <P extends Path, Domain>(
    path: P,
    payload: RequestOf<P>,
    decode: (rows: DataOf<P>) => Domain,
    watch: PollOptions = {},
  ): WithRows<State, Domain> => {
    const query = usePage(path, payload, watch, decode)
    return { ...stateOf(query, watch), data: query.data?.rows, total: query.data?.total }
  },

  /** Queries one page of a list as the wire has it. */
  usePagedCall: <P extends Path>(
    path: P,
    payload: RequestOf<P>,
    watch: PollOptions = {},
  ): WithRows<State, DataOf<P>> => {
    const query = usePage(path, payload, watch)
    return { ...stateOf(query, watch), data: query.data?.rows, total: query.data?.total }
  },
})
