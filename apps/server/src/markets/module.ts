import { openRemoteFeed } from './feeds/remoteFeed.ts'
import { serveSource } from './feeds/serveFeed.ts'
import { marketRoutes } from './routes.ts'
import { bringTermsForward } from './service/announce.ts'
import { openFollowedMarkets } from './service/follow/followedMarkets.ts'
import { serveTicks } from './service/follow/serveTicks.ts'
import { openMarkets } from './service/markets.ts'
import { createSettingTerms } from './service/settingTerms.ts'

/** What the composition root connects of this module. */
export const marketsModule = {
  routes: marketRoutes,
  provides: {
    openMarkets,
    openRemoteFeed,
    serveSource,
    openFollowedMarkets,
    serveTicks,
    bringTermsForward,
    createSettingTerms,
  },
}
