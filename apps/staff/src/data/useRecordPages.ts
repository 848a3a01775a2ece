import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { useState } from 'react'
import { type QueryState, useDecodedPage } from './query.ts'

/** The page that is shown, and how to show another. */
export type RecordPages = {
  readonly total: number | undefined
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
}

/** Request of a paged call without its page. */
export type PagelessRequest<P extends Path> = Omit<RequestOf<P>, keyof ReturnType<typeof pageToWire>>

/** The page that a list shows, and its request; begins with the first page again when the request changes. */
const usePageRequest = <P extends Path>(request: PagelessRequest<P>, pageSize: number) => {
  const asked = JSON.stringify(request)
  const [at, setAt] = useState({ asked, page: 1 })
  const page = at.asked === asked ? at.page : 1
  return {
    payload: { ...request, ...pageToWire(page, pageSize) } as unknown as RequestOf<P>,
    pagesOf: (total: number | undefined): RecordPages => ({
      ...{ total, page, pageSize, onPage: (next: number) => setAt({ asked, page: next }) },
    }),
  }
}

/** Queries a list page by page and turns its rows into domain objects; `decode` is declared outside of components. */
export const useRecordPages = <P extends Path, Domain>(
  path: P,
  request: PagelessRequest<P>,
  pageSize: number,
  decode: (rows: DataOf<P>) => Domain,
): QueryState<Domain> & { readonly pages: RecordPages } => {
  const { payload, pagesOf } = usePageRequest<P>(request, pageSize)
  const list = useDecodedPage(path, payload, decode)
  return { ...list, pages: pagesOf(list.total) }
}
