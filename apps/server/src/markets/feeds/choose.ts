import type { Platform } from '../../platform/services/index.ts'
import { InvalidSettingsError } from '../../platform/settings/index.ts'
import { binanceFeed } from './binance.ts'
import type { Feed } from './feed.ts'
import { openReplay } from './replay.ts'
import { simulatorFeed } from './simulator.ts'

/** The feed the settings name. Throws `InvalidSettingsError` for a replay folder that cannot be played. */
export const createFeed = async (platform: Platform): Promise<Feed> => {
  const { MARKET_FEED, REPLAY_DIR } = platform.settings
  if (MARKET_FEED === 'simulator') return simulatorFeed(platform)
  if (MARKET_FEED === 'binance') return binanceFeed(platform)
  if (REPLAY_DIR === undefined)
    throw new InvalidSettingsError(['REPLAY_DIR: is needed by MARKET_FEED=replay'])
  return openReplay(platform, REPLAY_DIR)
}
