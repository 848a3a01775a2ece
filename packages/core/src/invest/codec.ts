/** Numbers of the wire and the words inside. */
import type { OrderState } from './checks.ts'
import type { InterestMethod } from './rules.ts'

/** How an order earns: by a cycle, or as a share of a copied pool. */
export type OrderMethod = InterestMethod | 'copy'

/** Wire number of an interest method: 1 fixed, 2 compound, 3 copy. */
export const methodToWire = (method: OrderMethod): 1 | 2 | 3 =>
  method === 'fixed' ? 1 : method === 'compound' ? 2 : 3

/** Interest method of a wire number; a cycle is fixed or compound. */
export const methodFromWire = (interesttype: 1 | 2): InterestMethod =>
  interesttype === 1 ? 'fixed' : 'compound'

/** Categories of the product list by wire number. */
export const productCategories = ['all', 'experience', 'soldOut', 'fixed', 'compound', 'copy'] as const
export type ProductCategory = (typeof productCategories)[number]

/** Category of a wire number from 0 to 5. */
export const categoryFromWire = (type: 0 | 1 | 2 | 3 | 4 | 5): ProductCategory => productCategories[type]

/** Wire number of a state: 0 processing, 1 finished. */
export const statusToWire = (state: OrderState): 0 | 1 =>
  state === 'waiting' || state === 'running' || state === 'redeeming' ? 0 : 1

/** Whether a list is of orders in processing or of finished ones; null for all. */
export const processingFromWire = (status: 0 | 1 | undefined): boolean | null =>
  status === undefined ? null : status === 0

/** Whether a product is on sale; otherwise it is sold out or off sale. */
export const isOnSale = ({ status }: { readonly status: number }): boolean => status === onSaleStatus

const onSaleStatus = 1

/** Whether an order is in processing; otherwise it is finished. */
export const isInProcess = ({ status }: { readonly status: 0 | 1 }): boolean =>
  processingFromWire(status) === true
