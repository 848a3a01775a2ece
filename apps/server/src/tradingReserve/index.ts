export {
  getHouseDebt,
  getTradingFloor,
  isTradingReserveSufficient,
  worstCaseLiability,
} from './service.ts'

export {
  exposureColumns,
  listExposures,
  lockExposures,
  lockMissingMarkets,
  updateExposures,
} from './store.ts'
