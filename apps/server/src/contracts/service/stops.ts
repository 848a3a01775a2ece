import type { SetStopsCommand } from '@glasshouse/core/contracts/commands/codec'
import { decideSetStops } from '@glasshouse/core/contracts/decide/position'
import { domainError } from '@glasshouse/core/errors/registry'
import { priceStep } from '@glasshouse/core/money/units'
import type { OrderRow } from '../schema.ts'
import { findOrder } from '../store/orders.ts'
import { accountOf, nextOrderNumber, stateOf } from './batch/batch.ts'
import { submitCommand } from './batch/submit.ts'
import { type ContractDeps, notifyEngineAfter, settleReached } from './deps.ts'
import { productOf } from './markets.ts'

/**
 * Sets take profit and stop loss of an open position or a resting order, and the trailing stop of a position; an omitted
 * one stays. What ticks had reached in the wallet when the request came is settled first.
 *
 * Throws `notFound`, `invalidState` (closed, or without an engine), `invalidTpSl`, `priceChanged`,
 * `outOfRange` (distance).
 */
export const setTpSl = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { id, stops, trailing }: SetStopsCommand,
): Promise<OrderRow> => {
  const { database, engine, markets } = deps
  if (engine === undefined) throw domainError('invalidState', { reason: 'stopsNotOffered' })
  const found = await findOrder(database.db, uid, id)
  if (found === null) throw domainError('notFound')
  const product = productOf(markets, found.pid)
  const key = { uid, wallet: found.wallet }
  await settleReached(deps, key, product)
  const following = engine.follow(product.symbol, key)
  if (following.begun !== undefined) await following.begun
  const command = submitCommand(deps, {
    ...{ key, pid: found.pid, gate: null, newIds: 1 },
    decide: (batch, _, moment) => {
      const step = priceStep(product.scale)
      const isOpen = accountOf(batch, key).orders.get(id)?.state === 'open'
      const number = isOpen ? nextOrderNumber(batch) : null
      return decideSetStops(stateOf(batch, key), { id, stops, trailing, step, number }, moment)
    },
  })
  return (await notifyEngineAfter(deps, key, command, following)).order
}
