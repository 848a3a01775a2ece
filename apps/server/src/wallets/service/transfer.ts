import { customer } from '@glasshouse/core/ledger/chart'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/errors/registry'
import { type PairCode, type WalletPair, walletPair } from '@glasshouse/core/wallets/rules'
import { lock, postOne } from '../../ledger/index.ts'
import { announce, type Platform, type Tx, transact } from '../../platform/index.ts'
import { walletChanged } from '../events.ts'
import { walletsMoved } from '../postings.ts'
import { insertTransfer } from '../store/transfers.ts'

/** How much of a contract wallet open positions let go; the contracts room knows. */
export type MayLeave = (tx: Tx, uid: number, levertype: 1 | 2) => Promise<Usdt>

export type TransferDeps = Pick<Platform, 'clock' | 'database'> & { readonly mayLeave: MayLeave }

/**
 * Moves USDT between two of a customer's wallets.
 *
 * Refuses 2002 for nothing, and 2001 (with `max`) for more than may leave the wallet.
 */
export const transferBetweenWallets = async (
  { clock, database, mayLeave }: TransferDeps,
  uid: number,
  code: PairCode,
  amount: Usdt,
): Promise<void> => {
  if (amount === 0n) throw refuse('outsideLimits', { min: formatUsdt(1n) })
  const pair = walletPair(code)
  await transact(database.db, async (tx) => {
    const [free = 0n] = await lock(tx, [customer(uid, pair.from), customer(uid, pair.to)])
    const max = await mostThatMayLeave(tx, uid, pair, free, mayLeave)
    if (amount > max) throw refuse('balanceLow', { max: formatUsdt(max) })
    await moveBetweenWallets(tx, clock.business(), uid, pair, amount)
    await announce(tx, [walletChanged(uid)], clock.now())
  })
}

const mostThatMayLeave = async (
  tx: Tx,
  uid: number,
  { from }: WalletPair,
  free: bigint,
  mayLeave: MayLeave,
): Promise<bigint> => {
  if (from !== 'contract' && from !== 'contract2') return free
  const letGo = await mayLeave(tx, uid, from === 'contract' ? 1 : 2)
  return letGo < free ? letGo : free
}

/** Moves free USDT between two wallets in the caller's transaction. Refuses 2001. */
export const moveBetweenWallets = async (
  tx: Tx,
  atMs: number,
  uid: number,
  pair: WalletPair,
  amount: Usdt,
): Promise<void> => {
  const transferId = await insertTransfer(tx, uid, pair, amount, atMs)
  await postOne(tx, atMs, walletsMoved(uid, pair, amount, transferId))
}
