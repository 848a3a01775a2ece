/** Signed receipts of ledger transactions, one chain per customer (trust.md 5), and the texts that announce a key. */
import { amountScale, formatDecimal } from '../money/units.ts'
import { linesOf, signedLines } from './signedTexts.ts'

const receiptKind = 'glasshouse.receipt.v1'
const keyTextKind = 'glasshouse.key.v1'

/** One entry of an own account; amounts in units of 1e-8. */
export type ReceiptLine = {
  readonly purpose: string
  readonly asset: string
  readonly type: number
  readonly amount: bigint
  readonly balance: bigint
  readonly sequence: number
}

/** What a receipt says. */
export type Receipt = {
  readonly key: string
  readonly transaction: number
  readonly uid: number
  readonly time: number
  readonly causeKind: string
  readonly causeId: number
  /** Hash of this customer's receipt before; 64 zeros first. */
  readonly previous: string
}

const byPlace = (a: ReceiptLine, b: ReceiptLine): number => {
  const [x, y] = [`${a.purpose},${a.asset}`, `${b.purpose},${b.asset}`]
  if (a.purpose !== b.purpose) return a.purpose < b.purpose ? -1 : 1
  return x < y ? -1 : x > y ? 1 : a.sequence - b.sequence
}

/** The text of a receipt: its head, then the entries by purpose, asset and sequence. */
export const receiptText = (receipt: Receipt, lines: readonly ReceiptLine[]): string =>
  signedLines(receiptKind, [
    ['key', receipt.key],
    ['transaction', String(receipt.transaction)],
    ['uid', String(receipt.uid)],
    ['time', String(receipt.time)],
    ['cause', `${receipt.causeKind}:${receipt.causeId}`],
    ['previous', receipt.previous],
    ...lines
      .toSorted(byPlace)
      .map(
        ({ purpose, asset, type, amount, balance }) =>
          [
            'line',
            [
              purpose,
              asset,
              type,
              formatDecimal(amount, amountScale),
              formatDecimal(balance, amountScale),
            ].join(','),
          ] as const,
      ),
  ])

/** What identifies a receipt and its place in the chain; null when the text is no receipt. */
export const parseReceipt = (text: string): (Receipt & { readonly lines: readonly string[] }) | null => {
  const lines = linesOf(receiptKind, text)
  const names = ['key', 'transaction', 'uid', 'time', 'cause', 'previous']
  if (lines === null || lines.length < names.length) return null
  const head = lines.slice(0, names.length)
  if (head.some(([name], at) => name !== names[at])) return null
  const entries = lines.slice(names.length)
  if (entries.some(([name]) => name !== 'line')) return null
  const [key = '', transaction = '', uid = '', time = '', cause = '', previous = ''] = head.map(
    ([, said]) => said,
  )
  const causeMatch = /^([A-Za-z]{1,40}):(\d{1,15})$/.exec(cause)
  if (![transaction, uid, time].every((number) => /^\d{1,15}$/.test(number))) return null
  if (causeMatch === null || !/^[0-9a-f]{64}$/.test(previous) || !/^[0-9a-f]{16}$/.test(key)) return null
  return {
    ...{ key, previous, causeKind: causeMatch[1] ?? '' },
    causeId: Number.parseInt(causeMatch[2] ?? '', 10),
    transaction: Number.parseInt(transaction, 10),
    uid: Number.parseInt(uid, 10),
    time: Number.parseInt(time, 10),
    lines: entries.map(([, said]) => said),
  }
}

/** What the text of a new key says. */
export type KeyAnnouncement = {
  readonly keyid: string
  readonly publickey: string
  readonly from: number
  /** Key id of the key that signs it. */
  readonly previous: string
}

/** The text with which the key before announces a new one. */
export const keyText = ({ keyid, publickey, from, previous }: KeyAnnouncement): string =>
  signedLines(keyTextKind, [
    ['keyid', keyid],
    ['publickey', publickey],
    ['from', String(from)],
    ['previous', previous],
  ])
