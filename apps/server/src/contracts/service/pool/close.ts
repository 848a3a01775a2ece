import { partsOf, positionClosedOf, quoteClose } from '@glasshouse/core/contracts/decide/position'
import type { PoolClosing } from '@glasshouse/core/invest/copy/reduction'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { lockAccounts } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { gatherHouse } from '../../../tradingReserve/index.ts'
import { poolClosingRequested } from '../../events.ts'
import { marginAccountLedger } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { listOpenPositions, type MarginAccountKey } from '../../store/orders.ts'
import { updatePoolClosings } from '../../store/pools.ts'
import { type Batch, stateOf } from '../batch/batch.ts'
import { lockBatch } from '../batch/lock.ts'
import { persistBatch, recordEvents } from '../batch/record.ts'
import type { ContractDeps } from '../deps.ts'
import { productOf } from '../markets.ts'
import { lockPool } from './pool.ts'

/**
 * Closes positions of a pool as a dealing worked them out, in their order and at exactly its ticks, in the caller's
 * transaction, which has locked the pool. Returns the closed orders.
 *
 * Throws when a settlement is not what the pool's wallet gives: a dealing was worked out for another state.
 */
export const closePoolPositions = async (
  { clock, markets }: Pick<ContractDeps, 'clock' | 'markets'>,
  tx: Tx,
  account: number,
  closings: readonly PoolClosing[],
  ticks: ReadonlyMap<number, Tick>,
): Promise<readonly OrderRow[]> => {
  if (closings.length === 0) return []
  const key = { uid: account, wallet: 'contract' } as const
  const ask = async (): Promise<void> => undefined
  await lockAccounts(tx, Object.values(marginAccountLedger(account, key.wallet)))
  // Worked out as a whole and not begun again: it must not be short.
  await gatherHouse(tx, clock.business())
  const { batch } = await lockBatch(tx, [key], clock.now(), {
    orders: closings.length,
    postings: closings.length,
    ask,
    part: null,
  })
  const closed = closings.map((closing) => closeAsDealt(batch, key, closing, ticks))
  await persistBatch(tx, markets, batch, { atMs: clock.business(), isLed: false })
  return closed
}

const closeAsDealt = (
  batch: Batch,
  key: MarginAccountKey,
  { position, lots, price, charged, profit, settlement }: PoolClosing,
  ticks: ReadonlyMap<number, Tick>,
): OrderRow => {
  const state = stateOf(batch, key)
  const order = state.account.orders.get(position.id)
  const tick = ticks.get(position.pid)
  // Another number of lots: this dealing was done already, or worked out for another state.
  if (order?.state !== 'open' || order.lots !== position.lots || tick === undefined)
    throw new Error(`pool ${key.uid} cannot close order ${position.id}`)
  const parts = partsOf(order, lots)
  const closing = quoteClose(state, parts.closed, tick)
  const names = Object.keys(settlement) as (keyof typeof settlement)[]
  const isAsDealt =
    closing.price === price &&
    closing.charged === charged &&
    closing.profit === profit &&
    names.every((name) => closing.settlement[name] === settlement[name])
  if (!isAsDealt) throw new Error(`order ${order.id} of pool ${key.uid} does not close as it was dealt`)
  const cause = { reason: 'dealing', rule: 'dealing' } as const
  const quoted = { order, ...parts, closing, cause, tick, account: null, copyOf: null, ai: null }
  const [row] = recordEvents(batch, key, [positionClosedOf(state, quoted)])
  if (row === undefined) throw new Error('a close has its order')
  return row
}

/**
 * Has the engine close every position of a pool at the market: those of fresh markets at once, the others at their next
 * fresh tick, whatever process watches then. Returns how many; repeated, it changes nothing.
 */
export const closePoolAtMarket = async (
  { clock, database, engine }: ContractDeps,
  account: number,
): Promise<number> => {
  const asked = await transact(database.db, async (tx) => {
    await lockPool(tx, account)
    const positions = await updatePoolClosings(tx, account)
    if (positions > 0) await publishEvents(tx, [poolClosingRequested(account)], clock.now())
    return positions
  })
  engine?.changed(account, 'contract')
  return asked
}

/**
 * Waits until everything is settled that ticks heard until now have reached in a pool, before a dealing locks it. Throws
 * `invalidState` (reason `busy`) when that takes longer than 30 seconds.
 */
export const settlePool = async (
  { database, engine, markets }: ContractDeps,
  account: number,
): Promise<void> => {
  const [position] = await listOpenPositions(database.db, account, 'contract')
  if (position === undefined) return
  await engine?.settleReached({ uid: account, wallet: 'contract' }, productOf(markets, position.pid).symbol)
}
