import { Refusal } from '@glasshouse/core/refusals/registry'
import type { Tx } from '../../../platform/index.ts'
import { mayRisk } from '../../../protection/index.ts'
import type { OrderRow } from '../../schema.ts'
import type { RevokeRule } from '../revoke.ts'
import type { ContractDeps } from '../terms.ts'
import type { Due } from './decide.ts'

/**
 * Which of the orders whose price came may not be opened any more, and why. Opening one is new risk on the day
 * it opens, not on the day it was placed: a pause or a limit that the customer set meanwhile stands against it,
 * and so does a rule of the country. Stops and close-outs are never asked about; they take risk away.
 */
export const forbiddenFills = async (
  deps: Pick<ContractDeps, 'settings' | 'clock'>,
  tx: Tx,
  dues: readonly Due[],
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<number, RevokeRule>> => {
  const fired = new Set(dues.filter(({ kind }) => kind === 'limit').map(({ orderId }) => orderId))
  /** One answer for all orders of a customer with the same leverage. */
  const answers = new Map<string, Promise<RevokeRule | null>>()
  const forbidden = new Map<number, RevokeRule>()
  const asked = orders.filter(({ id, status }) => fired.has(id) && status === 0)
  const question = ({ uid, leverage }: OrderRow): string => `${uid} ${leverage}`
  // All at once, so that they share their statements.
  for (const order of asked)
    if (!answers.has(question(order)))
      answers.set(question(order), whyNot(deps, tx, order.uid, order.leverage))
  for (const order of asked) {
    const rule = (await answers.get(question(order))) ?? null
    if (rule !== null) forbidden.set(order.id, rule)
  }
  return forbidden
}

const whyNot = async (
  deps: Pick<ContractDeps, 'settings' | 'clock'>,
  tx: Tx,
  uid: number,
  leverage: number,
): Promise<RevokeRule | null> => {
  try {
    await mayRisk(deps, tx, uid, { product: 'contract', leverage })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'ownLimit' ? 'revokedOwnLimit' : 'revokedNotAllowed'
  }
}
