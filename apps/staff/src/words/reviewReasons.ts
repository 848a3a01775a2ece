import { worded } from './worded.ts'

/** Key of the decision bar: 0 means correct, the others name a defect. */
export type Reason = {
  readonly key: string
  readonly label: string
  /** Server code; null if the kind has none. */
  readonly code: string | null
  /** Suggested message to the customer; editable. */
  readonly remark: string
}

const inOrder: Reason = { key: '0', label: 'In order', code: null, remark: '' }

type Words = Omit<Reason, 'key' | 'code'>

/** Labels of the server codes, with a message to the customer. */
const codeWords: Readonly<Record<string, Words>> = {
  bad_address: {
    label: 'Bad address',
    remark: 'The address or bank account you gave cannot receive this withdrawal.',
  },
  name_mismatch: {
    label: 'Other name',
    remark: 'The name of the bank account is not the name of your account with us.',
  },
  sanctions: { label: 'Sanctions', remark: 'We are not allowed to send money to this destination.' },
  legal_order: { label: 'Legal order', remark: 'A legal order forbids this withdrawal.' },
  spam: { label: 'Spam', remark: 'This is an advertisement, or the same text several times.' },
  scam: {
    label: 'Scam',
    remark: 'This offers to trade for others, or asks them to send money or to leave this site.',
  },
  personalData: {
    label: 'Personal data',
    remark: 'This contains personal data, such as a phone number. Your own is not published either.',
  },
  abuse: { label: 'Abuse', remark: 'This insults or threatens someone.' },
  illegal: { label: 'Illegal', remark: 'This is forbidden by law.' },
  offTopic: { label: 'Off topic', remark: 'This has nothing to do with this platform or with trading.' },
  fraud_suspected: {
    label: 'Fraud',
    remark: 'We have reason to believe that someone else made this request. Please contact us.',
  },
  unreadable: {
    label: 'Unreadable',
    remark: 'The pictures cannot be read. Please upload sharper ones of the whole document.',
  },
  mismatch: {
    label: 'Mismatch',
    remark: 'The name or number you entered is not the one on the document.',
  },
  expired: { label: 'Expired', remark: 'The document has expired. Please use a valid one.' },
  duplicate: { label: 'Duplicate', remark: 'This person was already checked in another account.' },
  underage: { label: 'Underage', remark: 'You are not old enough to use this product.' },
}

/**
 * Label of a server code; a text that is none stays as it is.
 *
 * @example reasonText('name_mismatch') // 'Other name'
 */
export const reasonText = (code: string): string => codeWords[code]?.label ?? code

const other: Words = { label: 'Other', remark: '' }

/** Suggested messages for kinds without server codes. */
const proposals: Readonly<Record<string, readonly Words[]>> = {
  deposit: [
    { label: 'Not arrived', remark: 'Nothing arrived at our address by this transaction.' },
    { label: 'Unreadable', remark: 'The picture cannot be read. Please hand in a sharper one.' },
    { label: 'Other transfer', remark: 'The picture shows another transfer than the one you reported.' },
    other,
  ],
  complaint: [{ label: 'Not justified', remark: '' }],
  appeal: [{ label: 'Rejection stays', remark: '' }],
}

/** Label of key 0 where it is not that everything is in order. */
const agreeing: Readonly<Record<string, string>> = { complaint: 'Justified', appeal: 'Publish it' }

const defaultProposals: readonly Words[] = [
  { label: 'Unreadable', remark: 'We couldn’t read your file. Please upload it again.' },
  { label: 'Incomplete', remark: 'Something is missing from what you handed in.' },
  other,
]

/**
 * Keys of the decision bar for a kind: its server codes, or suggested messages if it has none.
 *
 * @example reasonsOf('withdrawal', ['bad_address']).map(({ key, label }) => key + label) // ['0In order', '1Bad address']
 */
export const reasonsOf = (kind: string, codes: readonly string[]): readonly Reason[] => {
  const wrong =
    codes.length > 0
      ? codes.map((code) => ({ code, ...(codeWords[code] ?? { label: worded(code), remark: '' }) }))
      : (proposals[kind] ?? defaultProposals).map((words) => ({ code: null, ...words }))
  const right = { ...inOrder, label: agreeing[kind] ?? inOrder.label }
  return [right, ...wrong.map((reason, index) => ({ ...reason, key: String(index + 1) }))]
}

/** Why a decision cannot be sent; null if it can. An answered kind, such as a complaint, needs a text either way. */
export const validateDecision = (
  decision: 'approve' | 'reject',
  reason: Reason | undefined,
  remark: string,
  isAnswered = false,
): string | null => {
  if (reason === undefined) return 'Choose a reason first: a number.'
  if (decision === 'approve' && reason.key !== '0') return 'To approve, choose 0, in order.'
  if (decision === 'approve') return isAnswered && remark.trim() === '' ? 'Write the answer.' : null
  if (reason.key === '0') return 'To reject, say what is wrong: 1 and on.'
  return remark.trim() === '' ? 'Write what the customer will read.' : null
}

const refusalWords: Readonly<Record<string, string>> = {
  held: 'Assigned to another staff member.',
  decided: 'Already decided.',
  sameManager: 'You approved this already. Another manager has to.',
  legal_order: 'A legal order holds it, until it ends or two managers end it.',
  takenTwice: 'You took it twice in a row. Another person has to take it first.',
  askedTooLongAgo:
    'What the chain said is more than five minutes old. It is asked again by itself; try in a minute.',
  chainNotConfigured:
    'The node of this network is not configured, so that nothing proves what arrived. Configure it, or reject.',
  unchecked: 'The chain has not been asked yet.',
  unseen: 'There is no such transaction on the chain.',
  pending: 'The chain has not confirmed it yet.',
  reverted: 'The transaction failed on the chain.',
  wrongToken: 'Another token arrived.',
  wrongRecipient: 'It went to another address.',
  ownTransfer: 'It came from a deposit address of this platform. Only the operator can send from there.',
}

/** Explanation of an error's `reason` for the reviewer; null if the error message is sufficient. */
export const errorHint = (reason: unknown): string | null =>
  typeof reason === 'string' ? (refusalWords[reason] ?? null) : null
