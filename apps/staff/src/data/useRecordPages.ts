import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { useState } from 'react'
import { type QueryState, usePagedCall } from './query.ts'

/** The page that is shown, and how to show another. */
export type RecordPages = {
  readonly total: number | undefined
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
}

/** Request of a paged call without its page. */
export type PagelessRequest<P extends Path> = Omit<RequestOf<P>, keyof ReturnType<typeof pageToWire>>

/** Queries a list page by page. Begins with the first page again when the request changes. */
export const useRecordPages = <P extends Path>(
  path: P,
  request: PagelessRequest<P>,
  pageSize: number,
): QueryState<DataOf<P>> & { readonly pages: RecordPages } => {
  const asked = JSON.stringify(request)
  const [at, setAt] = useState({ asked, page: 1 })
  const page = at.asked === asked ? at.page : 1
  const list = usePagedCall(path, { ...request, ...pageToWire(page, pageSize) } as unknown as RequestOf<P>)
  return {
    ...list,
    pages: { total: list.total, page, pageSize, onPage: (next) => setAt({ asked, page: next }) },
  }
}
