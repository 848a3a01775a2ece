import type { HousePurpose } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Tx } from '../platform/index.ts'
import { reserveDrawn, reserveFunded } from './postings.ts'
import { postOne } from './service/post.ts'

export { balanceChanged, type ChangedBalance, changedBalances } from './events.ts'
export { checkBooks } from './service/check.ts'
export {
  type Book,
  balanceIn,
  balances,
  lock,
  lockBook,
  type PostResult,
  post,
  postOne,
} from './service/post.ts'
export { readTrail, type Trail } from './service/trail.ts'
export { readBalancesOf as balancesOf } from './store/accounts.ts'
export { incomeOf } from './store/income.ts'
export { type Invariant, invariantOf, ledgerInvariants } from './store/invariants.ts'
export { type JournalEntry, readJournal, readJournalSum } from './store/journal.ts'
export { sumPaidFrom } from './store/payments.ts'
export { sumSince } from './store/results.ts'
export {
  readStatementAccounts,
  readStatementLines,
  type StatementAccount,
  type StatementLine,
} from './store/statement.ts'

/**
 * Puts the operator's own money into a reserve, once per cause and reserve: repeated, it moves nothing and
 * answers the first transaction.
 */
export const fundReserve = (
  tx: Tx,
  atMs: number,
  reserve: HousePurpose,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
): Promise<number> => postOne(tx, atMs, reserveFunded(reserve, amount, cause))

/**
 * Takes the operator's own money out of a reserve, once per cause and reserve. How much may leave is for the
 * caller to decide, with the reserve locked.
 */
export const drawReserve = (
  tx: Tx,
  atMs: number,
  reserve: HousePurpose,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
): Promise<number> => postOne(tx, atMs, reserveDrawn(reserve, amount, cause))
