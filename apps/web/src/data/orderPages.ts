import type { ContractOrder } from '@glasshouse/core/contracts/codec'

/** Orders per page. */
export const pageSize = 100
/** Most orders that are loaded: more marks than these cannot be told apart on a chart. */
export const maxClosedOrders = 2000

/** The closed orders of a wallet on a market from some instant on, the newest first. */
export type ClosedOrders = {
  readonly orders: readonly ContractOrder[]
  /** There are none before them. */
  readonly isComplete: boolean
}

const newestFirst = (a: ContractOrder, b: ContractOrder): number =>
  (b.closedMs ?? 0) - (a.closedMs ?? 0) || b.id - a.id

/**
 * Adds a page to what is known. Orders that closed since the pages before were read shift the pages, so pages overlap; a
 * newest page that does not leaves a gap, and what was known before it is forgotten.
 */
export const withPage = (
  known: ClosedOrders | null,
  rows: readonly ContractOrder[],
  isNewest: boolean,
): ClosedOrders => {
  const isLast = rows.length < pageSize
  const ids = new Set(known?.orders.map(({ id }) => id))
  const overlaps = rows.some(({ id }) => ids.has(id))
  if (known === null || (isNewest && (isLast || !overlaps)))
    return { orders: rows.toSorted(newestFirst), isComplete: isLast }
  const added = rows.filter(({ id }) => !ids.has(id))
  return {
    orders: added.length === 0 ? known.orders : [...known.orders, ...added].sort(newestFirst),
    isComplete: known.isComplete || (!isNewest && isLast),
  }
}

/** Whether there are older orders that are never loaded. */
export const isLimited = ({ orders, isComplete }: ClosedOrders): boolean =>
  !isComplete && orders.length >= maxClosedOrders

/** Page to read next so that the orders reach back to an instant; null when they do, or cannot. */
export const nextPage = ({ orders, isComplete }: ClosedOrders, sinceMs: number): number | null => {
  const oldest = orders.at(-1)
  if (isComplete || oldest === undefined || isLimited({ orders, isComplete })) return null
  return (oldest.closedMs ?? 0) < sinceMs ? null : Math.floor(orders.length / pageSize) + 1
}
