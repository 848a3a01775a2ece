import { customer, house } from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'

/** Marketing reserve → wallet. */
const paid = (uid: number, amount: bigint, type: JournalType): LedgerTransaction['transfers'] => [
  { from: house('marketing'), to: customer(uid, 'wallet'), amount, type },
]

/** Reward of a sign-in: marketing reserve → wallet. `day` is yyyymmdd. */
export const signInPaidPosting = (row: {
  readonly id: number
  readonly uid: number
  readonly day: number
  readonly reward: bigint
}): LedgerTransaction => ({
  cause: { kind: 'signInReward', id: row.id },
  key: `signin:${row.uid}:${row.day}`,
  transfers: paid(row.uid, row.reward, journal.signIn),
})

/** Reward of a total of sign-ins: marketing reserve → wallet. */
export const totalPaidPosting = (row: {
  readonly id: number
  readonly uid: number
  readonly rule_id: number
  readonly amount: bigint
}): LedgerTransaction => ({
  cause: { kind: 'signInTotal', id: row.id },
  key: `signin-total:${row.uid}:${row.rule_id}`,
  transfers: paid(row.uid, row.amount, journal.cumulativeSignIn),
})

/** Reward of a task: marketing reserve → wallet. */
export const taskPaidPosting = (row: {
  readonly id: number
  readonly uid: number
  readonly task: number
  readonly amount: bigint
}): LedgerTransaction => ({
  cause: { kind: 'taskReward', id: row.id },
  key: `task:${row.uid}:${row.task}`,
  transfers: paid(row.uid, row.amount, journal.task),
})
