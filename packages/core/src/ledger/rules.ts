/**
 * Decides a batch of transactions in order, each atomically, against the current balances. A transaction that would
 * make an account negative has no effect; the others continue.
 */

import type { Usdt } from '../money/units.ts'
import type { CauseKind, TrialCause } from './causes.ts'
import {
  type Account,
  type AccountKey,
  type AmountOf,
  accountKey,
  accountName,
  canBeNegative,
  usdtAsset,
} from './chart.ts'
import type { JournalType } from './journal.ts'

/** A transfer between two accounts of the same asset; `amount` in the asset's smallest unit, above 0. */
export type Transfer = {
  readonly from: Account
  readonly to: Account
  readonly amount: bigint
  readonly type: JournalType
  /** Type of the receiving account's entry where it differs: sent to a user, received from one. */
  readonly toType?: JournalType
}

/**
 * Amount of a transfer of USDT.
 *
 * @throws RangeError it moves coins
 */
export const usdtMoved = ({ from, amount }: Transfer): Usdt => {
  if (from.asset !== usdtAsset) throw new RangeError(`a transfer of ${from.asset} is none of USDT`)
  return amount as Usdt
}

/** The transfers that move something: a transaction has none of 0. */
export const movingTransfers = (all: readonly Transfer[]): readonly Transfer[] =>
  all.filter(({ amount }) => amount > 0n)

/** One balanced transaction. A `key` is posted at most once, permanently. */
export type LedgerTransaction = {
  /** The cause, such as `{ kind: 'deposit', id: 17 }`. */
  readonly cause: { readonly kind: CauseKind | TrialCause; readonly id: number }
  readonly key?: string
  /** The API key that caused it, where a batch decided it; elsewhere the running request tells. */
  readonly apiKeyId?: number
  readonly transfers: readonly Transfer[]
}

/** State of an account: its balance and the number of its entries. */
export type AccountState = { readonly balance: bigint; readonly sequence: number }

/**
 * What an account holds, in its asset.
 *
 * @throws Error it is none of these accounts
 */
export const balanceIn = <A extends Account>(
  states: ReadonlyMap<AccountKey, AccountState>,
  account: A,
): AmountOf<A> => {
  const state = states.get(accountKey(account))
  if (state === undefined) throw new Error(`${accountName(account)} was not locked`)
  return state.balance as AmountOf<A>
}

/** One journal entry to write; `order` is the index of its transaction among the accepted ones, from 1. */
export type EntryDraft = {
  readonly order: number
  readonly account: Account
  readonly sequence: number
  readonly amount: bigint
  readonly balance: bigint
  readonly type: JournalType
}

/** Outcome of one transaction: accepted, a duplicate key, or an insufficient account. */
export type PostingOutcome =
  | { readonly kind: 'accepted'; readonly order: number }
  | { readonly kind: 'repeated'; readonly id: number }
  | { readonly kind: 'short'; readonly account: Account }

export type BatchDecision = {
  /** One per transaction, in input order. */
  readonly verdicts: readonly PostingOutcome[]
  readonly accepted: readonly LedgerTransaction[]
  readonly lines: readonly EntryDraft[]
}

/** All accounts that a batch touches, without duplicates. */
export const accountsOf = (transactions: readonly LedgerTransaction[]): ReadonlyMap<AccountKey, Account> => {
  const accounts = new Map<AccountKey, Account>()
  for (const { transfers } of transactions) {
    for (const { from, to } of transfers) {
      accounts.set(accountKey(from), from)
      accounts.set(accountKey(to), to)
    }
  }
  return accounts
}

/** An unbalanceable transfer is a defect in the code, not a domain error. */
const assertSound = ({ from, to, amount }: Transfer): void => {
  if (amount <= 0n) throw new RangeError(`a transfer of ${amount} from ${accountName(from)}`)
  if (from.asset !== to.asset) throw new RangeError(`from ${accountName(from)} to ${accountName(to)}`)
  if (accountKey(from) === accountKey(to)) throw new RangeError(`${accountName(from)} to itself`)
}

