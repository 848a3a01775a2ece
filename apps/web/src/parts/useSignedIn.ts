import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../live/session.ts'
import { paths } from '../paths.ts'

/** Whether somebody is signed in; a visitor is led to the sign-in and back again. */
export const useSignedIn = (): boolean => {
  const signedIn = useSession() !== null
  const [location, navigate] = useLocation()
  useEffect(() => {
    if (!signedIn) navigate(paths.login({ next: location }), { replace: true })
  }, [signedIn, location, navigate])
  return signedIn
}
