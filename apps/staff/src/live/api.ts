import { CallError, createClient } from '@glasshouse/client/http'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { useCallback, useEffect, useRef, useState } from 'react'
import { staffSession } from './session.ts'

/** How far the server's clock is from this one; corrected by every answer that shows a clear difference. */
let offset = 0
const tolerance = 2000

const client = createClient({
  baseUrl: '',
  session: staffSession.token,
  lang: () => 'en',
  now: () => Date.now() + offset,
  onServerTime: (serverTime) => {
    const measured = serverTime - Date.now()
    offset = Math.abs(measured) > tolerance ? measured : 0
  },
})

/** The server no longer knows the session. */
const isGone = (error: CallError): boolean => error.retCode === 102 || error.retCode === 103

const sentenceOf = (error: unknown): string =>
  error instanceof CallError && error.key === 'refused' ? error.message : 'Network exception, try again later'

/** Makes one call; a session that is gone leads back to the sign-in. */
export const call = async <P extends Path>(path: P, payload: RequestOf<P>): Promise<DataOf<P>> => {
  try {
    return await client.call(path, payload)
  } catch (error) {
    if (error instanceof CallError && isGone(error)) staffSession.signOut()
    throw error
  }
}

export type Asked<T> = {
  readonly data: T | undefined
  readonly problem: string | undefined
  readonly busy: boolean
  readonly ask: () => void
}

/** Makes a call when the page opens and again on demand; what was there stays until the answer. */
export const useAnswer = <P extends Path>(path: P, payload: RequestOf<P>): Asked<DataOf<P>> => {
  const [state, setState] = useState<Omit<Asked<DataOf<P>>, 'ask'>>({
    data: undefined,
    problem: undefined,
    busy: true,
  })
  const request = useRef(payload)
  const ask = useCallback(() => {
    setState((last) => ({ ...last, busy: true, problem: undefined }))
    call(path, request.current).then(
      (data) => setState({ data, problem: undefined, busy: false }),
      (error: unknown) => setState((last) => ({ ...last, problem: sentenceOf(error), busy: false })),
    )
  }, [path])
  useEffect(ask, [ask])
  return { ...state, ask }
}

/** Signs a member of staff in; null, or the sentence that says why not. */
export const signIn = async (email: string, pwd: string): Promise<string | null> => {
  try {
    staffSession.signIn(await call('/staff/api/login', { email, pwd }))
    return null
  } catch (error) {
    return sentenceOf(error)
  }
}

/** Ends the session here whatever the server says. */
export const signOut = async (): Promise<void> => {
  await call('/staff/api/logout', {}).catch(() => undefined)
  staffSession.signOut()
}
