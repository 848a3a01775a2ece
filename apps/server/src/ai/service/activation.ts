import {
  type ActivateCommand,
  type ActivatedCode,
  activationToAudit,
  type ClaimedCode,
} from '@glasshouse/core/ai/activation/codec'
import {
  activation,
  activationStateAt,
  claimActivation,
  extendActivation,
  remainingExtensionDays,
} from '@glasshouse/core/ai/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import { activationOf, lockCustomerById, setActivation } from '../../customers/records/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, writeAudit } from '../../staff/index.ts'

export type ActivationDeps = Pick<Platform, 'clock' | 'database'>

/** Claims a customer's activation code; a repetition changes nothing until the activation is over. */
export const claimCode = async ({ clock, database }: ActivationDeps, uid: number): Promise<ClaimedCode> =>
  transact(database.db, async (tx) => {
    const person = await lockCustomerById(tx, uid)
    if (person === undefined) throw new Error(`customer ${uid} does not exist`)
    const before = activationOf(person)
    const after = claimActivation(before, clock.business())
    if (after !== before) await setActivation(tx, uid, after)
    return { code: person.activation_code, state: activationStateAt(after, clock.business()) }
  })

/**
 * Activates a claimed code for days of the business calendar, which extend a running activation; before and after are
 * audited.
 *
 * @throws notAllowed the account of the staff member
 * @throws notFound no such customer, or the platform account
 * @throws invalidState (`reason`) `unclaimed` or `closed`
 * @throws outOfRange (`max`) more days than an activation may reach ahead
 */
export const activateCode = async (
  { clock, database }: ActivationDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { uid, days }: ActivateCommand,
): Promise<ActivatedCode> =>
  transact(database.db, async (tx) => {
    const person = await lockCustomerById(tx, uid)
    if (person === undefined || person.referrer_uid === null) throw domainError('notFound')
    if (person.closed_ms !== null) throw domainError('invalidState', { reason: 'closed' })
    if (person.email === staff.email) throw domainError('notAllowed')
    const [before, businessMs] = [activationOf(person), clock.business()]
    if (before.status === activation.unclaimed) throw domainError('invalidState', { reason: 'unclaimed' })
    const most = remainingExtensionDays(before, businessMs)
    if (days > most) throw domainError('outOfRange', { min: '1', max: String(most) })
    const after = extendActivation(before, businessMs, days)
    await setActivation(tx, uid, after)
    const state = activationStateAt(after, businessMs)
    const record = { staffId: staff.id, action: 'aiActivate' as const, target: `customer ${uid}`, ...origin }
    await writeAudit(
      tx,
      {
        ...record,
        before: activationToAudit({ state: activationStateAt(before, businessMs), untilMs: before.untilMs }),
        after: { days, ...activationToAudit({ state, untilMs: after.untilMs }) },
      },
      clock.now(),
    )
    return { code: person.activation_code, state, untilMs: after.untilMs ?? businessMs }
  })
