import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { monotonicMs } from '../time/index.ts'
import { errorForLog, isUpstreamError, summaryOf } from './faults.ts'

/** The log of a process: one JSON line an entry. */
export type Log = Logger

/** Fields removed from log lines at every position where they occur. */
export const redactedFields = [
  'pwd',
  'newpwd',
  'oldpwd',
  'invitation',
  'otpauth',
  'withdrawpsd',
  'verifycode',
  'otp',
  'token',
  'authorization',
  'sign',
  'secret',
  'password',
  'currentPassword',
  'newPassword',
  'withdrawPassword',
  'code',
] as const

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

const fatalLevel = 60
const outageLineEveryMs = 1000

const hasError = (fields: unknown): fields is { readonly err: unknown } =>
  typeof fields === 'object' && fields !== null && 'err' in fields

/**
 * Limits log lines about an outage (the database or another external service does not respond) to one a second.
 *
 * Without it every call and every loop logs a stack for the duration of the outage. The line carries `suppressed`, the
 * number of lines dropped since the previous one. All other lines, and fatal ones, are never dropped.
 *
 * @param nowMs a monotonic clock in milliseconds
 */
export const limitOutageLines = (nowMs: () => number): LogMethod => {
  let lastMs = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return function (args, method, level) {
    const [fields, message] = args as unknown as [unknown, string | undefined]
    if (level >= fatalLevel || !hasError(fields) || !isUpstreamError(fields.err)) {
      method.apply(this, args)
      return
    }
    if (nowMs() - lastMs < outageLineEveryMs) {
      suppressed += 1
      return
    }
    const { err, ...rest } = fields
    method.apply(this, [{ ...rest, failure: summaryOf(err), suppressed }, message ?? 'outage'])
    lastMs = nowMs()
    suppressed = 0
  }
}

/**
 * Structured log on standard output with secrets removed; errors are in the field `err`.
 *
 * @param to another destination than standard output
 * @param nowMs the monotonic clock, in milliseconds, of the outage limit
 */
export const createLog = (level: string, to?: DestinationStream, nowMs: () => number = monotonicMs): Log => {
  const options: LoggerOptions = {
    level,
    serializers: { err: errorForLog },
    hooks: { logMethod: limitOutageLines(nowMs) },
    redact: {
      paths: redactedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[removed]',
    },
  }
  return to === undefined ? pino(options) : pino(options, to)
}
