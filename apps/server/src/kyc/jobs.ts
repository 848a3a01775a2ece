import type { Platform } from '../platform/index.ts'
import { purgeIdentityHashes } from './service/erase.ts'

/** Purges hashes of closed accounts periodically until it is closed; a failed round is made up for by the next. */
export const startIdentityPurge = (
  deps: Pick<Platform, 'clock' | 'database' | 'log'>,
  everyMs = 3_600_000,
): { readonly close: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve()
  const round = (): void => {
    running = purgeIdentityHashes(deps).catch((err: unknown) =>
      deps.log.warn({ err }, 'purge of identity hashes failed, retrying'),
    )
  }
  const timer = setInterval(round, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
