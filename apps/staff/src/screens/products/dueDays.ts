import type { DataOf } from '@glasshouse/core/calls'
import { type Usdt, usdt } from '@glasshouse/core/money/units'

type Book = DataOf<'/staff/api/investBook'>

/** Payments of one day, with what the reserves hold after them. */
export type DueDay = {
  readonly daily: string
  readonly interest: Usdt
  readonly principal: Usdt
  readonly left: Usdt
}

/** Sum of wire amounts. */
export const sumOf = (amounts: readonly string[]): Usdt =>
  amounts.reduce<bigint>((all, amount) => all + usdt(amount), 0n) as Usdt

/**
 * Payments falling due per day over some products; interest comes out of their reserves, principal does not.
 *
 * @example dueDays([{ reserve: '10', due: [{ daily: '20270110', interest: '4', principal: '100' }], … }])
 * // [{ daily: '20270110', interest: 4, principal: 100, left: 6 }]
 */
export const dueDays = (book: readonly Pick<Book[number], 'reserve' | 'due'>[]): readonly DueDay[] => {
  let left: bigint = sumOf(book.map(({ reserve }) => reserve))
  const days = [...new Set(book.flatMap(({ due }) => due.map(({ daily }) => daily)))].toSorted()
  return days.map((daily) => {
    const rows = book.flatMap(({ due }) => due.filter((row) => row.daily === daily))
    const interest = sumOf(rows.map((row) => row.interest))
    left -= interest
    return { daily, interest, principal: sumOf(rows.map((row) => row.principal)), left: left as Usdt }
  })
}
