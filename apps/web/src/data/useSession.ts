import { useSyncExternalStore } from 'react'
import { type Session, session, storedSession } from './session.ts'

/** Current session, or null for a visitor. Re-renders on sign-in and sign-out. */
export const useSession = (): Session | null => useSyncExternalStore(session.onChange, storedSession)
