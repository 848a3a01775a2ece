import { type JournalName, journal } from '@glasshouse/core/ledger/journal'

/** Kinds of transactions that the list can be limited to. */
export const journalKinds = {
  payments: ['deposit', 'withdrawal', 'withdrawalReturned', 'withdrawalFee'],
  transfers: ['ownTransfer', 'sentToUser', 'receivedFromUser', 'exchange'],
  contracts: ['margin', 'contractProfit', 'contractFee', 'liquidation'],
  options: ['optionStake', 'optionPayout', 'optionRefund'],
  investments: [
    'investmentBought',
    'investmentIncome',
    'principalReturned',
    'redemptionFee',
    'leadFee',
    'experienceFund',
  ],
  rewards: [
    'depositBonus',
    'referralIncome1',
    'referralIncome2',
    'referralIncome3',
    'firstPurchaseIncome1',
    'firstPurchaseIncome2',
    'firstPurchaseIncome3',
    'signIn',
    'cumulativeSignIn',
    'task',
    'campaign',
  ],
  launchpad: ['subscriptionPaid', 'subscriptionDelivered', 'subscriptionRefund', 'productSold'],
  loans: ['loanReceived', 'loanRepaid', 'loanInterest'],
} as const satisfies Readonly<Record<string, readonly JournalName[]>>
export type JournalKind = keyof typeof journalKinds
export const kindNames = Object.keys(journalKinds) as readonly JournalKind[]

/** Types of a kind as the field of the call has them. */
export const typesOfKind = (kind: JournalKind): string =>
  journalKinds[kind].map((name) => journal[name]).join(',')
