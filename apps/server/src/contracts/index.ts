export { isPoolAccount } from '@glasshouse/core/contracts/pool'
export { aiOrderClosedKind } from './events.ts'
export { startExpiries } from './jobs.ts'
export { contractListeners } from './listeners.ts'
export { contractRoutes } from './routes.ts'
export type { OrderRow as ContractOrder } from './schema.ts'
export { maxTransferOutOf, sumFloatingOf } from './service/account.ts'
export { amendOrder } from './service/amend.ts'
export { cancelOrder, cancelOrdersOfLocked } from './service/cancel.ts'
export { type AiClosing, closeAiPosition, closePosition } from './service/close.ts'
export { type ContractDeps, settleWallet } from './service/deps.ts'
export { type Engine, openEngine } from './service/engine/engine.ts'
export { findOrderView, listOrders, streamOrders } from './service/list.ts'
export type { ContractMarkets } from './service/markets.ts'
export { type AiOpening, placeAiOrder, placeOrder } from './service/open.ts'
export { closePoolAtMarket, closePoolPositions, settlePool } from './service/pool/close.ts'
export {
  countLeadPositions,
  listLeadCloses,
  walletEquity,
  walletTransfers,
} from './service/pool/leadWallet.ts'
export { listCopiedFills, listPoolChanges, listPoolOrders } from './service/pool/list.ts'
export {
  lockPool,
  openPool,
  type PoolValues,
  poolLedger,
  type SilentMarkets,
  setPoolMultiple,
  setPoolState,
  valuePool,
} from './service/pool/pool.ts'
export { marginAccountSummary, orderReceipt } from './service/receipt.ts'
export {
  getHouseDebt,
  getTradingFloor,
  isTradingReserveSufficient,
  worstCaseLiability,
} from './service/reserve.ts'
export { setTpSl } from './service/stops.ts'
export { contractAmounts } from './store/amounts.ts'
export { sumFloating } from './store/floating.ts'
export { contractInvariants } from './store/invariants.ts'
export { type AiTradeSum, countOrders, isClosed, listAiOrders, listAiTrades } from './store/orders.ts'
export {
  type ContractResultDay,
  listClosed as listClosedPositions,
  listResultDays as listContractResults,
} from './store/results.ts'
