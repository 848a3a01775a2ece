import { bankFieldToWire } from '@glasshouse/core/destinations/codec'
import { applicationFieldToWire } from '@glasshouse/core/invest/copy/leads/codec'
import { kycFieldToWire } from '@glasshouse/core/kyc/codec'
import { loanFieldToWire } from '@glasshouse/core/loans/codec'
import { withdrawalFieldToWire } from '@glasshouse/core/withdrawals/codec'
import type { IconName } from '@glasshouse/ui/Icon'
import { worded } from './worded.ts'

type KindWords = { readonly name: string; readonly title: string; readonly icon: IconName }

/** Labels of the kinds of items; an unlisted kind is displayed by its key. */
const kinds: Readonly<Record<string, KindWords>> = {
  deposit: { name: 'Deposit', title: 'Deposit', icon: 'download' },
  withdrawal: { name: 'Withdrawal', title: 'Withdrawal', icon: 'upload' },
  complaint: { name: 'Complaint', title: 'Complaint', icon: 'text' },
  lead: { name: 'Lead', title: 'Application to be copied', icon: 'person' },
  kyc: { name: 'Identity', title: 'Identity check', icon: 'person' },
  loan: { name: 'Loan', title: 'Loan', icon: 'leaf' },
  subscription: { name: 'New coins', title: 'Allotment of issue', icon: 'plus' },
  task: { name: 'Task', title: 'Task', icon: 'check' },
  speech: { name: 'Speech', title: 'Speech', icon: 'text' },
  comment: { name: 'Comment', title: 'Comment', icon: 'text' },
  reply: { name: 'Reply', title: 'Reply', icon: 'text' },
  appeal: { name: 'Appeal', title: 'Appeal', icon: 'text' },
  trust: { name: 'Trust', title: 'Trust', icon: 'lock' },
}

export const kindLabels = (kind: string): KindWords =>
  kinds[kind] ?? { name: worded(kind), title: worded(kind), icon: 'rows' }

/** Kinds with a permanent chip; other kinds have one while they have open items. */
export const pinnedKinds = ['deposit', 'withdrawal'] as const

const fieldNames: Readonly<Record<string, string>> = {
  way: 'Way',
  [bankFieldToWire('bankName')]: 'Bank',
  [bankFieldToWire('branchName')]: 'Branch',
  [bankFieldToWire('holder')]: 'Holder',
  [bankFieldToWire('accountNumber')]: 'Account',
  [bankFieldToWire('firstName')]: 'First name',
  [bankFieldToWire('lastName')]: 'Last name',
  iban: 'IBAN',
  ifsc: 'IFSC',
  net: 'Arrives',
  tax: 'Fee',
  reason: 'Waits for',
  reasonText: 'Legal order',
  reference: 'Reference',
  heldUntil: 'Held until',
  text: 'They wrote',
  lock: 'Locked for',
  content: 'They wrote',
  flags: 'Found in it',
  underSpeech: 'Speech it stands under',
  underComment: 'Comment it stands under',
  answers: 'Reply it answers',
  rejectedAs: 'Rejected as',
  rejectedWith: 'Rejected with',
  [withdrawalFieldToWire('note')]: 'They wrote',
  [withdrawalFieldToWire('proof')]: 'Hash',
  hash: 'Hash',
  paidTo: 'Our address',
  paidFrom: 'From',
  sender: 'Sender',
  username: 'Name on the document',
  [kycFieldToWire('documentNumber')]: 'Document number',
  [kycFieldToWire('front')]: 'Front',
  [kycFieldToWire('back')]: 'Back',
  country: 'Country of phone',
  days: 'Days',
  rate: 'Interest',
  [loanFieldToWire('isAutoRepaid')]: 'Repaid by itself',
  [loanFieldToWire('creditScore')]: 'Credit score',
  limit: 'Limit now',
  collateral: 'Security now',
  orders: 'Orders that count',
  due: 'Due',
  offered: 'Coins offered',
  asked: 'Coins asked',
  applications: 'Applications',
  step: 'Step',
  price: 'Issue price',
  head: 'Head of the draw',
  symbol: 'Market of the head',
  paymentEnd: 'Payable until',
  finding: 'The chain says',
  [applicationFieldToWire('recordDays')]: 'Days of record',
  [applicationFieldToWire('closedTrades')]: 'Closed positions',
  equity: 'Money in contract wallet 2',
  [applicationFieldToWire('return30Days')]: 'Return of 30 days',
  [applicationFieldToWire('returnAll')]: 'Return of the whole record',
  [applicationFieldToWire('riskScore')]: 'Risk score',
  [applicationFieldToWire('maxDrawdown')]: 'Largest fall',
  volatility: 'Volatility, a day',
  won: 'Positions with a profit',
  leverage: 'Average leverage',
  fees: 'Fees paid',
}

/** Label of a field of an item. */
export const fieldName = (name: string): string => fieldNames[name] ?? worded(name)

const findingWords: Readonly<Record<string, readonly [good: boolean, sentence: string]>> = {
  unchecked: [false, 'Nobody has asked the chain yet'],
  unseen: [false, 'Transaction not found on-chain'],
  pending: [false, 'It is on the chain, too few confirmations'],
  confirmed: [true, 'Final on-chain'],
  reverted: [false, 'The transaction failed on the chain'],
  wrongToken: [false, 'Another token arrived'],
  wrongRecipient: [false, 'It went to another address'],
  ownTransfer: [false, 'It came from a deposit address of this platform'],
}

/** Meaning of an on-chain check result, and whether it supports approval. */
export const chainStatusText = (finding: string): readonly [boolean, string] =>
  findingWords[finding] ?? [false, worded(finding)]

/** Summary of an item without its kind, which is displayed before it. */
export const summaryText = (summary: string): string => {
  const text = summary.replace(/^(?:Deposit|Withdraw) /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
