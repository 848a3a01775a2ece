import { domainError } from '@glasshouse/core/errors/registry'
import { isCancellable } from '@glasshouse/core/funding/withdrawals/rules'
import { postSingle } from '../../../ledger/index.ts'
import { type Platform, publishEvents, type Tx, transact } from '../../../platform/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { withdrawalRefundedPosting } from '../../postings.ts'
import {
  insertSteps,
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalRow,
  type WithdrawalStep,
  type WithdrawalUpdate,
} from '../../store/withdrawals.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/**
 * Takes a withdrawal back; amount and fee are in the wallet again at once.
 *
 * Refuses `notFound` for what is not the customer's, `invalidState` once it was handed to the signer (`sending`)
 * or ended (`ended`).
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

/** Ends a locked withdrawal whose money goes back, amount and fee at once. */
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
