import { summaryOf } from './faults.ts'
import type { Log } from './log.ts'

/**
 * Ends the process when a promise rejection or an exception is handled by nobody. The cause is logged first, with
 * its stack.
 *
 * After such an error nothing is known about what was left half done in memory. What was committed is safe, and
 * the next start continues from it.
 *
 * @param end prints one sentence for whoever started the process and ends it with a code that is not 0
 */
export const endOnUnhandled = (log: Pick<Log, 'fatal'>, end: (sentence: string) => void): void => {
  const endWith =
    (what: string) =>
    (cause: unknown): void => {
      log.fatal({ err: cause }, what)
      end(`Glasshouse ended: ${what}: ${summaryOf(cause)}`)
    }
  process.on('unhandledRejection', endWith('unhandled promise rejection'))
  process.on('uncaughtException', endWith('uncaught exception'))
}
