export {
  getHouseDebt,
  getTradingFloor,
  isTradingReserveSufficient,
  worstCaseLiability,
} from './service.ts'

export { listExposures, lockExposures, lockMissingMarkets, updateExposures } from './store.ts'
