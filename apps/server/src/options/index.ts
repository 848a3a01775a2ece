export { optionRoutes } from './routes.ts'
export type { OrderRow as OptionOrder } from './schema.ts'
export { listOptions, optionReceipt, streamOptions } from './service/list.ts'
export { buyOption } from './service/place.ts'
export { type SettlementWorker, startSettlementWorker } from './service/settlement/settlementWorker.ts'
export type { OptionDeps } from './service/terms.ts'
export { optionAmounts, optionInvariants } from './store/invariants.ts'
export { countOpen as countOpenOptions } from './store/orders.ts'
export {
  listResultDays as listOptionResults,
  listSettled as listSettledOptions,
} from './store/results.ts'
