import { hourMs } from '@glasshouse/core/calendar/durations'
import { customer } from '@glasshouse/core/ledger/chart'
import { sumUnits, usdt } from '@glasshouse/core/money/units'
import { parseWholeUsdt, type WithdrawalRejection } from '@glasshouse/core/withdrawals/rules'
import { findDestination, saveBankDetails, saveWithdrawalAddress } from '../../destinations/index.ts'
import { postSingle } from '../../ledger/posting/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { decideReview } from '../../reviews/index.ts'
import { memberOf } from '../../staff/index.ts'
import {
  cancelWithdrawal,
  createPayoutFile,
  createWithdrawal,
  markSent,
  withdrawalReviews,
} from '../../withdrawals/index.ts'
import { sampleAdjustmentPosting } from '../postings.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import { sampleStaff } from './sample.ts'
import { findDemoUid } from './sampleState.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

const stateName = 'practice.sampleWithdrawals'
/** Request origin of the sample, without a network address. */
const origin = { ip: '', userAgent: 'sample' }

/** Sample bank data and a sample address; both are published examples without an owner. */
const sampleBank = {
  firstName: 'Demo',
  lastName: 'Customer',
  bankName: 'Sample Bank',
  iban: 'DE89370400440532013000',
  city: 'Berlin',
  postCode: '10115',
}
const sampleTron = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'

/** Amounts that stay out of the wallet: the pending one and the sent one. */
const waits = usdt('100')
const sent = usdt('300')

/** The clock some hours ago. */
const ago = (clock: Clock, hours: number): Clock => ({
  ...clock,
  now: () => clock.now() - hours * hourMs,
  business: () => clock.business() - hours * hourMs,
})

/**
 * Creates a short withdrawal history for the demo customer through the public API: one pending, one sent, one rejected,
 * one cancelled. Afterwards the wallet has its earlier balance. Runs once; returns whether it ran.
 */
export const seedWithdrawals = async (deps: Deps): Promise<boolean> => {
  const { db } = deps.database
  const uid = await findDemoUid(db)
  if (uid === null || (await findState(db, stateName)) !== undefined) return false
  const [staff, exporter] = await listSampleManagers(db)
  if (staff === undefined || exporter === undefined) return false
  await saveDestinations(deps, uid)
  if (!(await takeFirst(deps, uid))) return false
  await reject(deps, staff, await ask(deps, uid, '50', 12), 'name_mismatch')
  await send(deps, { staff, exporter }, await ask(deps, uid, '300', 10))
  await cancelWithdrawal({ ...deps, clock: ago(deps.clock, 5) }, uid, await ask(deps, uid, '80', 6))
  return true
}

/** The sample managers: one decides the history, the other exports. */
export const listSampleManagers = async (db: Db): Promise<readonly ManagerIdentity[]> => {
  const managers: ManagerIdentity[] = []
  for (const { email, name, role } of sampleStaff) {
    const member = role === 'manager' ? await memberOf(db, email) : undefined
    if (member !== undefined) managers.push({ id: member.id, sessionId: 0, email, name, role: 'manager' })
  }
  return managers
}

/** Saved long enough ago that there is no pause. */
const saveDestinations = async (deps: Deps, uid: number): Promise<void> => {
  const long = { ...deps, clock: ago(deps.clock, 71) }
  const by = { uid, ip: '' }
  const { db } = deps.database
  if ((await findDestination(db, uid, 'bank')) === null) await saveBankDetails(long, by, sampleBank)
  if ((await findDestination(db, uid, '1002')) === null)
    await saveWithdrawalAddress(long, by, { network: '1002', address: sampleTron })
}

const withDeps = (deps: Deps, hours: number) => ({
  ...deps,
  clock: ago(deps.clock, hours),
  hasProduct: async () => false,
})

/** The pending one comes first, so that one of two processes creates the sample; includes the money that stays out. */
const takeFirst = (deps: Deps, uid: number): Promise<boolean> =>
  transact(deps.database.db, async (tx) => {
    await lockSeedState(tx)
    if ((await findState(tx, stateName)) !== undefined) return false
    await upsertState(tx, stateName, { uid })
    const atMs = ago(deps.clock, 14).business()
    await postSingle(tx, atMs, sampleAdjustmentPosting(customer(uid, 'wallet'), sumUnits([waits, sent])))
    await createWithdrawal(withDeps(deps, 13), tx, uid, waits, { method: 'digital' })
    return true
  })

const ask = (deps: Deps, uid: number, price: string, hours: number): Promise<number> =>
  transact(deps.database.db, async (tx) => {
    const amount = parseWholeUsdt(price)
    if (amount === null) throw new Error(`the sample asks for ${price}`)
    const { id } = await createWithdrawal(withDeps(deps, hours), tx, uid, amount, { method: 'bank' })
    return id
  })

const decide = (
  deps: Deps,
  staff: StaffIdentity,
  id: number,
  hours: number,
  decided: { decision: 'approve' } | { decision: 'reject'; remark: string; reason: WithdrawalRejection },
) => {
  const queue = {
    ...deps,
    clock: ago(deps.clock, hours),
    kinds: [withdrawalReviews({ ...deps, clock: ago(deps.clock, hours) })],
  }
  return decideReview(queue, staff, origin, { kind: 'withdrawal', id, ...decided })
}

const reject = async (deps: Deps, staff: StaffIdentity, id: number, reason: WithdrawalRejection) => {
  const remark = 'Sample: the account is in another name than yours.'
  await decide(deps, staff, id, 11, { decision: 'reject', reason, remark })
}

const send = async (
  deps: Deps,
  { staff, exporter }: { readonly staff: StaffIdentity; readonly exporter: ManagerIdentity },
  id: number,
): Promise<void> => {
  await decide(deps, staff, id, 9, { decision: 'approve' })
  const by = { staff: exporter, origin }
  const later = { ...deps, clock: ago(deps.clock, 8) }
  const { checksum } = await createPayoutFile(later, by, { way: 'bank', format: 'csv' })
  await markSent({ ...deps, clock: ago(deps.clock, 7) }, by, { id, checksum, proof: 'SAMPLE-TRANSFER-1' })
}
