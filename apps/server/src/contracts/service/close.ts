import type { BodyOf } from '@glasshouse/core/calls'
import { validatePartialLots } from '@glasshouse/core/contracts/checks'
import { closingOf } from '@glasshouse/core/contracts/settlement'
import type { AiDecision } from '@glasshouse/core/contracts/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Product } from '@glasshouse/core/markets/product'
import type { Usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../schema.ts'
import { findOrder, type MarginAccountKey } from '../store/orders.ts'
import { listPoolsOfLeads } from '../store/pools.ts'
import { applyClose } from './batch/closeQuote.ts'
import { currentMarkets } from './batch/snapshot.ts'
import { accountOf, type Batch, openPositions, type WalletState } from './batch/state.ts'
import { submitCommand } from './batch/submit.ts'
import { settlePool } from './pool/close.ts'
import {
  type ClosedParts,
  type ContractDeps,
  contractTermsOf,
  notifyEngineAfter,
  partsOf,
  productOf,
  requireFreshTick,
  settleReached,
} from './terms.ts'
import { valuePosition } from './valuation.ts'

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
  body: BodyOf<'/api/contract/pingcangContract'>,
): Promise<OrderRow> => (await closeInWallet(deps, customer, body, null)).order

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
): Promise<OrderRow> => (await closeInWallet(deps, customer, { id }, why)).order

/** Does what `closePosition` does and returns who paid the fee too. */
export const closeInWallet = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { id, number }: BodyOf<'/api/contract/pingcangContract'>,
  ai: AiClosing | null,
): Promise<Closed> => {
  const found = await findOrder(deps.database.db, uid, id)
  if (found === null) throw domainError('notFound')
  const product = productOf(deps.markets, found.pid)
  const wallet = { uid, levertype: found.levertype }
  await settleReached(deps, wallet, product)
  await settlePoolsOf(deps, wallet)
  const after: { feeFromBonus?: Usdt } = {}
  const story = submitCommand(deps, {
    wallet,
    pid: product.pid,
    newIds: 1,
    gate: null,
    decide: (batch) => {
      const state = accountOf(batch, wallet)
      const order = state.orders.get(id)
      // Another command closed it while this one waited for the wallet.
      if (order === undefined || order.status !== 1) throw domainError('invalidState')
      const closed = decideClosing(deps, batch, state, { order, product, lots: number ?? order.lots, ai })
      after.feeFromBonus = closed.feeFromBonus
      return closed.order
    },
  })
  const order = await notifyEngineAfter(deps, wallet, story)
  if (after.feeFromBonus === undefined) throw new Error('an order that was closed was decided')
  return { order, feeFromBonus: after.feeFromBonus }
}

type WithdrawalRequest = {
  readonly order: OrderRow
  readonly product: Product
  readonly lots: number
  readonly ai: AiClosing | null
}

/** What ticks have reached in the pools of a lead is settled before a close is copied into them. */
const settlePoolsOf = async (deps: ContractDeps, { uid, levertype }: MarginAccountKey): Promise<void> => {
  if (levertype !== 2) return
  const pools = await listPoolsOfLeads(deps.database.db, [uid])
  await Promise.all(pools.map(({ account }) => settlePool(deps, account)))
}

/** Closes a position of a locked wallet, or refuses it. */
const decideClosing = (
  deps: ContractDeps,
  batch: Batch,
  wallet: WalletState,
  { order, product, lots, ai }: WithdrawalRequest,
): Closed => {
  const tick = requireFreshTick(deps.markets, product)
  const { closed, rest } = dividedFor(order, lots, product)
  const closing = closingOf(closed, tick, {
    free: wallet.free as Usdt,
    bonus: wallet.credit.bonus as Usdt,
    otherMargin: (wallet.margin - closed.margin) as Usdt,
  })
  if (closing.settlement.lossUnpaid > 0n) {
    refuseIfOthersEarn(deps, wallet, order)
    refuseIfOthersHold(wallet)
  }
  const cause =
    ai === null
      ? ({ reason: 'user', rule: 'market' } as const)
      : ({
          reason: 'ai',
          rule: ai.rule,
          ...(ai.decision === undefined ? {} : { ai: ai.decision }),
        } as const)
  const intent = { order, closed, rest, closing, tick, account: null, ...cause }
  return { order: applyClose(batch, wallet, intent), feeFromBonus: closing.settlement.feeFromBonus }
}

/** What closes and what stays. */
const dividedFor = (order: OrderRow, lots: number, product: Product): ClosedParts => {
  const problem = validatePartialLots(lots, order.lots, contractTermsOf(product))
  if (problem !== null) throw domainError('outOfRange', problem)
  return partsOf(order, lots)
}

/** The insurance fund pays for an empty wallet, not for one whose other positions could pay. */
const refuseIfOthersEarn = ({ markets }: ContractDeps, wallet: WalletState, { id }: OrderRow): void => {
  const others = openPositions(wallet).filter((one) => one.id !== id)
  const at = currentMarkets(markets)
  const earning = others.find((order) => valuePosition(order, at).profit > 0n)
  if (earning !== undefined) throw domainError('invalidState', { reason: 'closeProfitFirst', id: earning.id })
}

/** Nor for one that has money on hold for orders that can be revoked. */
const refuseIfOthersHold = ({ orders }: WalletState): void => {
  const pending = [...orders.values()].find(({ status }) => status === 0)
  if (pending !== undefined)
    throw domainError('invalidState', { reason: 'revokePendingFirst', id: pending.id })
}
