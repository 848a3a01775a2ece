import type { Usdt } from '@glasshouse/core/money/units'
import type { Platform, Tx } from '../../platform/index.ts'
import { assertCanDeposit } from '../../protection/index.ts'
import { sumPendingDeposits } from '../store/deposits.ts'

/** Whether the customer's own limits let a deposit of this much begin; refuses as `assertCanDeposit` does. */
export const assertDepositAllowed = (
  deps: Pick<Platform, 'clock'>,
  tx: Tx,
  uid: number,
  money: Usdt,
): Promise<void> =>
  assertCanDeposit(deps, tx, uid, money, () => sumPendingDeposits(tx, uid, deps.clock.now()))
