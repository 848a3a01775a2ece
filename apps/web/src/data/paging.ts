import type { Path } from '@glasshouse/core/calls'

/** What a read is known by: the call, its payload, and who asks. */
export type ReadKey = readonly [path: Path, payload: object, token: string | null]

const withoutPage = (payload: object): string => JSON.stringify({ ...payload, pageNum: undefined })

/** Whether two reads are pages of the same list, so that the rows of one may stand until the other is there. */
export const isSameList = (one: ReadKey | undefined, other: ReadKey): boolean =>
  one !== undefined &&
  one[0] === other[0] &&
  one[2] === other[2] &&
  withoutPage(one[1]) === withoutPage(other[1])
