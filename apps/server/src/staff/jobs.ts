import type { Platform } from '../platform/index.ts'
import { isFullAuditDue, verifyFullAudit } from './service/audit.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'log'>

/** Verifies the complete audit log when that is due, and logs an error if a record does not continue the chain. */
export const verifyAuditWhenDue = async (platform: Deps): Promise<void> => {
  if (!(await isFullAuditDue(platform))) return
  const [first, ...others] = await verifyFullAudit(platform)
  if (first === undefined) return
  platform.log.error(
    { record: first, more: others.length },
    'the audit log was changed: a record does not continue the chain',
  )
}

/**
 * Verifies the complete audit log once a day and soon after a start, until it is closed. A failed round (database
 * unavailable) is repeated in the next one.
 */
export const startAuditJob = (
  platform: Deps,
  everyMs = 10 * 60_000,
): { readonly close: () => Promise<void> } => {
  let running: Promise<void> = Promise.resolve()
  const round = (): void => {
    running = running
      .then(() => verifyAuditWhenDue(platform))
      .catch((err: unknown) => platform.log.warn({ err }, 'the audit log could not be read'))
  }
  round()
  const timer = setInterval(round, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
