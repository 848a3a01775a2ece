import type { Path } from '@glasshouse/core/calls'

/** Key of a query: call, payload, and session token. */
export type ReadKey = readonly [path: Path, payload: object, token: string | null]

const withoutPage = (payload: object): string => JSON.stringify({ ...payload, pageNum: undefined })

/** Whether two queries are pages of the same list, so that the old rows can stay until the new ones arrive. */
export const isSameList = (one: ReadKey | undefined, other: ReadKey): boolean =>
  one !== undefined &&
  one[0] === other[0] &&
  one[2] === other[2] &&
  withoutPage(one[1]) === withoutPage(other[1])
