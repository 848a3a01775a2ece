import { ApiError, type CallOptions, createClient } from '@glasshouse/client/http'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import type { Language } from '@glasshouse/core/wire/languages'
import { serverNow, syncServerTime } from './clock.ts'
import { deviceId } from './device.ts'
import { session } from './session.ts'
import { askStepUp } from './stepUp.ts'

export { ApiError }

let language: Language = 'en'

const hearers = new Set<() => void>()

/** Told when the server's sentences begin to come back in another language. */
export const onLanguage = (listener: () => void): (() => void) => {
  hearers.add(listener)
  return () => {
    hearers.delete(listener)
  }
}

/** Says in which language the server's sentences come back. */
export const setApiLanguage = (next: Language): void => {
  if (next === language) return
  language = next
  for (const tell of hearers) tell()
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
const endings = new Set<(message: string) => void>()

/** Told, with the server's sentence, when a call found the session gone; the page then leads to the sign-in. */
export const onSessionEnded = (listener: (message: string) => void): (() => void) => {
  endings.add(listener)
  return () => {
    endings.delete(listener)
  }
}

/** Waits for an answer and, where it says that the session is gone, signs this page out. */
export const withSessionCheck = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (
      error instanceof ApiError &&
      (error.retCode === unauthenticated || error.retCode === sessionRevoked)
    ) {
      session.signOut()
      for (const listener of endings) listener(error.message)
    }
    throw error
  }
}

/** The page's one client. Screens use the hooks of `query.ts`; this is what the hooks use. */
export const api = {
  call: <P extends Path>(path: P, payload: RequestOf<P>, options?: CallOptions): Promise<DataOf<P>> =>
    withSessionCheck(client.call(path, payload, options)),
  list: <P extends Path>(
    path: P,
    payload: RequestOf<P>,
    options?: CallOptions,
  ): Promise<{ rows: DataOf<P>; total: number }> => withSessionCheck(client.list(path, payload, options)),
}

/** A fresh idempotency key: 128 random bits in hex. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
