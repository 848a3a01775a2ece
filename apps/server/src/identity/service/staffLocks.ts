import { domainError } from '@glasshouse/core/errors/registry'
import { needsTwoManagers } from '@glasshouse/core/identity/locks'
import type { SetCustomerFlagResult } from '@glasshouse/core/staff/customers/codec'
import {
  type AccountLock,
  accountLockOf,
  canOneManagerLock,
  type LockRow,
  runningLock,
} from '../../customers/locks/index.ts'
import { lockCustomerById } from '../../customers/records/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { agreeWithFirstManager, type RequestOrigin, writeAudit } from '../../staff/index.ts'
import { findCustomerFlags } from './customerFlags.ts'
import { adoptLock, endLock, extendLock, startLock } from './locks.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** A validated request of a manager about the lock of an account. */
type LockRequest = {
  readonly uid: number
  readonly reason: AccountLock['reason']
  readonly remark: string
  readonly reference: string | null
}

/** A manager within the transaction of a request. */
type Decision = {
  readonly deps: Deps
  readonly tx: Tx
  readonly staff: StaffIdentity & { readonly origin: RequestOrigin }
}

/** Locks an account or lifts its lock; a lock needs a reason and a remark. */
export type SetAccountLockCommand = {
  readonly uid: number
  readonly isLocked: boolean
  readonly reason?: LockRequest['reason'] | undefined
  readonly remark?: string | undefined
  /** Of an authority. */
  readonly reference?: string | undefined
}

/** `waits`: nothing is done until a second manager makes the same call. */
type LockOutcome = AccountLock | null | 'waits'

/**
 * Locks an account or lifts its lock as a manager asks, with an audit record of before and after in one transaction.
 *
 * One manager locks for 72 h; a second one who makes the same call takes the end away. What an authority ordered, a
 * lock beyond 72 h of one manager within seven days, and lifting what two agreed to need two managers.
 *
 * @throws invalidField no reason, remark or, for an authority, reference
 * @throws notAllowed the account of the staff member
 * @throws notFound no such customer, or the platform account
 * @throws invalidState the account is closed, is locked for another reason (`locked`), or the same manager asks twice
 */
export const setAccountLock = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  command: SetAccountLockCommand,
): Promise<SetCustomerFlagResult> => {
  const request = command.isLocked ? readLockRequest(command) : null
  return transact(deps.database.db, async (tx) => {
    const person = await lockCustomerById(tx, command.uid)
    if (person === undefined || person.referrer_uid === null) throw domainError('notFound')
    if (person.closed_ms !== null) throw domainError('invalidState', { reason: 'closed' })
    if (person.email === staff.email) throw domainError('notAllowed')
    const before = await runningLock(tx, deps.clock, command.uid)
    const decision = { deps, tx, staff: { ...staff, origin } }
    const outcome =
      request === null ? await lift(decision, command.uid, before) : await lock(decision, request, before)
    const flags = await findCustomerFlags(tx, deps.clock, person)
    const standing = outcome === 'waits' ? (before === undefined ? null : accountLockOf(before)) : outcome
    if (outcome !== 'waits') {
      const record = {
        staffId: staff.id,
        action: 'userSet' as const,
        target: `customer ${command.uid}`,
        ...origin,
      }
      const change = {
        before: { frozen: before === undefined ? 0 : 1 },
        after: { frozen: flags.isLocked ? 1 : 0, ...standing, ...noteOf(command) },
      }
      await writeAudit(tx, { ...record, ...change }, deps.clock.now())
    }
    return { flags, lock: { standing, isWaiting: outcome === 'waits' } }
  })
}

const noteOf = ({ remark, reference }: SetAccountLockCommand) => ({
  ...(remark === undefined ? {} : { remark: remark.trim() }),
  ...(reference === undefined ? {} : { reference: reference.trim() }),
})

const readLockRequest = ({
  uid,
  reason,
  remark = '',
  reference = '',
}: SetAccountLockCommand): LockRequest => {
  if (reason === undefined) throw domainError('invalidField', { field: 'reason' })
  if (remark.trim() === '') throw domainError('invalidField', { field: 'remark' })
  if (needsTwoManagers(reason) && reference.trim() === '')
    throw domainError('invalidField', { field: 'reference' })
  return { uid, reason, remark: remark.trim(), reference: reference.trim() || null }
}

const lock = async (
  decision: Decision,
  request: LockRequest,
  before: LockRow | undefined,
): Promise<LockOutcome> => {
  const { deps, tx, staff } = decision
  const needsTwo = needsTwoManagers(request.reason)
  if (before !== undefined && !needsTwo) return joinLock(decision, request, before)
  if (before !== undefined && before.agreed_staff_id !== null && before.reason === request.reason)
    throw domainError('invalidState', { reason: 'locked' })
  const { uid, reason, remark, reference } = request
  if (!needsTwo && (await canOneManagerLock(tx, deps.clock, uid)))
    return startLock(deps, tx, uid, {
      reason,
      remark,
      reference,
      origin: 'staff',
      staffId: staff.id,
      agreedStaffId: null,
    })
  const firstId = await agreedFirst(decision, { frozen: 1, ...request })
  if (firstId === null) return 'waits'
  const two = { staffId: firstId, agreedStaffId: staff.id }
  return startLock(deps, tx, uid, { reason, remark, reference, origin: 'staff', ...two })
}

/** A manager joins a lock that stands: as the second one, or as the first one of a lock that no manager made. */
const joinLock = async (
  { deps, tx, staff }: Decision,
  { reason, remark }: LockRequest,
  before: LockRow,
): Promise<AccountLock> => {
  if (before.staff_id === null) return adoptLock(tx, before, { reason, remark, staffId: staff.id })
  if (before.staff_id === staff.id) throw domainError('invalidState', { reason: 'sameManager' })
  if (before.agreed_staff_id !== null || before.reason !== reason)
    throw domainError('invalidState', { reason: 'locked' })
  return extendLock(deps, tx, before, staff.id)
}

/** Lifting takes as many managers as the lock had, at least one. */
const lift = async (decision: Decision, uid: number, before: LockRow | undefined): Promise<LockOutcome> => {
  const { deps, tx, staff } = decision
  if (before === undefined) return null
  if (before.agreed_staff_id !== null && (await agreedFirst(decision, { uid, frozen: 0 })) === null)
    return 'waits'
  await endLock(deps, tx, before, staff.id)
  return null
}

/** The manager who request for the same before; null when this is the first request, which is stored. */
const agreedFirst = async (
  { deps, tx, staff }: Decision,
  request: Partial<LockRequest> & { readonly uid: number; readonly frozen: 0 | 1 },
): Promise<number | null> => {
  const { origin, ...identity } = staff
  return agreeWithFirstManager(tx, deps.clock.now(), identity, origin, {
    action: 'userSet',
    target: `customer ${request.uid}`,
    payload: request,
  })
}
