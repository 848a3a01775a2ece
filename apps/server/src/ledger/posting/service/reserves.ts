import {
  type Asset,
  external,
  type HouseAccountType,
  house,
  reserveAccounts,
  usdtAsset,
} from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { negateUnits, type Quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { Tx } from '../../../platform/database/index.ts'
import { reserveFundedPosting, reserveWithdrawnPosting } from '../postings.ts'
import { lockBalances, postSingle } from './post.ts'

/**
 * Moves operator capital into a reserve, once per cause and reserve: a repeat moves nothing and returns the first
 * transaction. Capital for the trading reserve first repays the recorded debt of the house account.
 */
export const fundReserve = async (
  tx: Tx,
  atMs: number,
  reserve: HouseAccountType,
  amount: Usdt | Quantity,
  cause: LedgerTransaction['cause'],
  asset: Asset = usdtAsset,
): Promise<number> => {
  const debt = reserve === 'trading' ? await lockDebt(tx) : usdt('0')
  return postSingle(tx, atMs, reserveFundedPosting(reserve, amount, cause, debt, asset))
}

/** The recorded debt of the house account. It is locked together with the reserve, in the global lock order. */
const lockDebt = async (tx: Tx): Promise<Usdt> => {
  const [, balance] = await lockBalances(tx, [house('trading'), external('houseDebt')])
  return negateUnits(balance)
}

/**
 * Takes the operator's own money out of a reserve, once per cause and reserve. How much may leave is for the
 * caller to decide, with the reserve locked.
 */
export const withdrawFromReserve = async (
  tx: Tx,
  atMs: number,
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
  asset: Asset = usdtAsset,
): Promise<number> => {
  const held = await lockBalances(tx, reserveAccounts(reserve, asset))
  return postSingle(tx, atMs, reserveWithdrawnPosting(reserve, amount, cause, asset, held))
}
