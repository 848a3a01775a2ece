import type { Job } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { type Chains, openChains } from './chains/choose.ts'
import { checkDueTransfers } from './service/chainStatus.ts'
import { checkDueInvoices } from './service/invoices.ts'
import { purgeWebhookDeliveries } from './store/invoices.ts'

export type DepositChecks = {
  /** Checks due deposits now instead of in the next round. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** Retention of webhook deliveries; the gateway repeats a call for some hours at most. */
const deliveriesKeptMs = 90 * 86_400_000

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'log'>

/** Polls gateway and chains for pending deposits until it is closed. Runs only if one of them is configured. */
export const startDepositChecks = (platform: Deps): DepositChecks =>
  pollDeposits({ ...platform, chains: openChains(platform.settings) })

/** Like `startDepositChecks`, on given chains. */
export const pollDeposits = (platform: Deps & { readonly chains: Chains }, everyMs = 2000): DepositChecks => {
  const { settings, log, chains } = platform
  if (settings.MODE !== 'live' || (settings.BTCPAY_URL === undefined && chains.size === 0))
    return { wake: () => undefined, close: async () => undefined }
  let running: Promise<void> | null = null
  let isWanted = false
  let isOpen = true
  const round = async (): Promise<void> => {
    do {
      isWanted = false
      // One batch at a time until nothing is due.
      const checked = await Promise.all([checkDueInvoices(platform), checkDueTransfers(platform)]).catch(
        (err: unknown) => {
          log.warn({ err }, 'deposits could not be checked')
          return []
        },
      )
      isWanted ||= checked.some(({ tried }) => tried > 0)
    } while (isWanted && isOpen)
    running = null
  }
  const wake = (): void => {
    isWanted = true
    running ??= round()
  }
  const timer = setInterval(wake, everyMs)
  timer.unref()
  return {
    wake,
    close: async () => {
      isOpen = false
      clearInterval(timer)
      await running
    },
  }
}

/** The purge of webhook deliveries. */
export const depositJobs = ({ clock, database }: Pick<Platform, 'clock' | 'database'>): readonly Job[] => [
  {
    name: 'deposits.purgeDeliveries',
    cron: '27 * * * *',
    afterStartSeconds: null,
    run: () => purgeWebhookDeliveries(database.db, clock.now() - deliveriesKeptMs),
  },
]
