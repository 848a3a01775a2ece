import { DomainError } from '@glasshouse/core/errors/registry'
import type { Actor } from './actor.ts'
import { staffMembers, type World } from './world.ts'

export type StaffName = keyof typeof staffMembers

/** State of the model besides the customers. */
export type StaffWorld = {
  readonly actors: Actor[]
  readonly tokens: Partial<Record<StaffName, string>>
  /** Expected number of audit records. */
  audited: number
  /** Whether the risk check is required before the first order. */
  riskGate: boolean
}

export const openTown = (): StaffWorld => ({ actors: [], tokens: {}, audited: 0, riskGate: false })

/** Signs a staff member in. */
const signStaffIn = async (world: World, town: StaffWorld, name: StaffName): Promise<string> => {
  const { email, password } = staffMembers[name]
  const token = await world.ask(null, '/staff/api/login', { email, pwd: password })
  town.audited += 1
  town.tokens[name] = token
  return token
}

/** Makes a call as staff; signs in first if there is no open session. */
export const asStaff = async <T>(
  world: World,
  town: StaffWorld,
  name: StaffName,
  ask: (token: string) => Promise<T>,
): Promise<T> => {
  const kept = town.tokens[name]
  if (kept === undefined) return ask(await signStaffIn(world, town, name))
  try {
    return await ask(kept)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error
    return ask(await signStaffIn(world, town, name))
  }
}
