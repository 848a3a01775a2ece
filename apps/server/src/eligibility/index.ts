export {
  assertCanSubscribe,
  assertCanTrade,
  readDepositAllowance,
  type TradingGate,
  tradingGate,
} from './service/gate.ts'
export { addCopiedResults } from './service/limits.ts'
export { customerPolicy, findCountry } from './service/policy.ts'
export { lockLimits } from './store.ts'
