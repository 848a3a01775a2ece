import { closingOf } from '@glasshouse/core/contracts/settlement'
import type { PoolClosing } from '@glasshouse/core/invest/copy/reduction'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import { publishEvents, type Tx, transact } from '../../../platform/index.ts'
import { poolClosingRequested } from '../../events.ts'
import type { OrderRow } from '../../schema.ts'
import { listOpenPositions } from '../../store/orders.ts'
import { updatePoolClosings } from '../../store/pools.ts'
import { applyClose } from '../batch/closeQuote.ts'
import { lockBatch } from '../batch/lock.ts'
import { accountOf, type Batch, type WalletState } from '../batch/state.ts'
import { persistBatch } from '../batch/write.ts'
import { type ContractDeps, partsOf, productOf } from '../terms.ts'
import { lockPool } from './open.ts'

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
  const key = { uid: account, levertype: 1 } as const
  const ask = async (): Promise<void> => undefined
  const { batch } = await lockBatch(tx, [key], clock.now(), { orders: closings.length, ask })
  const wallet = accountOf(batch, key)
  const closed = closings.map((closing) => closeAsDealt(batch, wallet, closing, ticks))
  await persistBatch(tx, markets, batch, clock.business())
  return closed
}

const closeAsDealt = (
  batch: Batch,
  wallet: WalletState,
  { position, lots, price, charged, profit, settlement }: PoolClosing,
  ticks: ReadonlyMap<number, Tick>,
): OrderRow => {
  const order = wallet.orders.get(position.id)
  const tick = ticks.get(position.pid)
  // Another number of lots: this dealing was done already, or worked out for another state.
  if (order?.status !== 1 || order.lots !== position.lots || tick === undefined)
    throw new Error(`pool ${wallet.uid} cannot close order ${position.id}`)
  const parts = partsOf(order, lots)
  const closing = closingOf(parts.closed, tick, {
    free: wallet.free as Usdt,
    bonus: wallet.credit.bonus as Usdt,
    otherMargin: (wallet.margin - parts.closed.margin) as Usdt,
  })
  const names = Object.keys(settlement) as (keyof typeof settlement)[]
  const isAsDealt =
    closing.price === price &&
    closing.charged === charged &&
    closing.profit === profit &&
    names.every((name) => closing.settlement[name] === settlement[name])
  if (!isAsDealt) throw new Error(`order ${order.id} of pool ${wallet.uid} does not close as it was dealt`)
  const intent = { order, ...parts, closing, tick, account: null }
  return applyClose(batch, wallet, { ...intent, reason: 'dealing', rule: 'dealing' })
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
  engine?.changed(account, 1)
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
  const [position] = await listOpenPositions(database.db, account, 1)
  if (position === undefined) return
  await engine?.settleReached({ uid: account, levertype: 1 }, productOf(markets, position.pid).symbol)
}
