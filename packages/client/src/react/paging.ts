import type { Path } from '@glasshouse/core/calls'

/** Key of a query: call, payload, and session token. */
export type ListKey = readonly [path: Path, payload: object, token: string | null]

const withoutPage = (payload: object): string => JSON.stringify({ ...payload, pageNum: undefined })

/** Whether two queries are pages of the same list, so that the old rows can stay until the new ones arrive. */
export const isSameList = (a: ListKey | undefined, b: ListKey): boolean =>
  a !== undefined && a[0] === b[0] && a[2] === b[2] && withoutPage(a[1]) === withoutPage(b[1])
