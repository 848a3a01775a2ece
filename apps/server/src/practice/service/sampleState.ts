import { startOfDay } from '@glasshouse/core/calendar/days'
import { type Account, customer } from '@glasshouse/core/ledger/chart'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import { getBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { sampleAdjustmentPosting } from '../postings.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Balance of the account before a part of the sample, and the midnight that the hours of the part count from. */
type PartState = { readonly held: string; readonly baseMs: number; readonly done: boolean }
const isPartState = (state: unknown): state is PartState =>
  typeof state === 'object' && state !== null && 'held' in state && 'baseMs' in state && 'done' in state

/** The demo customer; null before there is a sample. */
export const findDemoUid = async (db: Db): Promise<number | null> => {
  const state = await findState(db, 'practice.sample')
  return typeof state === 'object' && state !== null && 'uid' in state && typeof state.uid === 'number'
    ? state.uid
    : null
}

const walletOf = (uid: number, wallet: WalletName): Account => customer(uid, wallet)

/** The accounts whose sum is the balance of a wallet: margin and holds are part of a contract wallet's, and left others. */
const partsOf = (uid: number, wallet: WalletName): readonly Account[] =>
  wallet === 'contract' || wallet === 'contract2'
    ? [wallet, `${wallet}Margin` as const, `${wallet}Hold` as const].map((purpose) => customer(uid, purpose))
    : [walletOf(uid, wallet)]

const balanceOf = async (tx: Tx, uid: number, wallet: WalletName): Promise<bigint> =>
  (await getBalances(tx, partsOf(uid, wallet))).reduce((sum, balance) => sum + balance, 0n)

/** Brings a wallet of the sample to the balance that it had before, from or to the operator's practice capital. */
export const restoreBalance = async (
  tx: Tx,
  clock: Pick<Platform['clock'], 'business'>,
  { uid, wallet, held }: { readonly uid: number; readonly wallet: WalletName; readonly held: string },
): Promise<void> => {
  const missing = BigInt(held) - (await balanceOf(tx, uid, wallet))
  if (missing !== 0n)
    await postSingle(tx, clock.business(), sampleAdjustmentPosting(walletOf(uid, wallet), missing))
}

/**
 * Begins or continues a part of the sample that costs or pays a customer something, and returns the midnight that its hours count
 * from; null where an earlier start ended it.
 */
export const beginPart = (
  { clock, database }: Deps,
  name: string,
  uid: number,
  wallet: WalletName,
): Promise<number | null> =>
  transact(database.db, async (tx) => {
    await lockSeedState(tx)
    const known = await findState(tx, name)
    if (isPartState(known)) return known.done ? null : known.baseMs
    const held = await balanceOf(tx, uid, wallet)
    const baseMs = startOfDay(clock.business())
    await upsertState(tx, name, { held: held.toString(), baseMs, done: false } satisfies PartState)
    return baseMs
  })

/** Ends a part of the sample: the wallet has the balance again that it had before. */
export const endPart = (
  { clock, database }: Deps,
  name: string,
  uid: number,
  wallet: WalletName,
): Promise<void> =>
  transact(database.db, async (tx) => {
    await lockSeedState(tx)
    const state = await findState(tx, name)
    if (!isPartState(state) || state.done) return
    await restoreBalance(tx, clock, { uid, wallet, held: state.held })
    await upsertState(tx, name, { ...state, done: true })
  })
