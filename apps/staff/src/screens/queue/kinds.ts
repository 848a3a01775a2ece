import type { IconName } from '@glasshouse/ui/Icon'
import { worded } from '../../words/worded.ts'

type KindWords = { readonly name: string; readonly title: string; readonly icon: IconName }

/** What each kind of item is called; one that is not here goes by its own name. */
const kinds: Readonly<Record<string, KindWords>> = {
  deposit: { name: 'Deposit', title: 'Deposit', icon: 'download' },
  withdrawal: { name: 'Withdrawal', title: 'Withdrawal', icon: 'upload' },
  kyc: { name: 'Identity', title: 'Identity check', icon: 'person' },
  loan: { name: 'Loan', title: 'Loan', icon: 'leaf' },
  subscription: { name: 'Subscription', title: 'Subscription', icon: 'plus' },
  task: { name: 'Task', title: 'Task', icon: 'check' },
  speech: { name: 'Speech', title: 'Speech', icon: 'text' },
  trust: { name: 'Trust', title: 'Trust', icon: 'lock' },
}

export const kindLabels = (kind: string): KindWords =>
  kinds[kind] ?? { name: worded(kind), title: worded(kind), icon: 'rows' }

/** The kinds that always have a chip; others get one when something of them waits. */
export const pinnedKinds = ['deposit', 'withdrawal'] as const

const fieldNames: Readonly<Record<string, string>> = {
  way: 'Way',
  bankno: 'Bank',
  branchname: 'Branch',
  accntnm: 'Holder',
  accntno: 'Account',
  firstname: 'First name',
  lastname: 'Last name',
  iban: 'IBAN',
  ifsc: 'IFSC',
  net: 'Arrives',
  tax: 'Fee',
  reason: 'Waits for',
  reasonText: 'Legal order',
  userremark: 'They wrote',
  txhash: 'Hash',
  hash: 'Hash',
  paidTo: 'Our address',
  paidFrom: 'From',
  sender: 'Sender',
  finding: 'The chain says',
}

/** What a field of an item is called. */
export const fieldName = (name: string): string => fieldNames[name] ?? worded(name)

const findingWords: Readonly<Record<string, readonly [good: boolean, sentence: string]>> = {
  unchecked: [false, 'Nobody has asked the chain yet'],
  unseen: [false, 'Transaction not found on-chain'],
  pending: [false, 'It is on the chain, too few confirmations'],
  confirmed: [true, 'Final on-chain'],
  reverted: [false, 'The transaction failed on the chain'],
  wrongToken: [false, 'Another token arrived'],
  wrongRecipient: [false, 'It went to another address'],
}

/** What a chain's finding means, and whether it speaks for the item. */
export const chainStatusText = (finding: string): readonly [boolean, string] =>
  findingWords[finding] ?? [false, worded(finding)]

/** The line of an item without its kind, which stands in front of it anyway. */
export const summaryText = (summary: string): string => {
  const rest = summary.replace(/^(?:Deposit|Withdraw) /, '')
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}
