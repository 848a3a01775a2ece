import type { NewNotice } from '../../notifications/index.ts'
import type { OrderRow } from '../schema.ts'

/** The notice about an order that was bought. */
export const boughtNotice = (order: OrderRow): NewNotice => ({
  uid: order.uid,
  key: String(order.id),
  kind: order.credit > 0n ? 'investTrialBought' : 'investBought',
  params: {
    id: order.id,
    product: order.product_name,
    amount: order.principal + order.credit,
    days: order.days,
    first: order.next_ms,
  },
})
