import { doneMessages, messageOf } from '@glasshouse/core/refusals/messages'
import { Refusal, type RefusalCode, refusals } from '@glasshouse/core/refusals/registry'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Answer } from './repeats.ts'

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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), and what sockets say. */
const outside = /^(?:08|53|57P|ECONN|EPIPE|ETIMEDOUT|ENOENT$|EHOSTUNREACH)/
const outsideWords = /connection (?:terminated|ended)|timeout exceeded when trying to connect|not queryable/i

/** A service outside that did not answer or answered with trouble; it may pass. */
export class OutsideFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutsideFault'
  }
}

/** Tells a failure outside this program, which may pass, from a defect inside it. */
export const isOutsideFault = (error: unknown): boolean =>
  error instanceof OutsideFault ||
  outside.test(codeOf(error)) ||
  (error instanceof Error && outsideWords.test(error.message))

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
