export {
  addressKey,
  type CallLimits,
  liveLimits,
  memoryRateLimiter,
  practiceLimits,
  type Rate,
  type RateLimiter,
  type RateLimits,
} from './rateLimits.ts'
export { createSharedRateLimits, type RateWindow, type SharedRateLimits } from './sharedRateLimits.ts'
export { purgeRateWindows } from './store.ts'
