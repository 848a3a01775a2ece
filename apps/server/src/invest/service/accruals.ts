import { formatUsdt } from '@glasshouse/core/money/units'
import type { Db, PageRange } from '../../platform/database/index.ts'
import { listAccrualsOfCustomer } from '../store/accruals.ts'

/** An accrual of any order of a customer, for their export. */
export type CustomerAccrual = {
  readonly order: number
  readonly daily: string
  readonly profit: string
}

/** One page of everything a customer's orders ever accrued, by order and day. */
export const listCustomerAccruals = async (
  db: Db,
  uid: number,
  page: PageRange,
): Promise<readonly CustomerAccrual[]> =>
  (await listAccrualsOfCustomer(db, uid, page)).map(({ order_id, day, amount }) => ({
    order: order_id,
    daily: String(day),
    profit: formatUsdt(amount),
  }))
