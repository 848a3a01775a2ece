import { messageOf, successMessages } from '@glasshouse/core/errors/messages'
import { DomainError, type ErrorCode, errorCodes } from '@glasshouse/core/errors/registry'
import type { Language } from '@glasshouse/core/wire/languages'
import type { CallResult } from '../idempotency/index.ts'
import { isStatementTimeout, isUpstreamError } from '../telemetry/index.ts'

/** Envelope of every response. */
type Envelope = {
  readonly retCode: number
  readonly message: string
  readonly data: unknown
  readonly total?: number
}

/** An envelope with its HTTP status, and the error to log if there is one. */
export type HttpReply = { readonly status: number; readonly envelope: Envelope; readonly fault?: unknown }

/** Wraps the result of a call. */
export const success = (answer: CallResult, lang: Language): HttpReply => ({
  status: 200,
  envelope: {
    retCode: 0,
    message: successMessages[lang],
    ...answer,
    data: answer.data === undefined ? {} : answer.data,
  },
})

const refused = (refusal: DomainError, lang: Language, status = 200): HttpReply => ({
  status: refusal.code === 'tooManyRequests' ? 429 : status,
  envelope: {
    retCode: errorCodes[refusal.code],
    message: messageOf(refusal.code, refusal.data, lang),
    data: refusal.data,
  },
})

/** A transport error: unknown path, body too large, unsupported type. */
export const httpError = (status: number, key: ErrorCode, lang: Language, field = 'body') =>
  refused(new DomainError(key, key === 'invalidField' ? { field } : {}), lang, status)

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500

/** Maps any thrown value to an envelope; an internal error reveals only its trace id. */
export const replyTo = (error: unknown, lang: Language, traceId: string): HttpReply => {
  if (error instanceof DomainError) return refused(error, lang)
  // The transaction was undone, and the same request may be sent again.
  if (isStatementTimeout(error))
    return { ...refused(new DomainError('invalidState', { reason: 'busy' }), lang), fault: error }
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
