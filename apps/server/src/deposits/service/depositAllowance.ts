import {
  type DepositAllowance,
  type DepositLimits,
  type DepositProblem,
  judgeDeposit,
} from '@glasshouse/core/deposits/judge'
import { type DomainError, domainError } from '@glasshouse/core/errors/registry'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { readDepositAllowance } from '../../eligibility/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { countWaiting, sumPendingDeposits } from '../store/deposits.ts'

/**
 * What a customer's account lets begin, with the limits locked. `channels` are those whose pending deposits cost work,
 * invoices of the gateway or the review queue; null where none do.
 */
export const readAllowance = async (
  deps: Pick<Platform, 'clock'>,
  tx: Tx,
  uid: number,
  channels: readonly string[] | null,
): Promise<DepositAllowance> => {
  const nowMs = deps.clock.now()
  const account = await readDepositAllowance(deps, tx, uid, () => sumPendingDeposits(tx, uid, nowMs))
  return { ...account, pending: channels === null ? null : await countWaiting(tx, uid, channels, nowMs) }
}

/**
 * Judges a deposit under the locks of the customer's own limits.
 *
 * @throws outOfRange (2002, `min`, `max`) the channel does not accept the amount
 * @throws sessionRevoked the account is closed
 * @throws selfLimitReached (2011, `until`; `limit`, `left` of an amount) a self-imposed pause or limit
 * @throws tooManyOrders (2005, `max`) too many deposits by these channels are pending
 */
export const assertDepositAccepted = async (
  deps: Pick<Platform, 'clock'>,
  tx: Tx,
  deposit: { readonly uid: number; readonly amount: Usdt; readonly limits: DepositLimits },
  channels: readonly string[] | null,
): Promise<void> => {
  const { uid, amount, limits } = deposit
  const { problem } = judgeDeposit({ ...limits, ...(await readAllowance(deps, tx, uid, channels)) }, amount)
  if (problem !== null) throw depositError(problem)
}

/** The domain error of a deposit that is rejected. */
export const depositError = (problem: DepositProblem): DomainError => {
  switch (problem.kind) {
    case 'belowMin':
    case 'aboveMax':
      return domainError('outOfRange', { ...textOf('min', problem.min), ...textOf('max', problem.max) })
    case 'closed':
      return domainError('sessionRevoked')
    case 'ownPause':
      return domainError('selfLimitReached', { until: problem.untilMs })
    case 'ownLimit':
      return domainError('selfLimitReached', {
        limit: formatUsdt(problem.limit),
        left: formatUsdt(problem.left),
        until: problem.untilMs,
      })
    case 'tooManyPending':
      return domainError('tooManyOrders', { max: problem.max })
  }
}

const textOf = (name: string, limit: Usdt | null): Readonly<Record<string, string>> =>
  limit === null ? {} : { [name]: formatUsdt(limit) }
