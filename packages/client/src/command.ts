import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { ApiError, type CallOptions } from './http.ts'
import { randomHex } from './randomHex.ts'

/**
 * Time after a lost response in which a repeated command reuses the idempotency key. Longer than a phone is without a
 * connection on most ways; after it, an equal command is more likely meant as another one.
 */
const keyReuseMs = 300_000

/** Any thrown value as the error of a call. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('unreadable', String(error))

/** How one command is sent; a command may make more than one call. */
export type Send<P extends Path> = (
  path: P,
  payload: RequestOf<P>,
  options: CallOptions,
) => Promise<DataOf<P>>

export type CommandResult<P extends Path> =
  | { readonly data: DataOf<P>; readonly error: null }
  | { readonly data: null; readonly error: ApiError }

/**
 * Sends one kind of command with an idempotency key. A command that is repeated after a lost response reuses its
 * key, so that it runs once. While one is in flight, another is ignored with null.
 */
export const createCommand = <P extends Path>(path: P, send: Send<P>, now: () => number) => {
  let isRunning = false
  let unanswered: { readonly body: string; readonly key: string; readonly at: number } | null = null
  return async (payload: RequestOf<P>): Promise<CommandResult<P> | null> => {
    if (isRunning) return null
    isRunning = true
    const body = JSON.stringify(payload)
    const isRepeat = unanswered !== null && unanswered.body === body && now() - unanswered.at < keyReuseMs
    const idempotencyKey = isRepeat && unanswered !== null ? unanswered.key : randomHex()
    try {
      const data = await send(path, payload, { idempotencyKey })
      unanswered = null
      return { data, error: null }
    } catch (thrown) {
      const error = asApiError(thrown)
      // After any other error it is unknown whether the command was executed.
      unanswered = error.key === 'refused' ? null : { body, key: idempotencyKey, at: now() }
      return { data: null, error }
    } finally {
      isRunning = false
    }
  }
}
