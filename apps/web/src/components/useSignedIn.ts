import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../data/session.ts'
import { paths } from '../paths.ts'
import { useCurrentPath } from './useCurrentPath.ts'

/** Whether somebody is signed in; a visitor is led to the sign-in and back again. */
export const useSignedIn = (): boolean => {
  const signedIn = useSession() !== null
  const [, navigate] = useLocation()
  const here = useCurrentPath()
  useEffect(() => {
    if (!signedIn) navigate(paths.login({ next: here }), { replace: true })
  }, [signedIn, here, navigate])
  return signedIn
}
