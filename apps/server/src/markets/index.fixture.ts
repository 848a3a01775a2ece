/** What tests and tools use of this module besides its public API. */

export { marketRoutes } from './routes.ts'
export { openFollowedMarkets } from './service/follow/followedMarkets.ts'
export { serveTicks } from './service/follow/serveTicks.ts'
export { openMarkets } from './service/markets.ts'
export { createSettingTerms } from './service/settingTerms.ts'
export { createTermsSchedule } from './service/termsSchedule.ts'
export { insertProduct } from './store.ts'
