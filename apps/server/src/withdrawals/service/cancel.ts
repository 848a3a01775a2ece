import { domainError } from '@glasshouse/core/errors/registry'
import { isCancellable } from '@glasshouse/core/withdrawals/rules'
import { postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { withdrawalRefundedPosting } from '../postings.ts'
import {
  insertSteps,
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalRow,
  type WithdrawalStep,
  type WithdrawalUpdate,
} from '../store/withdrawals.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/**
 * Cancels a withdrawal; amount and fee return to the wallet at once.
 *
 * @throws notFound the withdrawal is not the customer's
 * @throws invalidState it was handed to the signer (`sending`) or is final (`ended`)
 */
export const cancelWithdrawal = async (deps: Deps, uid: number, id: number): Promise<void> => {
  await transact(deps.database.db, async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (row === undefined || row.uid !== uid) throw domainError('notFound')
    if (!isCancellable(row.state))
      throw domainError('invalidState', { reason: row.state === 'sending' ? 'sending' : 'ended' })
    await refundWithdrawal(
      deps,
      tx,
      row,
      { state: 'cancelled' },
      { event: 'cancelled', reason: null, staffId: null },
    )
  })
}

/** Ends a locked withdrawal with a refund of amount and fee. */
export const refundWithdrawal = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  row: WithdrawalRow,
  end: WithdrawalUpdate,
  step: Omit<WithdrawalStep, 'atMs'>,
): Promise<void> => {
  const atMs = clock.business()
  await postSingle(tx, atMs, withdrawalRefundedPosting(row))
  await updateWithdrawal(tx, row.id, { ...end, reason: null, reason_text: null, ended_ms: atMs })
  await insertSteps(tx, [row.id], { ...step, atMs })
  await publishEvents(tx, [walletChanged(row.uid)], clock.now())
}
