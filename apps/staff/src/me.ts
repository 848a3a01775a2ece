import type { DataOf } from '@glasshouse/core/calls'
import { createContext, useContext } from 'react'

export type Me = DataOf<'/staff/api/me'>

export const MeContext = createContext<Me | null>(null)

/** Who is signed in. */
export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in here')
  return me
}

/** Why this member may not do what only managers do; null when allowed. The server decides, this only tells beforehand. */
export const managersOnly = ({ role }: Me): string | null => (role === 'manager' ? null : 'Managers only')
