/** Translates the paging fields that all lists have. */

/** Rows of a list: how many come before, and how many at most. */
export type PageRange = { readonly offset: number; readonly limit: number }
/** Rows of a list in an order. */
export type SortedRange = PageRange & { readonly direction: 'asc' | 'desc' }

/**
 * The last page of a list: what lies deeper is found with a filter, or in a statement or an export. A page costs as
 * much as it is deep, so the depth has an end; `total` counts no further than the pages of that size reach.
 */
export const maxPage = 1000

/** Whether a parsed request asks for a page beyond the last one of any list. */
export const isBeyondLastPage = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'pageNum' in body &&
  typeof body.pageNum === 'number' &&
  body.pageNum > maxPage

type PageFields = { readonly pageNum: number; readonly pageSize: number }

/**
 * Rows of the page that a request names; pages count from 1. Of a page beyond the last one only the total is answered: the
 * first page stands in for it, which costs least.
 *
 * @example pageFromWire({ pageNum: 3, pageSize: 20 }) // { offset: 40, limit: 20 }
 */
export const pageFromWire = ({ pageNum, pageSize }: PageFields): PageRange => ({
  offset: pageNum > maxPage ? 0 : (pageNum - 1) * pageSize,
  limit: pageSize,
})

/** Rows of the page that a request names, with their direction. */
export const sortedPageFromWire = (fields: PageFields & { readonly isAsc: 'asc' | 'desc' }): SortedRange => ({
  ...pageFromWire(fields),
  direction: fields.isAsc,
})

/** Names the page of a list; pages count from 1. */
export const pageToWire = (page: number, pageSize: number): PageFields => ({ pageNum: page, pageSize })

/** Names the direction of a list. */
export const directionToWire = <const Direction extends SortedRange['direction']>(
  direction: Direction,
): { readonly isAsc: Direction } => ({ isAsc: direction })
