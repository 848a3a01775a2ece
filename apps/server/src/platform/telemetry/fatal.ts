import { summaryOf } from './faults.ts'
import type { Log } from './log.ts'

/**
 * Ends the process on an unhandled rejection or exception. The cause is logged first, with its stack.
 *
 * After such an error the state in memory is undefined. Committed data is safe, and the next start continues from it.
 *
 * @param end prints one sentence to the operator and ends the process with a code other than 0
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
