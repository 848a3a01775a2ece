import { domainError } from '@glasshouse/core/errors/registry'
import { maskPhone } from '@glasshouse/core/identity/rules'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { postNotices } from '../../customers/notices/index.ts'
import { listPhones } from '../../customers/records/index.ts'
import { lockBalances } from '../../ledger/posting/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { updateLeft } from '../store/clients.ts'
import { lockPromisesOfClient, lockPromisesTo, updateOver } from '../store/promises.ts'
import { endOf, returnToMarketing } from './midnight.ts'
import { findInviters } from './terms.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/**
 * Ends permanently, on all levels, what others earn of a customer: what accrued is still paid, what was set aside for the
 * rest goes back to the marketing reserve.
 *
 * @throws invalidState (`noReferrer`) no one earns of this customer
 */
export const leaveReferrer = ({ clock, database }: Deps, uid: number): Promise<void> =>
  transact(database.db, async (tx) => {
    // The wallet first: an order of this customer that is being sold is promised before or not at all.
    await lockBalances(tx, [customer(uid, 'wallet'), house('marketing'), house('referral')])
    const atMs = clock.business()
    const inviters = await findInviters(tx, uid)
    if (inviters.length === 0) throw domainError('invalidState', { reason: 'noReferrer' })
    await updateLeft(tx, uid, atMs)
    const ends = (await lockPromisesOfClient(tx, uid)).map((row) => endOf(row, row.first_paid))
    await updateOver(tx, ends)
    const returned = ends.reduce((sum, end) => sum + end.returned, 0n)
    await returnToMarketing(tx, atMs, 'left', new Map([[uid, returned]]))
    const phone = (await listPhones(tx, [uid])).get(uid)
    const params = { client: phone === undefined ? '' : maskPhone(phone) }
    await postNotices(tx, clock, [
      { uid, key: String(uid), kind: 'referralLeft', params: {} },
      ...inviters.map(
        ({ receiver }): NewNotice => ({
          uid: receiver,
          key: String(uid),
          kind: 'referralClientLeft',
          params,
        }),
      ),
    ])
  })

/**
 * Ends what a customer whose account closes would still earn; nothing of it is paid any more, and all of it goes back to
 * the marketing reserve. The customer also leaves the lists of those above. The caller holds the customer's accounts.
 */
export const closeReferral = async (tx: Tx, uid: number, atMs: number): Promise<void> => {
  const rows = await lockPromisesTo(tx, uid)
  const ends = rows.map((row) => {
    const end = endOf({ ...row, order_interest: usdt('0'), order_fee: usdt('0') }, row.first_paid)
    return { ...end, before: row.returned }
  })
  if (ends.length > 0) await updateOver(tx, ends)
  const returned = ends.reduce((sum, end) => sum + end.returned - end.before, 0n)
  await returnToMarketing(tx, atMs, 'closed', new Map([[uid, returned]]))
  await updateLeft(tx, uid, atMs)
}
