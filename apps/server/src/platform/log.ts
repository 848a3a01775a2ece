import { type Logger, pino } from 'pino'

export type Log = Logger

/** Fields that never reach a log line, at any of the places where they occur. */
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
  'code',
] as const

/** Structured logs to standard output with secrets removed. */
export const createLog = (level: string): Log =>
  pino({
    level,
    redact: {
      paths: redactedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[removed]',
    },
  })
