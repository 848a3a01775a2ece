/** SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), cancelled for its length, and what sockets say. */
const external = /^(?:08|53|57P|57014$|55P03$|25P03$|ECONN|EPIPE|ERR_STREAM_|ETIMEDOUT|ENOENT$|EHOSTUNREACH)/
const outsideWords = /connection (?:terminated|ended)|timeout exceeded when trying to connect|not queryable/i

/** An external service failed or did not respond; possibly temporary. */
export class UpstreamError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutsideFault'
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether a failure is external and possibly temporary, as opposed to a defect in this program. */
export const isUpstreamError = (error: unknown): boolean =>
  error instanceof UpstreamError ||
  external.test(codeOf(error)) ||
  (error instanceof Error && outsideWords.test(error.message))

/**
 * Tells that the database cancelled a statement because it ran or waited for too long (57014, 55P03). Its transaction
 * is rolled back; the caller can retry.
 */
export const isStatementTimeout = (error: unknown): boolean =>
  codeOf(error) === '57014' || codeOf(error) === '55P03'

/** What may be logged of a fault: never its detail, which PostgreSQL fills with values. */
export const errorForLog = (fault: unknown): object =>
  fault instanceof Error
    ? {
        name: fault.name,
        message: fault.message,
        stack: fault.stack,
        sqlstate: 'code' in fault ? fault.code : undefined,
      }
    : { message: 'something that is not an error was thrown' }

/** One line about an error: its code and its message, without the stack. */
export const summaryOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return 'something that is not an error was thrown'
  // A refused connection to several addresses has a code and no message.
  return [codeOf(fault), fault.message].filter((part) => part !== '').join(': ') || fault.name
}