/**
 * Decides a batch in order. `states` holds every account the batch touches (`accountsOf`), `postedKeys` the transactions
 * of keys already posted.
 *
 * @example decideBatch(new Map([[accountKey(customer(1, 'wallet')), { balance: 100n, sequence: 3 }], …]), [spend60, spend60], new Map())
 * // verdicts: accepted, short; two lines, balances 40 and 60
 */
export const decideBatch = (
  states: ReadonlyMap<AccountKey, AccountState>,
  transactions: readonly LedgerTransaction[],
  postedKeys: ReadonlyMap<string, number>,
): BatchDecision => {
  const batch = batchDecider(states, postedKeys)
  for (const transaction of transactions) batch.decide(transaction)
  return batch.decision
}

/** A batch that is decided one after the other, between which its caller may pause; the decision is whole after the last. */
type BatchDecider = {
  readonly decide: (transaction: LedgerTransaction) => void
  readonly decision: BatchDecision
}

/**
 * As `decideBatch`, with the transactions handed in one by one in their order. Without posted keys all are new and no key
 * is looked at, not even among themselves.
 */
export const batchDecider = (
  states: ReadonlyMap<AccountKey, AccountState>,
  postedKeys: ReadonlyMap<string, number> | null,
): BatchDecider => {
  const book = new Map(states)
  const verdicts: PostingOutcome[] = []
  const accepted: LedgerTransaction[] = []
  const lines: EntryDraft[] = []
  const keys = new Map<string, PostingOutcome>()
  for (const [key, id] of postedKeys ?? []) keys.set(key, { kind: 'repeated', id })

  const decide = (transaction: LedgerTransaction): void => {
    const key = postedKeys === null ? undefined : transaction.key
    const before = key === undefined ? undefined : keys.get(key)
    if (before !== undefined) {
      verdicts.push(before)
      return
    }
    const attempt = tryOne(book, transaction, accepted.length + 1)
    if ('short' in attempt) {
      verdicts.push({ kind: 'short', account: attempt.short })
      return
    }
    for (const [account, state] of attempt.after) book.set(account, state)
    for (const line of attempt.lines) lines.push(line)
    accepted.push(transaction)
    const verdict: PostingOutcome = { kind: 'accepted', order: accepted.length }
    if (key !== undefined) keys.set(key, verdict)
    verdicts.push(verdict)
  }
  return { decide, decision: { verdicts, accepted, lines } }
}

/**
 * Whether no key comes twice. They are sorted, not collected in a set, for the reason that `accountKey` has.
 *
 * @example areDistinct(['deposit:1', 'deposit:2']) // true
 */
export const areDistinct = (keys: readonly string[]): boolean => {
  const sorted = keys.toSorted()
  return sorted.every((key, at) => at === 0 || key !== sorted[at - 1])
}

type TransactionAttempt =
  | { readonly short: Account }
  | { readonly after: ReadonlyMap<AccountKey, AccountState>; readonly lines: readonly EntryDraft[] }

const tryOne = (
  book: ReadonlyMap<AccountKey, AccountState>,
  transaction: LedgerTransaction,
  order: number,
): TransactionAttempt => {
  if (transaction.transfers.length === 0) throw new RangeError('a transaction without transfers')
  const after = new Map<AccountKey, AccountState>()
  const lines: EntryDraft[] = []
  const move = (account: Account, amount: bigint, type: JournalType): boolean => {
    const key = accountKey(account)
    const state = after.get(key) ?? book.get(key)
    if (state === undefined) throw new Error(`${accountName(account)} was not looked at before deciding`)
    const balance = state.balance + amount
    if (amount < 0n && balance < 0n && !canBeNegative(account)) return false
    const sequence = state.sequence + 1
    after.set(key, { balance, sequence })
    lines.push({ order, account, sequence, amount, balance, type })
    return true
  }
  for (const transfer of transaction.transfers) {
    assertSound(transfer)
    if (!move(transfer.from, -transfer.amount, transfer.type)) return { short: transfer.from }
    move(transfer.to, transfer.amount, transfer.toType ?? transfer.type)
  }
  return { after, lines }
}
