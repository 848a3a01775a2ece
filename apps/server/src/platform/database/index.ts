export {
  type Database,
  type Db,
  extendStatementLimit,
  isReachable,
  openDatabase,
  type Tx,
  updatePlannerForKeys,
} from './connection.ts'
export { countListed, type PageRange, type SortedRange } from './paging.ts'
export { pgNumberArray, pgTextArray } from './pgArrays.ts'
export { rowColumns } from './rowColumns.ts'
export { keysetPages, mergeSorted } from './sortedStreams.ts'
