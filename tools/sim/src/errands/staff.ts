import { type Actor, sessionOf } from '../actor.ts'
import { assertThat, expectRetCode } from '../assertThat.ts'
import { modelCancel } from '../modelContracts.ts'
import { asStaff, type StaffWorld } from '../staffWorld.ts'
import type { World } from '../world.ts'

/** The audit log has exactly one record per staff action. */
export const compareAudit = async (world: World, town: StaffWorld): Promise<void> => {
  const page: unknown = await asStaff(world, town, 'manager', (token) =>
    world.askWith(token, '/staff/api/auditLog', { pageSize: 1 }),
  )
  const { total } = page as { readonly total: number }
  assertThat(total === town.audited, `the audit log has ${total} records, staff made ${town.audited}`)
  town.audited += 1
}

/**
 * Locks or unlocks an account: all sessions get 103, sign-ins and incoming transfers are rejected, and resting orders
 * are cancelled.
 */
export const freeze = async (world: World, town: StaffWorld, actor: Actor): Promise<void> => {
  const { person, uid, name } = actor
  const frozen = !person.isFrozen()
  const request = frozen
    ? ({ uid, frozen: 1, reason: 'stolen_access', remark: 'Simulated.' } as const)
    : ({ uid, frozen: 0 } as const)
  const session = frozen ? await sessionOf(world, actor) : null
  await expectRetCode('notAllowed', 'the role service freezes', () =>
    asStaff(world, town, 'service', (token) => world.askWith(token, '/staff/api/userSet', request)),
  )
  const set = await asStaff(world, town, 'manager', (token) =>
    world.askWith(token, '/staff/api/userSet', request),
  )
  town.audited += 1
  const until = set.lock?.until ?? 0
  person.isFrozen = frozen ? () => world.clock.business() < until : () => false
  assertThat((set.frozen === 1) === frozen, `${name} is ${set.frozen === 1 ? '' : 'not '}frozen`)
  if (session === null) return
  person.wasLocked = true
  await world.settled()
  for (const { id } of actor.known.orders.filter(({ open }) => !open)) modelCancel(actor.known, id)
  for (const one of person.sessions) if (one.fate === 'open') one.fate = 'ended'
  await expectRetCode('sessionRevoked', `${name} goes on after a freeze`, () =>
    world.askWith(session.token, '/api/user/getuserinfo', {}),
  )
  if (person.totp === null)
    await expectRetCode('notAllowed', `${name} signs in while locked`, () =>
      world.ask(null, '/api/user/login', { type: 2, email: person.email, pwd: person.pwd }),
    )
}

/** Toggles transfers to other users; a closed account rejects it. */
export const toggleTransferFlag = async (world: World, town: StaffWorld, actor: Actor): Promise<void> => {
  const { person, uid, name } = actor
  const on = person.closed || !person.canSend
  const set = () =>
    asStaff(world, town, 'service', (token) =>
      world.askWith(token, '/staff/api/userSet', { uid, transferswitch: on ? 2 : 1 }),
    )
  if (person.closed) return expectRetCode('invalidState', `a flag of ${name}, whose account is closed`, set)
  await set()
  town.audited += 1
  person.canSend = on
}

/** Staff look up a customer; the lookup is recorded as well. */
export const searchAsStaff = async (
  world: World,
  town: StaffWorld,
  { uid, person, name }: Actor,
): Promise<void> => {
  const { profile } = await asStaff(world, town, 'manager', (token) =>
    world.askWith(token, '/staff/api/userDetail', { uid }),
  )
  town.audited += 1
  assertThat(
    profile.email === (person.closed ? '' : person.email),
    `${name} has the address ${profile.email}`,
  )
  assertThat((profile.closed !== null) === person.closed, `${name} is shown closed ${profile.closed}`)
  assertThat(
    (profile.frozen === 1) === person.isFrozen() || person.closed,
    `${name} is shown frozen ${profile.frozen}`,
  )
  await compareAudit(world, town)
}

/** Turns the risk check setting on or off. */
export const toggleTradingGate = async (world: World, town: StaffWorld): Promise<void> => {
  const on = !town.riskGate
  await asStaff(world, town, 'manager', (token) =>
    world.askWith(token, '/staff/api/configSet', { key: 'risk_gate', value: on ? '1' : '0' }),
  )
  town.audited += 1
  town.riskGate = on
}
