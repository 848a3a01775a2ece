export { aiOrderClosedKind } from './events.ts'

export type { OrderRow as ContractOrder } from './schema.ts'

export { closeAiPosition, closePosition } from './service/close.ts'
export type { ContractDeps } from './service/deps.ts'
export type { Engine } from './service/engine/engine.ts'
export { findOrderView, listOrders } from './service/list.ts'
export { type AiOpening, placeAiOrder, placeOrder } from './service/open.ts'

export { marginAccountSummary, orderReceipt } from './service/receipt.ts'

export { listAiOrders } from './store/orders.ts'
