import { dayMs } from '@glasshouse/core/calendar/durations'
import { type CopyOrder, type CopyRequest, dealPool, type Pool } from '@glasshouse/core/invest/copy/dealing'
import { customer } from '@glasshouse/core/ledger/chart'
import { lockAccounts } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { Midnight } from '../../../platform/jobs/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import type { Log } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import type { PoolRow } from '../../schema.ts'
import { type CopyOrderRow, listCopyOrders, lockCopyOrders } from '../../store/copy/orders.ts'
import { findPool, listPools, lockPool, updatePool } from '../../store/copy/pools.ts'
import { lockProduct } from '../../store/products.ts'
import { isValued, type Pools, type PoolValue } from './pools.ts'
import { writeDealing } from './writeDealing.ts'

/** What the dealing of copy products needs. */
export type DealingDeps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools; readonly log: Log }

/** A dealing that waited so long for a price is reported to staff. */
const alarmAfterMs = dayMs

/**
 * Deals every copy product at a midnight, by product id, one transaction each. Of several midnights made up in one go only
 * the last one deals. A pool with a market without a fresh price waits; `dealWaitingPools` tries again every minute.
 */
export const dealCopyProducts = async (deps: DealingDeps, { atMs, isLast }: Midnight): Promise<void> => {
  if (!isLast) return
  for (const pool of await listPools(deps.database.db)) await dealProduct(deps, pool.product_id, atMs)
}

/** Deals the pools whose dealing waits for a price, and reports those that waited 24 h. */
export const dealWaitingPools = async (deps: DealingDeps): Promise<void> => {
  const waiting = (await listPools(deps.database.db)).filter(({ due_ms }) => due_ms !== null)
  for (const { product_id, due_ms } of waiting)
    if (due_ms !== null) await dealProduct(deps, product_id, due_ms)
}

/**
 * Deals one product at a midnight; returns whether it is dealt, now or before.
 *
 * Order rows are locked first, then every account at once, then the product and its pool. An order that arrived in
 * between is not locked, so the transaction begins anew.
 */
export const dealProduct = async (deps: DealingDeps, productId: number, atMs: number): Promise<boolean> => {
  const { database, pools } = deps
  const known = await findPool(database.db, productId)
  if (known === null) throw new Error(`copy product ${productId} has no pool`)
  if (known.pool.dealt_ms !== null && known.pool.dealt_ms >= atMs) return true
  await pools.settle(known.pool.account)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await transact(database.db, (tx) => dealOnce(deps, tx, productId, atMs))
    if (outcome !== 'changed') return outcome === 'dealt'
    if (attempt === 5) throw new Error(`orders of copy product ${productId} keep changing`)
  }
}

type Outcome = 'dealt' | 'waiting' | 'changed'

const dealOnce = async (deps: DealingDeps, tx: Tx, productId: number, atMs: number): Promise<Outcome> => {
  const orders = await lockCopyOrders(tx, productId)
  const known = await findPool(tx, productId)
  if (known === null) throw new Error(`copy product ${productId} has no pool`)
  await lockAccounts(tx, [
    ...customerAccounts(known.lead.uid, orders),
    ...deps.pools.accounts(known.pool.account),
  ])
  await lockProduct(tx, productId)
  const pool = await lockPool(tx, productId)
  if (pool === null) throw new Error(`pool of product ${productId} is gone`)
  if (pool.dealt_ms !== null && pool.dealt_ms >= atMs) return 'dealt'
  if ((await listCopyOrders(tx, productId)).length !== orders.length) return 'changed'
  const value = await deps.pools.value(tx, pool.account)
  if (!isValued(value)) return postpone(deps, tx, pool, { atMs, silent: value.silent })
  // No order enters, leaves or holds a unit: there is nothing to deal.
  if (orders.length === 0) return 'dealt'
  // A stopped pool is closed at the market; what could not be closed until now closes here.
  const dealing = dealPool(poolOf(pool, orders, value), value.markets, atMs)
  await writeDealing(deps, tx, { pool, leadUid: known.lead.uid, orders, value, dealing, atMs })
  return 'dealt'
}

const customerAccounts = (leadUid: number, orders: readonly CopyOrderRow[]) => [
  ...orders.flatMap(({ order }) => [customer(order.uid, 'wallet'), customer(order.uid, 'principal')]),
  customer(leadUid, 'wallet'),
]

/** The dealing waits for markets without a fresh price; after 24 h staff are told once. */
const postpone = async (
  { clock, log }: DealingDeps,
  tx: Tx,
  pool: PoolRow,
  { atMs, silent }: { readonly atMs: number; readonly silent: readonly number[] },
): Promise<Outcome> => {
  const nowMs = clock.now()
  const sinceMs = pool.due_since_ms ?? nowMs
  const isLate = pool.alarmed_ms === null && nowMs - sinceMs >= alarmAfterMs
  if (isLate)
    log.error(
      { product: pool.product_id, markets: silent },
      'a dealing waits for prices since 24 h, trying on',
    )
  await updatePool(tx, pool.product_id, {
    due_ms: atMs,
    due_since_ms: sinceMs,
    alarmed_ms: isLate ? nowMs : pool.alarmed_ms,
  })
  return 'waiting'
}

const termsOf = ({ order, copy }: CopyOrderRow) => ({
  periodDays: order.days,
  leadFeePpm: copy.lead_fee_ppm,
  exitLevyPpm: copy.exit_levy_ppm,
  stopLossPercent: copy.stop_loss_percent,
})

const runningOf = (row: CopyOrderRow): readonly CopyOrder[] => {
  const { order, copy } = row
  if (order.state !== 'running') return []
  if (copy.period_end_ms === null || copy.high_water_mark === null)
    throw new Error(`copy order ${order.id} runs without a period`)
  return [
    {
      id: order.id,
      money: order.principal,
      units: copy.units,
      highWaterMark: copy.high_water_mark,
      periodEndMs: copy.period_end_ms,
      exit:
        copy.exit_mode === null || copy.leaves_ms === null
          ? null
          : { mode: copy.exit_mode, leavesMs: copy.leaves_ms },
      terms: termsOf(row),
    },
  ]
}

const requestOf = (row: CopyOrderRow): readonly CopyRequest[] =>
  row.order.state === 'waiting'
    ? [
        {
          id: row.order.id,
          money: row.order.principal,
          requestedAtMs: row.order.created_ms,
          terms: termsOf(row),
        },
      ]
    : []

const poolOf = (pool: PoolRow, orders: readonly CopyOrderRow[], value: PoolValue): Pool => ({
  balance: value.balance,
  positions: value.positions,
  orders: orders.flatMap(runningOf),
  requests: orders.flatMap(requestOf),
  highest: pool.highest,
  isStopped: pool.stopped_ms !== null,
})
