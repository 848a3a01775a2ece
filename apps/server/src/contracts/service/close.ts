import type { ClosePositionCommand } from '@glasshouse/core/contracts/commands/codec'
import { decideClosePosition } from '@glasshouse/core/contracts/decide/position'
import type { CloseCause } from '@glasshouse/core/contracts/order'
import type { AiDecision } from '@glasshouse/core/contracts/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../schema.ts'
import { findOrder, type MarginAccountKey } from '../store/orders.ts'
import { listPoolsOfLeads } from '../store/pools.ts'
import { stateOf } from './batch/batch.ts'
import { submitCommand } from './batch/submit.ts'
import { type ContractDeps, notifyEngineAfter, settleReached } from './deps.ts'
import { contractTermsOf, productOf } from './markets.ts'
import { feeFromBonusOf } from './open.ts'
import { settlePool } from './pool/close.ts'

/**
 * Closes a position at the market, whole or a part of its lots: a bought one at the best bid, a sold one at the
 * best ask of the tick in force when the wallet is locked. Returns the closed order; a part becomes a closed
 * order of its own. The wallet never goes below zero: the insurance fund pays what it does not hold. A profit the
 * reserves do not hold is owed openly. Shares its transaction with whatever is asked for at the same time, in the
 * order in which it came.
 *
 * Refuses `notFound`, `invalidState` (not open; or the loss is more than the wallet holds while another
 * position of it is in profit: close that one first), `outOfRange`, `priceChanged`.
 */
export const closePosition = async (
  deps: ContractDeps,
  customer: { readonly uid: number },
  command: ClosePositionCommand,
): Promise<OrderRow> => (await closeInWallet(deps, customer, command, null)).order

/** A closed order, and what of its closing fee bonus credit paid. */
export type Closed = { readonly order: OrderRow; readonly feeFromBonus: Usdt }

/** Why AI ordering closes a position of its own: the receipt's rule, and the candle of an opposite signal. */
export type AiClosing = {
  readonly rule: 'aiOpposite' | 'aiAge' | 'aiStop' | 'aiMaxLoss'
  readonly decision?: AiDecision
}

/**
 * Closes a position of AI ordering as a whole, by the same door as its owner does, with the close reason `ai`.
 *
 * @throws what `closePosition` throws
 */
export const closeAiPosition = async (
  deps: ContractDeps,
  customer: { readonly uid: number },
  id: number,
  why: AiClosing,
): Promise<OrderRow> => (await closeInWallet(deps, customer, { id, lots: null }, why)).order

/** Does what `closePosition` does and returns who paid the fee too. */
export const closeInWallet = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { id, lots }: ClosePositionCommand,
  ai: AiClosing | null,
): Promise<Closed> => {
  const found = await findOrder(deps.database.db, uid, id)
  if (found === null) throw domainError('notFound')
  const product = productOf(deps.markets, found.pid)
  const key = { uid, wallet: found.wallet }
  await settleReached(deps, key, product)
  await settlePoolsOf(deps, key)
  const command = submitCommand(deps, {
    ...{ key, pid: product.pid, gate: null, newIds: 1 },
    decide: (batch, _, moment) => {
      const terms = contractTermsOf(product)
      const asked = { id, lots, terms, cause: causeOf(ai), ai: ai?.decision ?? null }
      return decideClosePosition(stateOf(batch, key), asked, moment)
    },
  })
  const { order, events } = await notifyEngineAfter(deps, key, command)
  return { order, feeFromBonus: feeFromBonusOf(events) }
}

const causeOf = (ai: AiClosing | null): CloseCause =>
  ai === null ? { reason: 'user', rule: 'market' } : { reason: 'ai', rule: ai.rule }

/** What ticks have reached in the pools of a lead is settled before a close is copied into them. */
const settlePoolsOf = async (deps: ContractDeps, { uid, wallet }: MarginAccountKey): Promise<void> => {
  if (wallet !== 'contract2') return
  const pools = await listPoolsOfLeads(deps.database.db, [uid])
  await Promise.all(pools.map(({ account }) => settlePool(deps, account)))
}
