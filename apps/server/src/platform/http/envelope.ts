import { doneMessages, messageOf } from '@glasshouse/core/errors/messages'
import { Refusal, type RefusalCode, refusals } from '@glasshouse/core/errors/registry'
import type { Language } from '@glasshouse/core/wire/languages'
import { isOutsideFault } from '../faults.ts'
import type { Answer } from './idempotency.ts'

/** What every answer is wrapped in. */
export type Envelope = {
  readonly retCode: number
  readonly message: string
  readonly data: unknown
  readonly total?: number
}

/** An envelope with the HTTP status it travels under, and the fault to log when there was one. */
export type Reply = { readonly status: number; readonly envelope: Envelope; readonly fault?: unknown }

/** Wraps what a call answered. */
export const done = (answer: Answer, lang: Language): Reply => ({
  status: 200,
  envelope: { retCode: 0, message: doneMessages[lang], ...answer, data: answer.data ?? {} },
})

const refused = (refusal: Refusal, lang: Language, status = 200): Reply => ({
  status: refusal.code === 'tooManyRequests' ? 429 : status,
  envelope: {
    retCode: refusals[refusal.code],
    message: messageOf(refusal.code, refusal.data, lang),
    data: refusal.data,
  },
})

/** A refusal that is transport trouble: no such path, a body too large, a type nobody reads. */
export const transportTrouble = (status: number, key: RefusalCode, lang: Language, field = 'body') =>
  refused(new Refusal(key, key === 'fieldMalformed' ? { field } : {}), lang, status)

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500

/** Turns whatever was thrown into the envelope a caller may see; a fault tells only its trace. */
export const replyTo = (error: unknown, lang: Language, traceId: string): Reply => {
  if (error instanceof Refusal) return refused(error, lang)
  const status = statusOf(error)
  if (status >= 400 && status < 500) return transportTrouble(status, 'fieldMalformed', lang)
  return {
    status: isOutsideFault(error) ? 503 : 500,
    envelope: {
      retCode: refusals.unexpected,
      message: messageOf('unexpected', { traceId }, lang),
      data: { traceId },
    },
    fault: error,
  }
}
