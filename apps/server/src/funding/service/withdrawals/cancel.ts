import { isCancellable } from '@glasshouse/core/funding/withdrawals/rules'
import { refuse } from '@glasshouse/core/errors/registry'
import { postOne } from '../../../ledger/index.ts'
import { announce, type Platform, type Tx, transact } from '../../../platform/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { withdrawalReturned } from '../../postings.ts'
import {
  insertSteps,
  lockWithdrawal,
  type Moved,
  type Step,
  updateWithdrawal,
  type WithdrawalRow,
} from '../../store/withdrawals.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/**
 * Takes a withdrawal back; amount and fee are in the wallet again at once.
 *
 * Refuses `notFound` for what is not the customer's, `stateForbids` once it was handed to the signer (`sending`)
 * or ended (`ended`).
 */
export const cancelWithdrawal = async (deps: Deps, uid: number, id: number): Promise<void> => {
  await transact(deps.database.db, async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (row === undefined || row.uid !== uid) throw refuse('notFound')
    if (!isCancellable(row.state))
      throw refuse('stateForbids', { reason: row.state === 'sending' ? 'sending' : 'ended' })
    await giveBack(deps, tx, row, { state: 'cancelled' }, { event: 'cancelled', reason: null, staffId: null })
  })
}

/** Ends a locked withdrawal whose money goes back, amount and fee at once. */
export const giveBack = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  row: WithdrawalRow,
  end: Moved,
  step: Omit<Step, 'atMs'>,
): Promise<void> => {
  const atMs = clock.business()
  await postOne(tx, atMs, withdrawalReturned(row))
  await updateWithdrawal(tx, row.id, { ...end, reason: null, reason_text: null, ended_ms: atMs })
  await insertSteps(tx, [row.id], { ...step, atMs })
  await announce(tx, [walletChanged(row.uid)], clock.now())
}
