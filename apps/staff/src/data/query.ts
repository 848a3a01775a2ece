import { createQueries, createQueryHooks, type Fetched } from '@glasshouse/client/react/queries'
import { type Command, useCommand } from '@glasshouse/client/react/useCommand'
import type { Path } from '@glasshouse/core/calls'
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

const problemOf = (error: Error | null): string | null => (error === null ? null : errorMessage(error))

const stateOf = (query: Fetched): Omit<QueryState<never>, 'data'> => ({
  busy: query.isFetching,
  problem: problemOf(query.error),
  at: query.dataUpdatedAt,
  reload: () => void query.refetch(),
})

export const { useDecodedCall, useQueryCall, useDecodedPage, usePagedCall } = createQueryHooks(
  queries,
  stateOf,
)

/** A page of a list with the number of all its rows. */
export type PageState<Rows> = QueryState<Rows> & { readonly total: number | undefined }

/** One command triggered by a control, and why it was rejected as a sentence. */
export type Mutation<P extends Path> = Command<P> & { readonly problem: string | null }

/** Command triggered by a control, with an idempotency key. */
export const useMutation = <P extends Path>(path: P): Mutation<P> => {
  const command = useCommand(path, { send: api.call, now: localNow })
  return { ...command, problem: problemOf(command.error) }
}
