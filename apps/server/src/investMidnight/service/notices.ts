import type { InvestOrder } from '../../invest/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import type { AccruingOrder, OrderEnd } from '../store.ts'

const orderOf = ({ id, product_name }: Pick<InvestOrder, 'id' | 'product_name'>) => ({
  id,
  product: product_name,
})

/** The notice about the first interest of an order; `day` is the day it is for. */
export const firstAccrualNotice = (order: AccruingOrder, day: string, amount: bigint): NewNotice => ({
  uid: order.uid,
  key: String(order.id),
  kind: 'investFirstAccrual',
  params: { ...orderOf(order), day, amount },
})

/** The notice about an order that finished. */
export const finishedNotice = (order: InvestOrder, { state, payout, fee }: OrderEnd): NewNotice => {
  const [to, about] = [{ uid: order.uid, key: String(order.id) }, orderOf(order)]
  if (state === 'redeemed') return { ...to, kind: 'investRedeemed', params: { ...about, payout, fee } }
  return order.credit > 0n
    ? { ...to, kind: 'investTrialEnded', params: { ...about, profit: order.accrued } }
    : { ...to, kind: 'investEnded', params: { ...about, payout, profit: order.accrued } }
}
