import { domainError } from '@glasshouse/core/errors/registry'
import type { EndLeadCommand } from '@glasshouse/core/invest/copy/codec'
import { isDrawdownStopReached } from '@glasshouse/core/invest/copy/dealing'
import type { LeadEndReason } from '@glasshouse/core/invest/copy/wire'
import { findAccountLock } from '../../../customers/locks/index.ts'
import { postNotice } from '../../../customers/notices/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { ManagerIdentity } from '../../../platform/http/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { type RequestOrigin, writeAudit } from '../../../staff/index.ts'
import type { PoolRow } from '../../schema.ts'
import { findActiveLead, listActiveLeads, lockLead, updateLead } from '../../store/copy/leads.ts'
import { listCopyOrders } from '../../store/copy/orders.ts'
import {
  findPool,
  findPools,
  listPools,
  listPoolsOfLead,
  lockPool,
  updatePool,
} from '../../store/copy/pools.ts'
import { lockProduct } from '../../store/products.ts'
import { capacityOf, valuePoolNow } from './capacity.ts'
import type { DealingDeps } from './dealing.ts'
import { postEndingNotices } from './notices.ts'

/**
 * Stops a pool in the caller's transaction: nothing new is copied or sold, and the next dealing pays every order. Its wallet
 * is locked before its product, as a dealing does. Returns whether it was stopped by this.
 */
const stopPool = async (
  { clock, pools }: DealingDeps,
  tx: Tx,
  { product_id, account }: PoolRow,
  reason: 'drawdown' | 'lead',
): Promise<boolean> => {
  await pools.lock(tx, account)
  await lockProduct(tx, product_id)
  const pool = await lockPool(tx, product_id)
  if (pool === null || pool.stopped_ms !== null) return false
  await pools.setState(tx, account, 'stopped')
  await updatePool(tx, product_id, { stopped_ms: clock.business(), stop_reason: reason })
  await postEndingNotices({ clock }, tx, await listCopyOrders(tx, product_id))
  return true
}

/** Stops pools whose indicative unit price fell by the product's copy stop below the highest dealing price. */
export const stopFallenPools = async (deps: DealingDeps): Promise<void> => {
  for (const pool of await listPools(deps.database.db)) await stopIfFallen(deps, pool)
}

/** As `stopFallenPools`, for the pool of one account. */
export const checkPool = async (deps: DealingDeps, account: number): Promise<void> => {
  const pool = (await listPools(deps.database.db)).find((one) => one.account === account)
  if (pool !== undefined) await stopIfFallen(deps, pool)
}

const stopIfFallen = async (deps: DealingDeps, pool: PoolRow): Promise<void> => {
  if (pool.stopped_ms !== null || pool.units === 0n) return
  if (!(await isFallen(deps, pool))) return
  // A dealing may have changed units and balance meanwhile, so what is stopped is judged again under its locks.
  const isStopped = await transact(deps.database.db, async (tx) => {
    await deps.pools.lock(tx, pool.account)
    const current = await findPool(tx, pool.product_id)
    if (current === null || !(await isFallen(deps, current.pool, tx))) return false
    return stopPool(deps, tx, pool, 'drawdown')
  })
  if (isStopped) await deps.pools.closeAtMarket(pool.account)
}

const isFallen = async (
  { database, pools }: DealingDeps,
  pool: PoolRow,
  tx: Tx | null = null,
): Promise<boolean> => {
  const now = await valuePoolNow(pools, tx ?? database.db, pool)
  return now !== null && isDrawdownStopReached(now.indicative, pool.highest, pool.copy_stop_percent)
}

type LeadEnd = {
  readonly leadId: number
  readonly reason: LeadEndReason
  readonly remark: string
  /** Written in the same transaction, such as an audit record. */
  readonly also: (tx: Tx, uid: number) => Promise<void>
}

/**
 * Ends a lead: the pools are stopped in one transaction and then closed at the market.
 *
 * @throws notFound an unknown lead · invalidState (`ended`) one that has ended
 */
const endLead = async (deps: DealingDeps, { leadId, reason, remark, also }: LeadEnd): Promise<void> => {
  const { clock, database, pools } = deps
  const known = await listPoolsOfLead(database.db, leadId)
  await transact(database.db, async (tx) => {
    // Wallets of pools, then products and pools, then the lead: an order of a follower locks in this order too.
    for (const pool of known) await pools.lock(tx, pool.account)
    for (const pool of known) await stopPool(deps, tx, pool, 'lead')
    const lead = await lockLead(tx, leadId)
    if (lead === null) throw domainError('notFound')
    if (lead.ended_ms !== null) throw domainError('invalidState', { reason: 'ended' })
    const ended = { ended_ms: clock.business(), end_reason: reason, end_remark: remark }
    await updateLead(tx, leadId, ended)
    await also(tx, lead.uid)
    await postNotice(tx, clock, lead.uid, { kind: 'leadEnded', params: { remark } }, String(leadId))
  })
  for (const { account } of known) await pools.closeAtMarket(account)
}

/** Ends the lead of a customer. Throws `invalidState` (`notLeading`) for anybody else. */
export const stopLeading = async (deps: DealingDeps, { uid }: { readonly uid: number }): Promise<void> => {
  const lead = await findActiveLead(deps.database.db, uid)
  if (lead === null) throw domainError('invalidState', { reason: 'notLeading' })
  await endLead(deps, { leadId: lead.id, reason: 'stopped', remark: '', also: async () => undefined })
}

/**
 * Ends a lead for a reason of staff; managers only, with a record in the audit log. The lead reads the remark.
 *
 * @throws notAllowed the role service · invalidField an empty remark · notFound · invalidState (`ended`)
 */
export const endLeadByStaff = (
  deps: DealingDeps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  { id, reason, remark }: EndLeadCommand,
): Promise<void> => {
  if (remark.trim() === '') throw domainError('invalidField', { field: 'remark' })
  const record = { staffId: staff.id, action: 'leadEnd' as const, target: `lead ${id}`, ...origin }
  return endLead(deps, {
    ...{ leadId: id, reason, remark: remark.trim() },
    also: (tx, uid) =>
      writeAudit(tx, { ...record, before: { uid }, after: { reason, remark } }, deps.clock.now()),
  })
}

/** Ends leads whose accounts were locked: an account that cannot trade is not copied. */
export const endLockedLeads = async (deps: DealingDeps): Promise<void> => {
  const { clock, database } = deps
  for (const lead of await listActiveLeads(database.db))
    if ((await findAccountLock(database.db, clock, lead.uid)) !== null)
      await endLead(deps, { leadId: lead.id, reason: 'frozen', remark: '', also: async () => undefined })
}

/** Measures what may still enter each pool, by which the list of leads tells who takes new money. */
export const measureCapacities = async ({ database: { db }, pools }: DealingDeps): Promise<void> => {
  const running = (await listPools(db)).filter(({ stopped_ms }) => stopped_ms === null)
  const found = await findPools(
    db,
    running.map(({ product_id }) => product_id),
  )
  for (const [id, one] of found) {
    const { capacity } = await capacityOf(pools, db, one)
    if (capacity !== one.pool.capacity) await transact(db, (tx) => updatePool(tx, id, { capacity }))
  }
}

/** Closes what a stopped pool still holds: a process that ended before it closed leaves it to the next one. */
export const closeStoppedPools = async ({ database, pools }: DealingDeps): Promise<void> => {
  for (const pool of await listPools(database.db))
    if (pool.stopped_ms !== null && pool.units > 0n) await pools.closeAtMarket(pool.account)
}
