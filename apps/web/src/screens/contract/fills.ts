import type { CloseReason, ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Price } from '@glasshouse/core/money/units'

/** Execution of an order: its opening, or the close of all or some lots. */
export type Fill = {
  /** Stable across reloads: order id and opening or close. */
  readonly id: string
  readonly price: Price
  /** Epoch milliseconds. */
  readonly time: number
  readonly bought: boolean
  readonly lots: number
  /** Reason of the close; null for an opening. */
  readonly reason: CloseReason | null
}

/**
 * All fills of a list of orders, oldest first.
 *
 * A closed part is a separate order whose `parentId` is the original, and the original keeps the remaining lots. The
 * lots of an opening are therefore those of the original and all its parts. A list of all open orders and of those closed
 * from an instant on has every part of what opened since, so the sums of these openings are exact. For an original that
 * is not listed, only the closes are returned.
 *
 * @example fillsOf([open 30 lots with id 7, closed 20 lots with parentId 7]) // bought 50, then sold 20
 */
export const fillsOf = (orders: readonly ContractOrder[]): readonly Fill[] => {
  const closedParts = new Map<number, number>()
  for (const { parentId, lots } of orders)
    if (parentId !== null) closedParts.set(parentId, (closedParts.get(parentId) ?? 0) + lots)
  const fills = orders.flatMap((order): Fill[] => {
    const { id, side, lots, openedMs, closedMs, closePrice } = order
    const opening: Fill[] =
      order.parentId !== null || openedMs === null
        ? []
        : [
            {
              id: `open-${id}`,
              price: order.openPrice,
              time: openedMs,
              bought: side === 'long',
              lots: lots + (closedParts.get(id) ?? 0),
              reason: null,
            },
          ]
    const closing: Fill[] =
      order.state !== 'closed' || closedMs === null || closePrice === null
        ? []
        : [
            {
              id: `close-${id}`,
              price: closePrice,
              time: closedMs,
              bought: side === 'short',
              lots,
              reason: order.closeReason,
            },
          ]
    return [...opening, ...closing]
  })
  return fills.sort((a, b) => a.time - b.time)
}
