import type { Platform } from '../platform/index.ts'
import type { Chains } from './chains/choose.ts'
import { checkDueTransfers } from './service/chainStatus.ts'
import { checkDueInvoices } from './service/invoices.ts'
import { purgeWebhookDeliveries } from './store/invoices.ts'

export type DepositChecks = {
  /** Looks for what is due now instead of at the next round. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** The gateway repeats a call for some hours at most. */
const deliveriesKeptMs = 90 * 86_400_000
const forgetEveryMs = 3_600_000

/**
 * Asks the gateway and the chains about deposits that are under way, now and then until it is closed. Where
 * neither is turned on nothing runs.
 */
export const startDepositChecks = (
  platform: Pick<Platform, 'settings' | 'clock' | 'database' | 'log'> & { readonly chains: Chains },
  everyMs = 2000,
): DepositChecks => {
  const { settings, clock, database, log, chains } = platform
  if (settings.MODE !== 'live' || (settings.BTCPAY_URL === undefined && chains.size === 0))
    return { wake: () => undefined, close: async () => undefined }
  let running: Promise<void> | null = null
  let isWanted = false
  let isOpen = true
  const round = async (): Promise<void> => {
    do {
      isWanted = false
      // A batch at a time, until nothing is due any more.
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
  const forgetting = setInterval(() => {
    purgeWebhookDeliveries(database.db, clock.now() - deliveriesKeptMs).catch(() => undefined)
  }, forgetEveryMs)
  timer.unref()
  forgetting.unref()
  return {
    wake,
    close: async () => {
      isOpen = false
      clearInterval(timer)
      clearInterval(forgetting)
      await running
    },
  }
}
