import type { BookProduct } from '@glasshouse/core/invest/products/book/codec'
import { subtractUnits, sumUnits, type Usdt } from '@glasshouse/core/money/units'

/** Payments of one day, with what the reserves hold after them. */
export type DueDay = {
  readonly startMs: number
  readonly interest: Usdt
  readonly principal: Usdt
  readonly left: Usdt
}

/**
 * Payments falling due per day over some products; interest comes out of their reserves, principal does not.
 *
 * @example dueDays([{ reserve: 10, due: [{ startMs, interest: 4, principal: 100 }], … }])
 * // [{ startMs, interest: 4, principal: 100, left: 6 }]
 */
export const dueDays = (book: readonly Pick<BookProduct, 'reserve' | 'due'>[]): readonly DueDay[] => {
  let left = sumUnits(book.map(({ reserve }) => reserve))
  const days = Map.groupBy(
    book.flatMap(({ due }) => due),
    ({ startMs }) => startMs,
  )
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([startMs, rows]) => {
      const interest = sumUnits(rows.map((row) => row.interest))
      left = subtractUnits(left, interest)
      return { startMs, interest, principal: sumUnits(rows.map((row) => row.principal)), left }
    })
}
