import { post } from '../../../ledger/index.ts'
import { announce, type Tx } from '../../../platform/index.ts'
import { insertEvents } from '../../store/events.ts'
import { addExposures } from '../../store/exposure.ts'
import { insertOrders, updateOrders } from '../../store/orders.ts'
import type { ContractMarkets } from '../terms.ts'
import type { Batch } from './state.ts'

/** Writes everything a batch decided: a handful of statements, however many decisions there are. */
export const writeBatch = async (
  tx: Tx,
  markets: Pick<ContractMarkets, 'keep'>,
  batch: Batch,
  atMs: number,
): Promise<void> => {
  for (const tick of batch.ticks) await markets.keep(tx, tick)
  await insertOrders(tx, [...batch.added.values()])
  await updateOrders(tx, [...batch.changed.values()])
  await addExposures(tx, batch.moved)
  const posted = await post(tx, atMs, batch.transactions, batch.book)
  const events = batch.events.map(({ transaction, ...event }) => {
    if (transaction === null) return { ...event, transaction_id: null }
    const result = posted[transaction]
    // The house and the wallets were locked and their balances followed; nothing can be short.
    if (result === undefined || !result.ok) throw new Error(`order ${event.order_id} could not be settled`)
    return { ...event, transaction_id: result.id }
  })
  await insertEvents(tx, events)
  await announce(tx, batch.facts, batch.now)
}
