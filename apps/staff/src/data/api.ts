import { ApiError, createClient } from '@glasshouse/client/http'
import { signWithPasskey } from '@glasshouse/client/passkeys'
import { checkedClient, createSessionCheck } from '@glasshouse/client/sessionCheck'
import { createUploader } from '@glasshouse/client/upload'
import { passwordToWire } from '@glasshouse/core/staff/codec'
import { serverNow, syncServerTime } from './clock.ts'
import { staffSession } from './session.ts'

const client = createClient({
  baseUrl: '',
  session: staffSession.token,
  lang: () => 'en',
  now: serverNow,
  onServerTime: syncServerTime,
})

const sessionEndedMessage = 'Your session has ended. Sign in again.'

/** An ended session leads to the sign-in screen. */
const withSessionCheck = createSessionCheck(() => staffSession.signOut(sessionEndedMessage))

/** HTTP client of the console. Signs out when the session has ended. */
export const api = checkedClient(client, withSessionCheck)

/** Sentence for an error. Uses the server's message if the server rejected the call. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError && error.key === 'refused' ? error.message : 'Network exception, try again later'

/** Fetches a picture with the session, so that the access is audited. Throws if access is denied. */
export const fetchPicture = async (address: string, signal: AbortSignal): Promise<Blob> => {
  const [path = ''] = address.split('?')
  const name = /\/api\/uploads\/[\w-]+$/.exec(path)?.[0]
  if (name === undefined) throw new ApiError('unreadable', 'this is not the address of a picture')
  const response = await fetch(name, { headers: { Authorization: staffSession.token() ?? '' }, signal })
  if (!response.ok) throw new ApiError('refused', 'Picture no longer available')
  return response.blob()
}

const sendPicture = createUploader({
  baseUrl: '',
  path: '/staff/api/uploadPicture',
  session: staffSession.token,
  lang: () => 'en',
})

/** Uploads a public picture and returns its address. */
export const publishPicture = (file: Blob, signal: AbortSignal): Promise<string> =>
  withSessionCheck(sendPicture(file, { signal }))

export type SignInAnswer = { readonly needsCode: boolean; readonly problem: string | null }

const passkeyProblem = 'The passkey was not used or is not known here. Try again.'

/** Signs in with password and one of the named passkeys: a device may hold others for this site. */
const signInWithPasskey = async (
  email: string,
  password: string,
  credentialIds: unknown,
): Promise<SignInAnswer> => {
  try {
    const { options } = await client.call('/staff/api/passkeyOptions', {})
    const ids = Array.isArray(credentialIds) ? credentialIds : []
    const allowCredentials = ids.map((id) => ({ id: String(id), type: 'public-key' }))
    const credential = await signWithPasskey({ ...options, allowCredentials })
    if (credential === null) return { needsCode: false, problem: passkeyProblem }
    staffSession.signIn(
      await client.call('/staff/api/login', passwordToWire({ email, password, credential })),
    )
    return { needsCode: false, problem: null }
  } catch (error) {
    const isRefused = error instanceof ApiError && error.data.passkey === true
    return { needsCode: false, problem: isRefused ? passkeyProblem : errorMessage(error) }
  }
}

/** Signs a staff member in. Accounts with a passkey are asked for it by their device, those with an app need `otp`. */
export const signIn = async (email: string, password: string, otp: string): Promise<SignInAnswer> => {
  try {
    const token = await client.call(
      '/staff/api/login',
      passwordToWire({ email, password, ...(otp === '' ? {} : { otp }) }),
    )
    staffSession.signIn(token)
    return { needsCode: false, problem: null }
  } catch (error) {
    if (error instanceof ApiError && error.data.passkey === true)
      return signInWithPasskey(email, password, error.data.passkeys)
    const asksForCode = error instanceof ApiError && error.data.otp === true
    return { needsCode: asksForCode, problem: asksForCode && otp === '' ? null : errorMessage(error) }
  }
}

/** Ends the local session even if the server cannot be reached. */
export const signOut = async (why: string | null = null): Promise<void> => {
  await client.call('/staff/api/logout', {}).catch(() => undefined)
  staffSession.signOut(why)
}
