import { ApiError, type CallOptions, createClient } from '@glasshouse/client/http'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import type { Language } from '@glasshouse/core/wire/languages'
import { serverNow, syncServerTime } from './clock.ts'
import { deviceId } from './device.ts'
import { session } from './session.ts'
import { askStepUp } from './stepUp.ts'

export { ApiError }

let language: Language = 'en'

const languageListeners = new Set<() => void>()

/** Registers a listener for a change of the language of server messages. */
export const onLanguage = (listener: () => void): (() => void) => {
  languageListeners.add(listener)
  return () => {
    languageListeners.delete(listener)
  }
}

/** Sets the language of server messages. */
export const setApiLanguage = (next: Language): void => {
  if (next === language) return
  language = next
  for (const listener of languageListeners) listener()
}
export const apiLanguage = (): Language => language

const client = createClient({
  baseUrl: '',
  session: session.token,
  lang: () => language,
  now: serverNow,
  device: deviceId,
  onServerTime: syncServerTime,
  onStepUp: askStepUp,
})

const unauthenticated = 102
const sessionRevoked = 103
const sessionEndListeners = new Set<(message: string) => void>()

/** Registers a listener for the end of the session. It receives the server's message, for the sign-in screen. */
export const onSessionEnded = (listener: (message: string) => void): (() => void) => {
  sessionEndListeners.add(listener)
  return () => {
    sessionEndListeners.delete(listener)
  }
}

/** Awaits a response. Signs out if the response says that the session has ended. */
export const withSessionCheck = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (
      error instanceof ApiError &&
      (error.retCode === unauthenticated || error.retCode === sessionRevoked)
    ) {
      session.signOut()
      for (const listener of sessionEndListeners) listener(error.message)
    }
    throw error
  }
}

/** HTTP client of the page. Screens use the hooks of `query.ts`, which use this client. */
export const api = {
  call: <P extends Path>(path: P, payload: RequestOf<P>, options?: CallOptions): Promise<DataOf<P>> =>
    withSessionCheck(client.call(path, payload, options)),
  list: <P extends Path>(
    path: P,
    payload: RequestOf<P>,
    options?: CallOptions,
  ): Promise<{ rows: DataOf<P>; total: number }> => withSessionCheck(client.list(path, payload, options)),
}

/** New idempotency key: 128 random bits in hexadecimal. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
