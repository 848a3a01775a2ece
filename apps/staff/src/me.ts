import type { DataOf } from '@glasshouse/core/calls'
import { createContext, useContext } from 'react'

export type CurrentStaff = DataOf<'/staff/api/me'>

export const MeContext = createContext<CurrentStaff | null>(null)

/** The signed-in staff member. */
export const useCurrentStaff = (): CurrentStaff => {
  const me = useContext(MeContext)
  if (me === null) throw new Error('useCurrentStaff is used outside the shell')
  return me
}

/** Why a manager-only action is disabled; null for managers. Only a hint, the server enforces it. */
export const managerOnlyReason = ({ role }: CurrentStaff): string | null =>
  role === 'manager' ? null : 'Managers only'
