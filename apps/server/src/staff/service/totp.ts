import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import {
  consumeTotpCode,
  createTotp,
  deleteTotp,
  findConfirmedTotp,
  findTotp,
  updateTotpConfirmed,
} from '../../access/totp/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAudit } from '../store/audit.ts'
import { throttleStaffSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'
import { staffKind } from './principal.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Whether a member's second factor is on. */
export const hasTotp = async (db: Db, staffId: number): Promise<boolean> =>
  (await findConfirmedTotp(db, staffKind, staffId)) !== null

/** One step of setting the app up, with a code of it but for the first. */
type SetTotpCommand = {
  readonly action: 'start' | 'confirm' | 'stop'
  readonly code?: string | undefined
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
  { action, code = '' }: SetTotpCommand,
): Promise<DataOf<'/staff/api/totp'>> => {
  const { db } = deps.database
  if (action === 'start') {
    const made = await createTotp(deps, db, staffKind, { id: member.id, label: member.email })
    if (made === null) throw domainError('invalidState')
    await insertAudit(db, recordOf(member, 'totpStart', origin), deps.clock.now())
    return { on: false, ...made }
  }
  const kept = await findTotp(db, staffKind.tables, member.id)
  if (kept === null || (kept.confirmedMs !== null) !== (action === 'stop')) throw domainError('invalidState')
  await throttleStaffSecret(deps, { account: `totp ${member.id}`, ip: origin.ip }, async () =>
    (await consumeTotpCode(deps, db, staffKind, member.id, kept, code))
      ? { right: undefined }
      : { wrong: 'invalidVerificationCode' },
  )
  await transact(db, async (tx) => {
    if (action === 'stop') await deleteTotp(tx, staffKind.tables, member.id)
    else if (!(await updateTotpConfirmed(tx, staffKind.tables, member.id, kept.secret, deps.clock.now())))
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
