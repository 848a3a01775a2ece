export { aiOrderClosedKind } from './events.ts'

export type { OrderRow as ContractOrder } from './schema.ts'
export { sumFloatingOf } from './service/account.ts'

export { closeAiPosition, closePosition } from './service/close.ts'
export type { ContractDeps } from './service/deps.ts'
export type { Engine } from './service/engine/engine.ts'
export { findOrderView, listOrders } from './service/list.ts'
export type { ContractMarkets } from './service/markets.ts'
export { type AiOpening, placeAiOrder, placeOrder } from './service/open.ts'

export { walletEquity } from './service/pool/leadWallet.ts'
export { listPoolOrders } from './service/pool/list.ts'

export { marginAccountSummary, orderReceipt } from './service/receipt.ts'
export { getHouseDebt, isTradingReserveSufficient, worstCaseLiability } from './service/reserve.ts'

export { countOrders, isClosed, listAiOrders, listAiTrades } from './store/orders.ts'
export { listClosed as listClosedPositions, listResultDays as listContractResults } from './store/results.ts'
