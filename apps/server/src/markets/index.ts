export { openRemoteFeed } from './feeds/remoteFeed.ts'
export { serveSource } from './feeds/serveFeed.ts'
export { marketRoutes } from './routes.ts'
export { bringTermsForward } from './service/announce.ts'
export { type Markets, openMarkets } from './service/markets.ts'
export { nextTick } from './service/nextTick.ts'
export { assertTerms, tradableProduct } from './service/presentTerms.ts'
export {
  listProducts as listMarketProducts,
  updateProduct as updateMarketProduct,
} from './service/products.ts'
export { createSettingTerms } from './service/settingTerms.ts'
export { createTermsSchedule } from './service/termsSchedule.ts'
export { findMedianSpread, listRecordedMinutes } from './store/recorded.ts'
export { insertTerms, listTerms } from './store/terms.ts'
export { listProductRows } from './store.ts'
