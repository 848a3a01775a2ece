import { DomainError } from '@glasshouse/core/errors/registry'
import { assertCanTrade } from '../../../eligibility/index.ts'
import type { Tx } from '../../../platform/index.ts'
import type { OrderRow } from '../../schema.ts'
import type { CancelReason } from '../batch/state.ts'
import type { ContractDeps } from '../terms.ts'
import type { FiredTrigger } from './evaluate.ts'

/**
 * Which of the orders whose price came may not be opened any more, and why. Opening one is new risk on the day
 * it opens, not on the day it was placed: a pause or a limit that the customer set meanwhile blocks it,
 * and so does a rule of the country. TP/SL and liquidations are never blocked; they reduce risk.
 */
export const findBlockedFills = async (
  deps: Pick<ContractDeps, 'settings' | 'clock' | 'database'>,
  tx: Tx,
  dues: readonly FiredTrigger[],
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<number, CancelReason>> => {
  const fired = new Set(dues.filter(({ kind }) => kind === 'limit').map(({ orderId }) => orderId))
  const asked = orders.filter(({ id, status }) => fired.has(id) && status === 0)
  const question = ({ uid, leverage }: OrderRow): string => `${uid} ${leverage}`
  /** One question for all orders of a customer with the same leverage. */
  const questions = new Map(asked.map((order) => [question(order), order]))
  // In parallel, so that they share their statements. Awaited together: a rejection of any of them is handled.
  const rules = new Map(
    await Promise.all(
      [...questions].map(
        async ([name, { uid, leverage }]) => [name, await fillBlockReason(deps, tx, uid, leverage)] as const,
      ),
    ),
  )
  const forbidden = new Map<number, CancelReason>()
  for (const order of asked) {
    const rule = rules.get(question(order)) ?? null
    if (rule !== null) forbidden.set(order.id, rule)
  }
  return forbidden
}

const fillBlockReason = async (
  deps: Pick<ContractDeps, 'settings' | 'clock' | 'database'>,
  tx: Tx,
  uid: number,
  leverage: number,
): Promise<CancelReason | null> => {
  try {
    await assertCanTrade(deps, tx, uid, { product: 'contract', leverage })
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'ledgerSuspended') return 'revokedSuspended'
    return error.code === 'selfLimitReached' ? 'revokedOwnLimit' : 'revokedNotAllowed'
  }
}
