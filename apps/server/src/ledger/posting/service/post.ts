import { setImmediate as nextTurn } from 'node:timers/promises'
import { domainError } from '@glasshouse/core/errors/registry'
import { type Account, type AccountKey, type AmountOf, accountKey } from '@glasshouse/core/ledger/chart'
import {
  accountsOf,
  areDistinct,
  type BatchDecision,
  balanceIn,
  batchDecider,
  type LedgerTransaction,
} from '@glasshouse/core/ledger/rules'
import { amountIn } from '@glasshouse/core/money/sums'
import { currentApiKey } from '../../../platform/apiKeys/index.ts'
import { inSlices } from '../../../platform/concurrency/index.ts'
import type { Db, Tx } from '../../../platform/database/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { changesOf } from '../events.ts'
import { type LockedAccount, listBalancesOf, lockAccountRows } from '../store/accounts.ts'
import {
  type AcceptedRows,
  entryColumns,
  findKeysAndReserve,
  insertTransactions,
  transactionColumns,
} from '../store/transactions.ts'

/** Done under this id, or the account that was short; a repeated key answers the first id. */
export type PostResult =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly account: Account }

/** Accounts that this transaction has locked, as they stood then. It is good for one posting. */
export type LockedAccounts = ReadonlyMap<AccountKey, LockedAccount>

/** So many are decided without a pause, in which calls are answered; what is made of more has pauses too. */
const decidedTogether = 128

/** Decides transactions in their order, against the accounts as they were locked. */
const decideInSlices = async (
  accounts: LockedAccounts,
  transactions: readonly LedgerTransaction[],
  posted: ReadonlyMap<string, number> | null,
): Promise<BatchDecision> => {
  const { decide, decision } = batchDecider(accounts, posted)
  await inSlices(transactions, decidedTogether, decide)
  return decision
}

/**
 * Posts a batch of transactions in the caller's database transaction: three round trips whatever their number.
 * They are decided in order, each as a whole; one that is short moves nothing and the others go on. Balances that changed
 * are announced (`balanceChanged`) in the same transaction.
 */
export const post = async (
  tx: Tx,
  atMs: number,
  transactions: readonly LedgerTransaction[],
): Promise<readonly PostResult[]> => {
  if (transactions.length === 0) return []
  const accounts = await lockAccountRows(tx, accountsOf(transactions))
  // Read after locking: an earlier transaction with the same key on these accounts has committed by now.
  const keys = transactions.flatMap(({ key }) => (key === undefined ? [] : [key]))
  const { posted, ids } = await findKeysAndReserve(tx, keys, transactions.length)
  const areNew = posted.size === 0 && areDistinct(keys)
  const { verdicts, accepted, lines } = await decideInSlices(accounts, transactions, areNew ? null : posted)
  if (accepted.length > 0) await write(tx, { atMs, accepted, ids, lines, accounts, unannounced: new Set() })
  return verdicts.map((verdict) => {
    if (verdict.kind === 'short') return { ok: false, account: verdict.account }
    return { ok: true, id: verdict.kind === 'repeated' ? verdict.id : idAt(ids, verdict.order) }
  })
}

/** What a posting of new transactions goes by: the locked accounts, the numbers, and customers whose listener the caller tells. */
export type ReservedPosting = {
  readonly atMs: number
  readonly book: LockedAccounts
  readonly ids: readonly number[]
  readonly unannounced: ReadonlySet<number>
}

/**
 * Posts transactions that are new, under numbers that were reserved behind the locks of all their accounts, each the number
 * of its place. Nothing is read and nothing waited for, so that it goes with the other statements of its caller; only accounts
 * that are not in `book` are locked first. Throws where an account is short; a key that counted before is refused by the
 * database.
 */
export const postReserved = async (
  tx: Tx,
  transactions: readonly LedgerTransaction[],
  { atMs, book, ids, unannounced }: ReservedPosting,
): Promise<void> => {
  if (transactions.length === 0) return
  const missing = [...accountsOf(transactions)].filter(([key]) => !book.has(key))
  const accounts =
    missing.length === 0 ? book : new Map([...book, ...(await lockAccountRows(tx, new Map(missing)))])
  const { verdicts, accepted, lines } = await decideInSlices(accounts, transactions, null)
  const failed = verdicts.findIndex(({ kind }) => kind !== 'accepted')
  const cause = transactions[failed]?.cause
  if (cause !== undefined) throw new Error(`${cause.kind} ${cause.id} could not be settled`)
  await write(tx, { atMs, accepted, ids, lines, accounts, unannounced })
}

type PostingInput = Omit<AcceptedRows, 'requestKey'> & { readonly unannounced: ReadonlySet<number> }

/** Inserts the accepted transactions and publishes the event about changed balances, so that no posting omits it. */
const write = async (tx: Tx, { unannounced, ...rows }: PostingInput): Promise<void> => {
  const pause = rows.accepted.length > decidedTogether ? () => nextTurn() : undefined
  const transactions = transactionColumns({ ...rows, requestKey: currentApiKey() })
  await pause?.()
  const entries = entryColumns(rows)
  await pause?.()
  await Promise.all([
    insertTransactions(tx, [...transactions, ...entries]),
    publishEvents(tx, changesOf(rows.accepted, unannounced), rows.atMs),
  ])
}

/** Posts one transaction and returns its id; throws `insufficientBalance` when an account is short. */
export const postSingle = async (tx: Tx, atMs: number, transaction: LedgerTransaction): Promise<number> => {
  const [result] = await post(tx, atMs, [transaction])
  if (result === undefined) throw new Error('posting returned no result')
  if (!result.ok) throw domainError('insufficientBalance')
  return result.id
}

const idAt = (ids: readonly number[], order: number): number => {
  const id = ids[order - 1]
  if (id === undefined) throw new Error('an accepted transaction has an id')
  return id
}

/** Locks accounts until the end of the caller's transaction; an account without entries is opened. */
export const lockAccounts = (tx: Tx, accounts: readonly Account[]): Promise<LockedAccounts> =>
  lockAccountRows(tx, new Map(accounts.map((account) => [accountKey(account), account])))

/** A balance for each account, in its asset. */
type Balances<Accounts extends readonly Account[]> = {
  readonly [At in keyof Accounts]: AmountOf<Accounts[At]>
}

/**
 * Locks accounts until the end of the caller's transaction and returns their balances in the order asked;
 * an account without entries is opened. A decision that depends on a balance locks it first.
 */
export const lockBalances = async <const Accounts extends readonly Account[]>(
  tx: Tx,
  accounts: Accounts,
): Promise<Balances<Accounts>> => {
  const book = await lockAccounts(tx, accounts)
  return accounts.map((account) => balanceIn(book, account)) as unknown as Balances<Accounts>
}

/** Returns balances in the requested order, without locking; 0 for an account without entries. */
export const getBalances = async <const Accounts extends readonly Account[]>(
  db: Db,
  accounts: Accounts,
): Promise<Balances<Accounts>> => {
  const found = accounts.length === 0 ? new Map<AccountKey, bigint>() : await listBalancesOf(db, accounts)
  const balances = accounts.map((account) => amountIn(found, accountKey(account)))
  return balances as unknown as Balances<Accounts>
}
