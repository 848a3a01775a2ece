import { createQueries, type PollOptions } from '@glasshouse/client/react/queries'
import { type Command, useCommand } from '@glasshouse/client/react/useCommand'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { api, errorMessage } from './api.ts'
import { localNow } from './clock.ts'
import { isIdle } from './idle.ts'
import { staffSession, useStaffToken } from './session.ts'

/** No refetch on focus: each read by staff writes an audit record. Only screens that poll refetch, unless idle. */
const queries = createQueries({
  api,
  useToken: useStaffToken,
  onSessionChange: staffSession.onChange,
  maxRetries: 2,
  staleTime: 10_000,
  refetchOnWindowFocus: false,
  keepsRows: (before, now) => before?.[0] === now[0],
  isPaused: isIdle,
})
export const { queryClient, useInvalidate } = queries

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

type Fetched = {
  readonly isFetching: boolean
  readonly error: Error | null
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

const problemOf = (error: Error | null): string | null => (error === null ? null : errorMessage(error))

const stateOf = (query: Fetched): Omit<QueryState<never>, 'data'> => ({
  busy: query.isFetching,
  problem: problemOf(query.error),
  at: query.dataUpdatedAt,
  reload: () => void query.refetch(),
})

/** Queries one call and caches its result. Identical calls of several components share one request. */
export const useQueryCall = <P extends Path>(
  path: P,
  payload: RequestOf<P>,
  watch: PollOptions = {},
): QueryState<DataOf<P>> => {
  const query = queries.useCall(path, payload, watch)
  return { data: query.data, ...stateOf(query) }
}

/**
 * Queries one call and turns its result into domain objects; `decode` runs once per result, so it is declared outside
 * of components.
 */
export const useDecodedCall = <P extends Path, Domain>(
  path: P,
  payload: RequestOf<P>,
  decode: (data: DataOf<P>) => Domain,
): QueryState<Domain> => {
  const query = queries.useCall(path, payload, {}, decode)
  return { data: query.data, ...stateOf(query) }
}

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
  const query = queries.usePage(path, payload, watch, decode)
  return { data: query.data?.rows, total: query.data?.total, ...stateOf(query) }
}

/** Queries one page of a list as the wire has it. The current rows stay until the next page has arrived. */
export const usePagedCall = <P extends Path>(
  path: P,
  payload: RequestOf<P>,
  watch: PollOptions = {},
): PageState<DataOf<P>> => {
  const query = queries.usePage(path, payload, watch)
  return { data: query.data?.rows, total: query.data?.total, ...stateOf(query) }
}

/** One command triggered by a control, and why it was rejected as a sentence. */
export type Mutation<P extends Path> = Command<P> & { readonly problem: string | null }

/** Command triggered by a control, with an idempotency key. */
export const useMutation = <P extends Path>(path: P): Mutation<P> => {
  const command = useCommand(path, { send: api.call, now: localNow })
  return { ...command, problem: problemOf(command.error) }
}
