import { post } from '../../../ledger/index.ts'
import { publishEvents, type Tx } from '../../../platform/index.ts'
import { insertEvents } from '../../store/events.ts'
import { updateExposures } from '../../store/exposure.ts'
import { insertOrders, updateOrders } from '../../store/orders.ts'
import { insertCopies } from '../../store/pools.ts'
import type { ContractMarkets } from '../terms.ts'
import type { Batch } from './state.ts'

/**
 * Writes everything a batch decided in three round trips, however many decisions there are; `also` goes with the
 * last of them.
 */
export const persistBatch = async (
  tx: Tx,
  markets: Pick<ContractMarkets, 'keep'>,
  batch: Batch,
  atMs: number,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> => {
  const [posted] = await Promise.all([
    post(tx, atMs, batch.transactions, batch.book),
    ...[...batch.ticks].map((tick) => markets.keep(tx, tick)),
    insertOrders(tx, [...batch.added.values()]),
    updateOrders(tx, [...batch.changed.values()]),
    updateExposures(tx, batch.moved),
  ])
  const events = batch.events.map(({ transaction, ...event }) => {
    if (transaction === null) return { ...event, transaction_id: null }
    const result = posted[transaction]
    // House accounts and wallets were locked and their balances tracked; no account can be insufficient.
    if (result === undefined || !result.ok) throw new Error(`order ${event.order_id} could not be settled`)
    return { ...event, transaction_id: result.id }
  })
  await Promise.all([
    insertEvents(tx, events),
    insertCopies(tx, batch.copies),
    publishEvents(tx, batch.facts, batch.now),
    also(tx),
  ])
  for (const write of batch.writes) await write(tx)
}
