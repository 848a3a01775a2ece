import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../data/useSession.ts'
import { paths } from '../paths.ts'
import { useCurrentPath } from './useCurrentPath.ts'

/** Whether the user is signed in. Redirects visitors to the sign-in screen, which returns here. */
export const useSignedIn = (): boolean => {
  const signedIn = useSession() !== null
  const [, navigate] = useLocation()
  const here = useCurrentPath()
  useEffect(() => {
    if (!signedIn) navigate(paths.login({ next: here }), { replace: true })
  }, [signedIn, here, navigate])
  return signedIn
}
