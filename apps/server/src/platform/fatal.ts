import { exit } from 'node:process'
import { summaryOf } from './faults.ts'
import type { Log } from './log.ts'

/**
 * Ends the process with code 1 when a promise rejection or an exception is handled by nobody. The cause is
 * logged first, with its stack, and printed in one line for whoever started the process.
 *
 * After such an error nothing is known about what was left half done in memory. What was committed is safe, and
 * the next start continues from it.
 */
export const endOnUnhandled = (log: Pick<Log, 'fatal'>): void => {
  const endWith =
    (what: string) =>
    (cause: unknown): void => {
      log.fatal({ err: cause }, what)
      console.error(`Glasshouse ended: ${what}: ${summaryOf(cause)}`)
      exit(1)
    }
  process.on('unhandledRejection', endWith('unhandled promise rejection'))
  process.on('uncaughtException', endWith('uncaught exception'))
}
