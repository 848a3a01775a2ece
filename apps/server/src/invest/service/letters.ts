import { finishedLetter } from '@glasshouse/core/invest/texts'
import { personOf } from '../../identity/index.ts'
import { queueEmail } from '../../notifications/index.ts'
import type { Tx } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'
import type { OrderEnd } from '../store/orders.ts'

/** Queues an e-mail to each customer whose order finished; an account without an address gets none. */
export const sendOrderLetters = async (
  tx: Tx,
  atMs: number,
  orders: readonly OrderRow[],
  ends: readonly OrderEnd[],
): Promise<void> => {
  for (const [at, order] of orders.entries()) {
    const [person, end] = [await personOf(tx, order.uid), ends[at]]
    if (person === undefined || person.email === null || end === undefined) continue
    const letter = finishedLetter(person.lang, {
      ...end,
      productName: order.product_name,
      isTrial: order.credit > 0n,
      accrued: order.accrued,
    })
    const { email, lang, uid } = person
    await queueEmail(tx, atMs, { uid, email, lang, template: `invest.${end.state}`, ...letter })
  }
}
