export { gatherHouse, inHousePart, levelHouse, type PartInUse } from './service/parts.ts'
export {
  getHouseDebt,
  getTradingFloor,
  isTradingReserveSufficient,
  worstCaseLiability,
} from './service/reserve.ts'
export {
  exposureColumns,
  listExposures,
  lockExposures,
  lockMissingMarkets,
  updateExposures,
} from './store/exposures.ts'
export { listLiveParts, lockPart } from './store/parts.ts'
