export type { FollowedMarkets } from './service/follow/followedMarkets.ts'
export type { Markets } from './service/markets.ts'
export { nextTick } from './service/nextTick.ts'
export { assertTerms, tradableProduct } from './service/presentTerms.ts'
export {
  listProducts as listMarketProducts,
  updateProduct as updateMarketProduct,
} from './service/products.ts'
export { findMedianSpread, listRecordedMinutes } from './store/recorded.ts'
export { insertTerms, listTerms } from './store/terms.ts'
export { listProductRows } from './store.ts'
