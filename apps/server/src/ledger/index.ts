import { type Asset, external, type HouseAccountType, house, usdtAsset } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Tx } from '../platform/database/index.ts'
import { reserveFundedPosting, reserveWithdrawnPosting } from './postings.ts'
import { lockBalances, postSingle } from './service/post.ts'

export { balanceChanged, changedBalances } from './events.ts'

export { checkInvariants } from './service/check.ts'

export { applyReport } from './service/monitor.ts'
export { postPayments } from './service/pay.ts'
export {
  getBalances,
  type LockedAccounts,
  lockAccounts,
  lockBalances,
  lockedBalance,
  type PostResult,
  post,
  postSingle,
} from './service/post.ts'
export { ledgerStatus, requireSoundLedger } from './service/status.ts'
export { buildBalanceTrail } from './service/trail.ts'
export { listBalances as balancesOf, listHolders, sumPurposes } from './store/accounts.ts'
export { listAccountsAt } from './store/accountsAt.ts'
export { countLosersSince, sumStakesSince } from './store/activity.ts'
export { findNewest as findNewestMovements } from './store/check.ts'
export { listEquityDays } from './store/equity.ts'
export { type AccountFlows, listHouseDays, sumFlows } from './store/flows.ts'
export { sumIncome } from './store/income.ts'
export { amountInvariant, type Invariant, invariant, type Range } from './store/invariants.ts'
export { type JournalDays, type JournalEntry, listJournalRows, sumJournal } from './store/journal.ts'
export { sumPaidFrom } from './store/payments.ts'
export { sumDaysSince } from './store/results.ts'
export {
  listStatementAccounts,
  listStatementEntries,
  type StatementAccount,
  type StatementLine,
} from './store/statement.ts'

/**
 * Moves operator capital into a reserve, once per cause and reserve: a repeat moves nothing and returns the first
 * transaction. Capital for the trading reserve first repays the recorded debt of the house account.
 */
export const fundReserve = async (
  tx: Tx,
  atMs: number,
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
  asset: Asset = usdtAsset,
): Promise<number> => {
  const accounts = reserve === 'trading' ? [house(reserve), external('houseDebt')] : []
  // Locked together, in the global lock order.
  const [, balance = 0n] = await lockBalances(tx, accounts)
  return postSingle(tx, atMs, reserveFundedPosting(reserve, amount, cause, -balance as Usdt, asset))
}

/**
 * Takes the operator's own money out of a reserve, once per cause and reserve. How much may leave is for the
 * caller to decide, with the reserve locked.
 */
export const withdrawFromReserve = (
  tx: Tx,
  atMs: number,
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
  asset: Asset = usdtAsset,
): Promise<number> => postSingle(tx, atMs, reserveWithdrawnPosting(reserve, amount, cause, asset))
