import { asApiError, type Send } from '@glasshouse/client/command'
import { isSameList } from '@glasshouse/client/react/paging'
import {
  createQueries,
  createQueryHooks,
  type Fetched,
  type PollOptions,
} from '@glasshouse/client/react/queries'
import { type Command, useCommand } from '@glasshouse/client/react/useCommand'
import type { Path } from '@glasshouse/core/calls'
import { type ApiError, api, onLanguage } from './api.ts'
import { localNow } from './clock.ts'
import { createRefresher } from './freshness.ts'
import { session } from './session.ts'
import { useSession } from './useSession.ts'

export type { PollOptions }

const queries = createQueries({
  api,
  useToken: () => useSession()?.token ?? null,
  onSessionChange: session.onChange,
  maxRetries: 3,
  staleTime: 5000,
  refetchOnWindowFocus: true,
  keepsRows: isSameList,
})
export const { queryClient, useInvalidate, seedCall } = queries

/** Call after any change of the customer's data: all their queries are refetched. */
export const { changed } = createRefresher(queryClient, localNow, (run, afterMs) => {
  setTimeout(run, afterMs)
})
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

const stateOf = (query: Fetched, { off }: PollOptions): Omit<QueryState<never>, 'data'> => ({
  loading: query.isPending && off !== true,
  error: query.error === null ? null : asApiError(query.error),
  reload: () => void query.refetch(),
})

export const { useDecodedCall, useQueryCall, useDecodedPage, usePagedCall } = createQueryHooks(
  queries,
  stateOf,
)

/** A page of a list with the number of all its rows. */
export type PageState<Rows> = QueryState<Rows> & { readonly total: number | undefined }

export type Mutation<P extends Path> = Command<P>

/** After a command the customer's data is refetched, even without a response: it may have been executed. */
const refetch = (error: ApiError | null): void => {
  // The terms that were on screen are not the present ones any more.
  if (error?.data.terms !== undefined) void queryClient.invalidateQueries({ queryKey: ['/api/market/kList'] })
  else changed()
}

/**
 * Command triggered by a control, with an idempotency key. Afterwards the customer's data is refetched. `send` can
 * make more than one call.
 */
export const useMutation = <P extends Path>(path: P, send: Send<P> = api.call): Mutation<P> =>
  useCommand(path, { send, now: localNow, onDone: refetch })
