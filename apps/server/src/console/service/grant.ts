import { dayMs } from '@glasshouse/core/calendar/durations'
import { type ExperienceGrantResult, experienceToAudit } from '@glasshouse/core/console/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { formatUsdt, sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import { type CustomerRecord, findCustomer, lockCustomerById } from '../../customers/records/index.ts'
import { customerPolicy } from '../../eligibility/index.ts'
import { lockBalances, postSingle } from '../../ledger/posting/index.ts'
import { queueEmail } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, requireSecondManager, writeAudit } from '../../staff/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { experienceGrantedPosting } from '../postings.ts'
import { insertGrant, sumGrantsSince } from '../store.ts'
import { trialGrantEmail } from './trialGrantEmail.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/**
 * Period in which grants to one customer count together, so that dividing a grant does not avoid the second manager;
 * milliseconds.
 */

/**
 * Locks the recipient of a grant: the accounts first, as everywhere, then the customer.
 *
 * @throws notFound no such customer, or the platform account
 * @throws invalidState the account is closed
 * @throws notAllowed the policy of the customer's country has no incentives
 */
const lockGrantee = async (
  deps: Deps,
  tx: Tx,
  uid: number,
): Promise<{ readonly person: CustomerRecord; readonly held: Usdt }> => {
  const known = await findCustomer(tx, uid)
  if (known === undefined || known.referrer_uid === null) throw domainError('notFound')
  if (known.closed_ms !== null) throw domainError('invalidState', { reason: 'closed' })
  const [, held] = await lockBalances(tx, [customer(uid, 'wallet'), customer(uid, 'experience')])
  // The account may have been closed while its lock was awaited.
  const person = await lockCustomerById(tx, uid)
  if (person === undefined || person.closed_ms !== null)
    throw domainError('invalidState', { reason: 'closed' })
  const { policy } = await customerPolicy(deps, tx, uid)
  if (!policy.bonuses) throw domainError('notAllowed')
  return { person, held }
}

const sendToCustomer = async (
  tx: Tx,
  atMs: number,
  { uid, email, lang }: CustomerRecord,
  amount: Usdt,
): Promise<void> => {
  await publishEvents(tx, [walletChanged(uid)], atMs)
  if (email === null) return
  const letter = trialGrantEmail(lang, formatUsdt(amount))
  await queueEmail(tx, atMs, { uid, email, lang, template: 'experience.granted', ...letter })
}

/**
 * Grants trial funds: marketing reserve → the customer's experience account, from which nothing can be withdrawn
 * or transferred. The customer gets an e-mail. Above the setting, counted over a day, it waits for a second manager.
 *
 * @throws notAllowed the role service, the account of the staff member, or a country without incentives
 * @throws invalidField an empty remark
 * @throws outOfRange zero
 * @throws notFound no such customer
 * @throws invalidState the account is closed
 * @throws insufficientReserve (`max`) more than the reserve holds
 */
export const grantTrialFunds = async (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  { uid, amount, ...rest }: { readonly uid: number; readonly amount: Usdt; readonly remark: string },
): Promise<ExperienceGrantResult> => {
  const remark = rest.remark.trim()
  if (remark === '') throw domainError('invalidField', { field: 'remark' })
  if (amount <= 0n) throw domainError('outOfRange', { min: '0.00000001' })
  const atMs = deps.clock.now()
  return transact(deps.database.db, async (tx) => {
    const { person, held } = await lockGrantee(deps, tx, uid)
    if (person.email === staff.email) throw domainError('notAllowed')
    const [reserve] = await lockBalances(tx, [house('marketing')])
    if (amount > reserve) throw domainError('insufficientReserve', { max: formatUsdt(reserve) })
    const target = `customer ${uid}`
    const details = { uid, amount: formatUsdt(amount), remark }
    const today = amount + (await sumGrantsSince(tx, uid, atMs - dayMs))
    const needsTwo = today > (await getSetting(tx, 'experience_second_approval_above'))
    const proposal = { action: 'experienceGrant' as const, target, payload: details }
    if (needsTwo && !(await requireSecondManager(tx, atMs, staff, origin, proposal)))
      return { isWaiting: true, id: null, held }
    const id = await insertGrant(tx, { uid, amount, remark, staffId: staff.id, atMs })
    await postSingle(tx, deps.clock.business(), experienceGrantedPosting(uid, id, amount))
    await sendToCustomer(tx, atMs, person, amount)
    const after = sumUnits([held, amount])
    const record = { staffId: staff.id, action: 'experienceGrant' as const, target, ...origin }
    const change = {
      before: experienceToAudit(held),
      after: { id, amount: details.amount, remark, ...experienceToAudit(after) },
    }
    await writeAudit(tx, { ...record, ...change }, atMs)
    return { isWaiting: false, id, held: after }
  })
}
