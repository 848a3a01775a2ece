import { ApiError, createClient } from '@glasshouse/client/http'
import { createListeners } from '@glasshouse/client/listeners'
import { checkedClient, createSessionCheck } from '@glasshouse/client/sessionCheck'
import type { Language } from '@glasshouse/core/wire/languages'
import { serverNow, syncCalendar, syncServerTime } from './clock.ts'
import { deviceId } from './device.ts'
import { session } from './session.ts'
import { askStepUp } from './stepUp.ts'

export { ApiError }

let language: Language = 'en'

const languageChanges = createListeners<void>()

/** Registers a listener for a change of the language of server messages. */
export const onLanguage = languageChanges.add

/** Sets the language of server messages. */
export const setApiLanguage = (next: Language): void => {
  if (next === language) return
  language = next
  languageChanges.emit()
}
export const apiLanguage = (): Language => language

const client = createClient({
  baseUrl: '',
  session: session.token,
  lang: () => language,
  now: serverNow,
  device: deviceId,
  onServerTime: syncServerTime,
  onCalendar: syncCalendar,
  onStepUp: askStepUp,
})

const sessionEnds = createListeners<string>()

/** Registers a listener for the end of the session. It receives the server's message, for the sign-in screen. */
export const onSessionEnded = sessionEnds.add

/** Awaits a response. Signs out if the response says that the session has ended. */
export const withSessionCheck = createSessionCheck((message) => {
  session.signOut()
  sessionEnds.emit(message)
})

/** HTTP client of the page. Screens use the hooks of `query.ts`, which use this client. */
export const api = checkedClient(client, withSessionCheck)
