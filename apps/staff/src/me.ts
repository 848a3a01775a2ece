import type { DataOf } from '@glasshouse/core/calls'
import { createContext, useContext } from 'react'

export type CurrentStaff = DataOf<'/staff/api/me'>

export const MeContext = createContext<CurrentStaff | null>(null)

/** Who is signed in. */
export const useCurrentStaff = (): CurrentStaff => {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in here')
  return me
}

/** Why this member may not do what only managers do; null when allowed. The server decides, this only tells beforehand. */
export const managerOnlyReason = ({ role }: CurrentStaff): string | null =>
  role === 'manager' ? null : 'Managers only'
