import type { BodyOf } from '@glasshouse/core/calls'
import { decideSetStops } from '@glasshouse/core/contracts/decide/position'
import type { Stops } from '@glasshouse/core/contracts/order'
import { domainError } from '@glasshouse/core/errors/registry'
import type { OrderRow } from '../schema.ts'
import { findOrder } from '../store/orders.ts'
import { accountOf, nextOrderNumber, stateOf } from './batch/batch.ts'
import { submitCommand } from './batch/submit.ts'
import { type ContractDeps, notifyEngineAfter, settleReached } from './deps.ts'
import { priceStep, productOf } from './markets.ts'

type StopsBody = BodyOf<'/api/contract/zhiyingzhisunContract'>

/** The stops of a request: one that is omitted stays, so that no protection is lost by leaving it out. */
export const requestedStops = ({
  target_profit_price: takeProfit,
  stop_loss_price: stopLoss,
}: Pick<StopsBody, 'target_profit_price' | 'stop_loss_price'>): Partial<Stops> => ({
  ...(takeProfit === undefined ? {} : { takeProfit }),
  ...(stopLoss === undefined ? {} : { stopLoss }),
})

/**
 * Sets take profit and stop loss of an open position or a resting order; an omitted one stays. What ticks had reached in
 * the wallet when the request came is settled first.
 *
 * Throws `notFound`, `invalidState` (closed, or without an engine), `invalidTpSl`, `priceChanged`.
 */
export const setTpSl = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: StopsBody,
): Promise<OrderRow> => {
  const { database, engine, markets } = deps
  if (engine === undefined) throw domainError('invalidState', { reason: 'stopsNotOffered' })
  const found = await findOrder(database.db, uid, body.id)
  if (found === null) throw domainError('notFound')
  const product = productOf(markets, found.pid)
  const key = { uid, wallet: found.wallet }
  await settleReached(deps, key, product)
  const following = engine.follow(product.symbol, key)
  const command = submitCommand(deps, {
    ...{ key, pid: found.pid, gate: null, newIds: 1 },
    decide: (batch, _, moment) => {
      const asked = { id: body.id, stops: requestedStops(body), step: priceStep(product) }
      const isOpen = accountOf(batch, key).orders.get(body.id)?.state === 'open'
      const number = isOpen ? nextOrderNumber(batch) : null
      return decideSetStops(stateOf(batch, key), { ...asked, number }, moment)
    },
  })
  return (await notifyEngineAfter(deps, key, command, following)).order
}
