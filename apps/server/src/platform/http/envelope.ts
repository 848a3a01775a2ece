import { messageOf, successMessages } from '@glasshouse/core/errors/messages'
import { DomainError, type ErrorCode, errorCodes } from '@glasshouse/core/errors/registry'
import type { Language } from '@glasshouse/core/wire/languages'
import { isUpstreamError } from '../faults.ts'
import type { CallResult } from './idempotency.ts'

/** What every answer is wrapped in. */
export type Envelope = {
  readonly retCode: number
  readonly message: string
  readonly data: unknown
  readonly total?: number
}

/** An envelope with the HTTP status it travels under, and the fault to log when there was one. */
export type HttpReply = { readonly status: number; readonly envelope: Envelope; readonly fault?: unknown }

/** Wraps what a call answered. */
export const success = (answer: CallResult, lang: Language): HttpReply => ({
  status: 200,
  envelope: { retCode: 0, message: successMessages[lang], ...answer, data: answer.data ?? {} },
})

const refused = (refusal: DomainError, lang: Language, status = 200): HttpReply => ({
  status: refusal.code === 'tooManyRequests' ? 429 : status,
  envelope: {
    retCode: errorCodes[refusal.code],
    message: messageOf(refusal.code, refusal.data, lang),
    data: refusal.data,
  },
})

/** A refusal that is transport trouble: no such path, a body too large, a type nobody reads. */
export const httpError = (status: number, key: ErrorCode, lang: Language, field = 'body') =>
  refused(new DomainError(key, key === 'invalidField' ? { field } : {}), lang, status)

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500

/** Turns whatever was thrown into the envelope a caller may see; a fault tells only its trace. */
export const replyTo = (error: unknown, lang: Language, traceId: string): HttpReply => {
  if (error instanceof DomainError) return refused(error, lang)
  const status = statusOf(error)
  if (status >= 400 && status < 500) return httpError(status, 'invalidField', lang)
  return {
    status: isUpstreamError(error) ? 503 : 500,
    envelope: {
      retCode: errorCodes.internal,
      message: messageOf('internal', { traceId }, lang),
      data: { traceId },
    },
    fault: error,
  }
}
