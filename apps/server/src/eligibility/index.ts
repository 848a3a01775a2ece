export {
  assertCanSubscribe,
  assertCanTrade,
  readDepositAllowance,
  type TradingGate,
  tradingGate,
} from './service/gate.ts'
export { addCopiedResults, readLimits } from './service/limits.ts'
export { customerPolicy, findCountry } from './service/policy.ts'
export { listAnswers as riskAnswersOf, listLimitChanges as limitChangesOf, lockLimits } from './store.ts'
