import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'

/** Execution of an order: its opening, or the close of all or some lots. */
export type Fill = {
  /** Stable across reloads: order id and opening or close. */
  readonly id: string
  /** Decimal text of the wire. */
  readonly price: string
  /** Epoch milliseconds. */
  readonly time: number
  readonly bought: boolean
  readonly lots: number
  /** Reason of the close; null for an opening. */
  readonly reason: ContractOrderRow['closeReason']
}

/** Query of the chart for one market: newest open, closing and closed orders. */
export const fillQuery = {
  statusList: '1,2,3',
  pageNum: 1,
  pageSize: 100,
  orderByColumn: 'id',
  isAsc: 'desc',
} as const

/**
 * All fills of a list of orders, oldest first.
 *
 * A closed part is a separate order whose `parentid` is the original, and the original keeps the remaining lots. The
 * lots of an opening are therefore those of the original and all its parts. A part has a higher id than its original,
 * so a list of the newest ids contains all parts of every listed original, and the sum is exact. For an original that
 * is not listed, only the later closes are returned.
 *
 * @example fillsOf([open 30 lots with id 7, closed 20 lots with parentid 7]) // bought 50, then sold 20
 */
export const fillsOf = (orders: readonly ContractOrderRow[]): readonly Fill[] => {
  const closedParts = new Map<number, number>()
  for (const { parentid, number } of orders)
    if (parentid !== null) closedParts.set(parentid, (closedParts.get(parentid) ?? 0) + number)
  const fills = orders.flatMap((order): Fill[] => {
    const { id, type, number, transactionTime, completeTime } = order
    const opening: Fill[] =
      order.parentid !== null || transactionTime === null
        ? []
        : [
            {
              id: `open-${id}`,
              price: order.openPrice,
              time: transactionTime,
              bought: type === 1,
              lots: number + (closedParts.get(id) ?? 0),
              reason: null,
            },
          ]
    const closing: Fill[] =
      order.status !== 3 || completeTime === null
        ? []
        : [
            {
              id: `close-${id}`,
              price: order.closePrice,
              time: completeTime,
              bought: type === 2,
              lots: number,
              reason: order.closeReason,
            },
          ]
    return [...opening, ...closing]
  })
  return fills.sort((a, b) => a.time - b.time)
}
