import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { type DomainError, domainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { judgeMovedAmount, judgeTransfer, type TransferProblem } from '@glasshouse/core/wallets/judge'
import type { WalletPair } from '@glasshouse/core/wallets/rules'
import { lockBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../events.ts'
import { walletTransferPosting } from '../postings.ts'
import { insertWalletTransfer } from '../store/transfers.ts'

/** Maximum transfer out of a contract wallet; provided by the contracts module. */
export type MaxTransferOut = (tx: Tx, uid: number, wallet: ContractWallet) => Promise<Usdt>

/** Waits until what ticks have reached in a contract wallet is settled; provided by the contracts module. */
type SettleWallet = (uid: number, wallet: ContractWallet) => Promise<void>

export type TransferDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly maxContractTransferOut: MaxTransferOut
  readonly settleWallet: SettleWallet
}

/**
 * Transfers USDT between two of a customer's wallets. What ticks have reached in a contract wallet is settled first:
 * money that comes later does not save a position, and money that leaves does not leave a loss behind.
 *
 * @throws outOfRange (2002) zero
 * @throws insufficientBalance (2001, `max`) more than may leave the wallet
 * @throws invalidState (2003, `busy`) the contract wallet cannot be settled now
 */
export const transferBetweenWallets = async (
  { clock, database, maxContractTransferOut, settleWallet }: TransferDeps,
  uid: number,
  pair: WalletPair,
  amount: Usdt,
): Promise<void> => {
  const { problem } = judgeMovedAmount(amount)
  if (problem !== null) throw transferError(problem)
  for (const wallet of [pair.from, pair.to]) if (isContractWallet(wallet)) await settleWallet(uid, wallet)
  await transact(database.db, async (tx) => {
    const [free] = await lockBalances(tx, [customer(uid, pair.from), customer(uid, pair.to)])
    const maxOut = isContractWallet(pair.from) ? await maxContractTransferOut(tx, uid, pair.from) : null
    const judged = judgeTransfer({ available: free, maxOut }, amount)
    if (judged.problem !== null) throw transferError(judged.problem)
    await moveFunds(tx, clock.business(), uid, pair, amount)
    await publishEvents(tx, [walletChanged(uid)], clock.now())
  })
}

const isContractWallet = (wallet: WalletPair['from']): wallet is ContractWallet =>
  wallet === 'contract' || wallet === 'contract2'

/** The domain error of a transfer that is rejected. */
export const transferError = (problem: TransferProblem): DomainError =>
  problem.kind === 'nothing'
    ? domainError('outOfRange', { min: formatUsdt(problem.min) })
    : domainError('insufficientBalance', { max: formatUsdt(problem.max) })

/** Transfers free USDT between two wallets in the caller's transaction. Throws 2001. */
export const moveFunds = async (
  tx: Tx,
  atMs: number,
  uid: number,
  pair: WalletPair,
  amount: Usdt,
): Promise<void> => {
  const transferId = await insertWalletTransfer(tx, uid, pair, amount, atMs)
  await postSingle(tx, atMs, walletTransferPosting(uid, pair, amount, transferId))
}
