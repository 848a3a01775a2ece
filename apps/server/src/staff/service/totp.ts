import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import {
  type Db,
  matchTotpStep,
  newTotp,
  type Platform,
  type SealedColumn,
  type StaffIdentity,
  type Tx,
  transact,
} from '../../platform/index.ts'
import { insertAudit } from '../store/audit.ts'
import {
  consumeTotpStep,
  deleteTotp,
  findTotp,
  updateTotpConfirmed,
  upsertPendingTotp,
} from '../store/totp.ts'
import { throttleSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

const purposeOf = (staffId: number | string): string => `staff totp ${staffId}`

/** Where the secrets of the apps of staff are sealed. */
export const sealedStaffTotpSecrets: SealedColumn = {
  table: 'staff_totp',
  key: ['staff_id'],
  column: 'secret',
  purposeOf: ({ staff_id = '' }) => purposeOf(staff_id),
}

/** Whether a member's second factor is on. */
export const hasTotp = async (db: Db, staffId: number): Promise<boolean> => {
  const kept = await findTotp(db, staffId)
  return kept !== undefined && kept.confirmed_ms !== null
}

/** Stores a new secret for the app of a member; null if one is on already. */
export const startTotp = async (
  { clock, secrets }: Pick<Platform, 'clock' | 'secrets'>,
  db: Db | Tx,
  member: { readonly id: number; readonly email: string },
) => {
  const made = newTotp(member.email)
  const sealed = secrets.seal(purposeOf(member.id), made.secret)
  return (await upsertPendingTotp(db, member.id, sealed, clock.now())) ? made : null
}

/** Verifies a code of a member's app and marks its time step as used: the same code is never accepted again. */
export const consumeTotpCode = async (
  { clock, secrets }: Pick<Platform, 'clock' | 'secrets'>,
  db: Db | Tx,
  staffId: number,
  sealed: string,
  rawCode: string,
): Promise<boolean> => {
  const code = rawCode.replaceAll(' ', '')
  const step = matchTotpStep({ secrets, purpose: purposeOf(staffId), sealed }, code, clock.now())
  return step !== null && consumeTotpStep(db, staffId, sealed, step)
}

/**
 * Changes the member's own second factor: `start` returns a secret, `confirm` turns it on, `stop` off.
 *
 * @throws invalidState not the next step
 * @throws invalidVerificationCode | tooManyRequests wrong codes
 */
export const setTotp = async (
  deps: Deps,
  member: StaffIdentity,
  origin: RequestOrigin,
  { action, code = '' }: BodyOf<'/staff/api/totp'>,
): Promise<DataOf<'/staff/api/totp'>> => {
  const { db } = deps.database
  if (action === 'start') {
    const made = await startTotp(deps, db, member)
    if (made === null) throw domainError('invalidState')
    await insertAudit(db, recordOf(member, 'totpStart', origin), deps.clock.now())
    return { on: false, ...made }
  }
  const kept = await findTotp(db, member.id)
  const isOn = kept !== undefined && kept.confirmed_ms !== null
  if (kept === undefined || isOn !== (action === 'stop')) throw domainError('invalidState')
  await throttleSecret(deps, { account: `totp ${member.id}`, ip: origin.ip }, async () =>
    (await consumeTotpCode(deps, db, member.id, kept.secret, code))
      ? { right: true }
      : { wrong: 'invalidVerificationCode' },
  )
  await transact(db, async (tx) => {
    if (action === 'stop') await deleteTotp(tx, member.id)
    else if (!(await updateTotpConfirmed(tx, member.id, kept.secret, deps.clock.now())))
      throw domainError('invalidState')
    const did = action === 'stop' ? 'totpStop' : 'totpConfirm'
    await insertAudit(tx, recordOf(member, did, origin), deps.clock.now())
  })
  return { on: action === 'confirm' }
}

const recordOf = (
  member: StaffIdentity,
  action: 'totpStart' | 'totpConfirm' | 'totpStop',
  origin: RequestOrigin,
) => ({
  staffId: member.id,
  action,
  target: `staff ${member.email}`,
  ...origin,
})
