import type { Platform } from '../platform/index.ts'
import { advanceIssues } from './service/advance.ts'
import type { SubscriptionDeps } from './service/deps.ts'

const lookMs = 1000

/** Opens, closes and draws issues when their instants come, until it is closed; a failed look is made up for by the next. */
export const startIssueWatch = (
  deps: Pick<SubscriptionDeps, 'clock' | 'database' | 'heads'> & Pick<Platform, 'log'>,
): { readonly close: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const look = (): void => {
    if (isBusy) return
    isBusy = true
    running = advanceIssues(deps)
      .catch((err: unknown) => deps.log.warn({ err }, 'issues could not be moved on, retrying'))
      .finally(() => {
        isBusy = false
      })
  }
  const timer = setInterval(look, lookMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
