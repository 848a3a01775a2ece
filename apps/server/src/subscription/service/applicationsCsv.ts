import { csvRow, type Period } from '@glasshouse/core/ledger/statement'
import type { Db } from '../../platform/database/index.ts'
import { listOrdersCreatedIn } from '../store/orders.ts'
import { viewApplicationCells } from './view.ts'

const ordersAtOnce = 200

const header = [
  ...['application', 'hash', 'issue', 'market', 'state', 'reason', 'price', 'applied', 'allotted', 'paid'],
  ...['appliedAt', 'payBefore', 'paidAt'],
]

/**
 * A customer's applications of a period as CSV, oldest first. `allotted` is empty before the allotment. The columns and
 * states have fixed English names for programs; times are UTC+1, money USDT.
 */
export async function* applicationsCsv(
  db: Db,
  uid: number,
  { fromMs, untilMs }: Period,
): AsyncGenerator<string> {
  yield csvRow(header)
  for (let afterId = 0; ; ) {
    const orders = await listOrdersCreatedIn(db, uid, { fromMs, untilMs, afterId, limit: ordersAtOnce })
    const last = orders.at(-1)
    if (last === undefined) return
    afterId = last.id
    yield (await viewApplicationCells(db, orders)).map(csvRow).join('')
  }
}
