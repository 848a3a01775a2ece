import type { SetClosingOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { decideSetClosingOrder } from '@glasshouse/core/contracts/decide/closingOrder'
import { domainError } from '@glasshouse/core/errors/registry'
import type { OrderRow } from '../schema.ts'
import { findOrder } from '../store/orders.ts'
import { stateOf } from './batch/batch.ts'
import { submitCommand } from './batch/submit.ts'
import { type ContractDeps, notifyEngineAfter, settleReached } from './deps.ts'
import { contractTermsOf, productOf } from './markets.ts'

/**
 * Sets how many lots of a position close at a price; 0 cancels its closing order there. What ticks had reached in the
 * wallet when the request came is settled first.
 *
 * Throws `notFound`, `invalidState` (not open, nothing to cancel, the price is reached, or without an engine),
 * `priceChanged`, `outOfRange`, `tooManyOrders`.
 */
export const setClosingOrder = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  command: SetClosingOrderCommand,
): Promise<OrderRow> => {
  const { database, engine, markets } = deps
  if (engine === undefined) throw domainError('invalidState', { reason: 'stopsNotOffered' })
  const found = await findOrder(database.db, uid, command.id)
  if (found === null) throw domainError('notFound')
  const product = productOf(markets, found.pid)
  const key = { uid, wallet: found.wallet }
  await settleReached(deps, key, product)
  const following = engine.follow(product.symbol, key)
  if (following.begun !== undefined) await following.begun
  const submitted = submitCommand(deps, {
    ...{ key, pid: found.pid, gate: null, newIds: 0 },
    decide: (batch, _, moment) => {
      const closing = { ...command, terms: contractTermsOf(product) }
      return decideSetClosingOrder(stateOf(batch, key), closing, moment)
    },
  })
  return (await notifyEngineAfter(deps, key, submitted, following)).order
}
