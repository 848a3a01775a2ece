import type { DataOf } from '@glasshouse/core/calls'

type Options = NonNullable<DataOf<'/api/user/passkeyLogin'>['options']>

/** Loaded only by those who use a passkey. */
const library = () => import('@simplewebauthn/browser')
type Library = Awaited<ReturnType<typeof library>>
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']

/** Whether this browser can have passkeys on this page. */
export const hasPasskeySupport = (): boolean => 'PublicKeyCredential' in globalThis

/** What a device answers, as JSON for the server; null when its user cancelled or it has no fitting passkey. */
const answerOf = async (ceremony: Promise<unknown>): Promise<string | null> => {
  try {
    return JSON.stringify(await ceremony)
  } catch {
    return null
  }
}

/** Creates a passkey on the device for the options of the server; null when it was not created. */
export const createPasskey = async (options: Options): Promise<string | null> => {
  const { startRegistration } = await library()
  // The options travel through the server's library as they are.
  return answerOf(startRegistration({ optionsJSON: options as unknown as CreationOptions }))
}

/** Signs the server's challenge with a passkey of the device; null when none was used. */
export const signWithPasskey = async (options: Options): Promise<string | null> => {
  const { startAuthentication } = await library()
  return answerOf(startAuthentication({ optionsJSON: options as unknown as RequestOptions }))
}
