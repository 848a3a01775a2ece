/** Wire form of the book of investments: what each product sold and promised, and its payments that fall due. */
import { dayOf, dayStart } from '../../../calendar/days.ts'
import type { DataOf } from '../../../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../../../money/units.ts'
import type { ProductKind } from '../../wire.ts'

/** Payments of the midnight that ends a day. */
export type DuePayments = {
  /** Start of the day. */
  readonly startMs: number
  readonly interest: Usdt
  readonly principal: Usdt
}

/** A product in the book. */
export type BookProduct = {
  readonly id: number
  readonly name: string
  readonly kind: ProductKind
  /** Orders in processing. */
  readonly orders: number
  readonly sold: Usdt
  readonly promised: Usdt
  readonly reserve: Usdt
  readonly free: Usdt
  /** By day, those of the next 30 days. */
  readonly due: readonly DuePayments[]
}

type BookRow = DataOf<'/staff/api/investBook'>[number]

/** Formats a product for `/staff/api/investBook`. */
export const bookProductToWire = (product: BookProduct): BookRow => ({
  id: product.id,
  name: product.name,
  kind: product.kind,
  orders: product.orders,
  sold: formatUsdt(product.sold),
  promised: formatUsdt(product.promised),
  reserve: formatUsdt(product.reserve),
  free: formatUsdt(product.free),
  due: product.due.map(({ startMs, interest, principal }) => ({
    daily: dayOf(startMs),
    interest: formatUsdt(interest),
    principal: formatUsdt(principal),
  })),
})

const startOf = (day: string): number => {
  const startMs = dayStart(day)
  if (startMs === null) throw new RangeError(`not a day: ${day}`)
  return startMs
}

/**
 * Parses the book that the server returned.
 *
 * @throws RangeError an amount is not a decimal number, or a day is none
 */
export const bookFromWire = (rows: readonly BookRow[]): readonly BookProduct[] =>
  rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    orders: row.orders,
    sold: usdt(row.sold),
    promised: usdt(row.promised),
    reserve: usdt(row.reserve),
    free: usdt(row.free),
    due: row.due.map(({ daily, interest, principal }) => ({
      startMs: startOf(daily),
      interest: usdt(interest),
      principal: usdt(principal),
    })),
  }))
