import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'

/** One execution of an order: its opening, or the closing of all or a part of its lots. */
export type Fill = {
  /** Stable across reloads: the order's id and which of its two ends it is. */
  readonly id: string
  /** Decimal string of the wire. */
  readonly price: string
  /** Epoch milliseconds. */
  readonly time: number
  readonly bought: boolean
  readonly lots: number
  /** What closed it; null for an opening. */
  readonly reason: ContractOrderRow['closeReason']
}

/** Orders of one market that the chart asks for: the newest of those that are open, closing or closed. */
export const fillQuery = {
  statusList: '1,2,3',
  pageNum: 1,
  pageSize: 100,
  orderByColumn: 'id',
  isAsc: 'desc',
} as const

/**
 * Every fill that a list of orders tells of, oldest first.
 *
 * A part that was closed is an order of its own whose `parentid` names the original, and the original keeps the rest;
 * the lots of an opening are therefore the original's and those of all its parts. A part gets a higher id than its
 * original, so in a list of the newest ids the parts of every listed original are listed too, and the sum is exact
 * however many orders there are. Of an original beyond the list only the later closings are told.
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
  return fills.sort((one, other) => one.time - other.time)
}
