import type { ContractOrder } from '@glasshouse/core/contracts/codec'

/** When a run was started, and when it ended; null while it runs. */
type RunTime = { readonly createdMs: number; readonly endedMs: number | null }

/** Of the orders of AI ordering those that a run placed: a customer has one run at a time. */
export const tradesOf = <Order extends Pick<ContractOrder, 'createdMs'>>(
  orders: readonly Order[],
  run: RunTime,
): readonly Order[] =>
  orders.filter(
    ({ createdMs }) => createdMs >= run.createdMs && (run.endedMs === null || createdMs <= run.endedMs),
  )
