/** Checks of files that were downloaded: receipts of a customer, liabilities reports, keys (trust.md 5, 6). */
import { amountScale, formatDecimal } from '../money/units.ts'
import { fromHex, toHex, utf8 } from './bytes.ts'
import type { HouseKey, SignedText } from './heads.ts'
import { parseHeads } from './headsText.ts'
import { type ProofCrypto, verifySignedText } from './liabilities/proof.ts'
import { bookIssues, noHash, parseReport, type Report } from './liabilities/report.ts'
import { keyText, parseReceipt } from './receipts.ts'

/** A difference: where it is, and what is wrong there. */
export type TrustDifference = { readonly at: string; readonly reason: string }

type Keys = readonly Pick<HouseKey, 'keyid' | 'publickey'>[]

/** A receipt as it is exported, one a line. */
export type SignedReceipt = { readonly text: string; readonly signature: string; readonly keyid: string }

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What is wrong with the signature of a text; null where it is good. */
const signatureIssue = async (crypto: ProofCrypto, signed: SignedText, keys: Keys): Promise<string | null> =>
  verifySignedText(crypto, signed, keys).then(() => null, reasonOf)

/** A balance after an entry, or what is wrong with it. */
const followBalance = (balances: Map<string, bigint>, line: string): string | null => {
  const match =
    /^([A-Za-z0-9]{1,64}),([A-Z0-9]{1,16}),(\d{1,4}),(-?\d{1,31}(?:\.\d{1,8})?),(\d{1,31}(?:\.\d{1,8})?)$/.exec(
      line,
    )
  const [, purpose, asset, , amountText = '', balanceText = ''] = match ?? []
  if (match === null) return `no entry: ${line}`
  const units = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const magnitude = BigInt(whole + fraction.padEnd(amountScale, '0'))
    return text.startsWith('-') ? -magnitude : magnitude
  }
  const account = `${purpose} ${asset}`
  const [amount, balance, before] = [units(amountText), units(balanceText), balances.get(account)]
  balances.set(account, balance)
  if (before === undefined || before + amount === balance) return null
  return `${account} was ${formatDecimal(before, amountScale)} and moved ${amountText}, which is not ${balanceText}`
}

/**
 * Differences in a customer's receipts: signatures, the chain of hashes, one owner, rising transactions, and balances
 * that follow from the entries. The first receipt may continue one that is not in the file.
 */
export const verifyReceipts = async (
  crypto: ProofCrypto,
  receipts: Iterable<SignedReceipt> | AsyncIterable<SignedReceipt>,
  keys: Keys,
): Promise<readonly TrustDifference[]> => {
  const found: TrustDifference[] = []
  const balances = new Map<string, bigint>()
  let before: { readonly hash: string; readonly uid: number; readonly transaction: number } | null = null
  let line = 0
  for await (const { text, signature, keyid } of receipts) {
    line += 1
    const report = (reason: string): void => void found.push({ at: `receipt ${line}`, reason })
    const hash = toHex(await crypto.sha256(utf8(text)))
    const unsigned = await signatureIssue(crypto, { text, signature, keyid, hash }, keys)
    if (unsigned !== null) report(unsigned)
    const receipt = parseReceipt(text)
    if (receipt === null) {
      report('the text is no receipt')
      continue
    }
    if (receipt.key !== keyid) report('the text names another key')
    if (before !== null && receipt.previous !== before.hash) report('it does not continue the receipt before')
    if (before !== null && receipt.uid !== before.uid) report('it is of another account')
    if (before !== null && receipt.transaction <= before.transaction)
      report('its transaction is not a later one')
    for (const entry of receipt.lines) {
      const issue = followBalance(balances, entry)
      if (issue !== null) report(issue)
    }
    before = { hash, uid: receipt.uid, transaction: receipt.transaction }
  }
  return found
}

/** Differences in a list of keys: ids that are not those of the keys, and announcements that the key before did not sign. */
export const verifyKeys = async (
  crypto: ProofCrypto,
  keys: readonly HouseKey[],
): Promise<readonly TrustDifference[]> => {
  const found: TrustDifference[] = []
  for (const [at, { keyid, publickey, from, announced, announcement }] of keys.entries()) {
    const report = (reason: string): void => void found.push({ at: `key ${keyid}`, reason })
    const bytes = fromHex(publickey)
    if (bytes === null || !toHex(await crypto.sha256(bytes)).startsWith(keyid) || keyid.length !== 16)
      report('the key id is not that of the key')
    const former = keys[at - 1]
    if (former === undefined) continue
    // A list without this field cannot be checked further.
    if (announcement === undefined) continue
    if (announcement === null) {
      if (announced) report('it is listed as announced without an announcement')
      continue
    }
    if (!announced) report('it is listed as not announced beside an announcement')
    if (announcement.text !== keyText({ keyid, publickey, from, previous: former.keyid }))
      report('the announcement is of something else')
    const unsigned = await signatureIssue(crypto, announcement, [former])
    if (unsigned !== null) report(`the announcement: ${unsigned}`)
  }
  return found
}

/** Ids of keys that the key before did not announce: another person may have entered them. */
export const unannouncedKeys = (keys: readonly HouseKey[]): readonly string[] =>
  keys.slice(1).flatMap(({ keyid, announced }) => (announced ? [] : [keyid]))

/** Lists of keys as one, each key once, with the differences in each list and those between them. */
export type KeyLists = {
  readonly keys: readonly HouseKey[]
  readonly differences: readonly TrustDifference[]
}

const isSameKey = (a: HouseKey, b: HouseKey | undefined): boolean =>
  b === undefined || (a.keyid === b.keyid && a.publickey === b.publickey)

/**
 * Lists of keys that were saved at several places or times: a later one goes on where an earlier one ends, and none has another
 * key in the place of one.
 */
export const verifyKeyLists = async (
  crypto: ProofCrypto,
  lists: readonly (readonly HouseKey[])[],
): Promise<KeyLists> => {
  const longest = lists.reduce((most, list) => (list.length > most.length ? list : most), [])
  const differences = new Map<string, TrustDifference>()
  const others = new Map<string, HouseKey>()
  for (const list of lists) {
    for (const difference of await verifyKeys(crypto, list))
      differences.set(`${difference.at} ${difference.reason}`, difference)
    for (const [at, key] of list.entries()) {
      if (isSameKey(key, longest[at])) continue
      others.set(`${key.keyid} ${key.publickey}`, key)
      const difference = { at: `key ${key.keyid}`, reason: 'another list has another key in its place' }
      differences.set(difference.at, difference)
    }
  }
  return { keys: [...longest, ...others.values()], differences: [...differences.values()] }
}

/** Heads that were published, by market and number. */
const publishedHeads = async (
  crypto: ProofCrypto,
  heads: readonly SignedText[],
  keys: Keys,
  report: (difference: TrustDifference) => void,
): Promise<ReadonlyMap<string, string>> => {
  const known = new Map<string, string>()
  for (const signed of heads) {
    const parsed = parseHeads(signed.text)
    const at = parsed === null ? 'heads' : `heads of ${parsed.minuteMs}`
    const unsigned = await signatureIssue(crypto, signed, keys)
    if (unsigned !== null) report({ at, reason: unsigned })
    if (parsed === null) report({ at, reason: 'the text is none of heads' })
    for (const { name, n, hash } of parsed?.heads ?? []) {
      const place = `${name} ${n}`
      if ((known.get(place) ?? hash) !== hash) report({ at, reason: `${place} has two hashes` })
      known.set(place, hash)
    }
  }
  return known
}

/**
 * Differences in all liabilities reports from the first, in the order of their numbers: signatures, links, numbers without
 * gaps, the checks of each book, their heads against heads that were published, and the reports that those heads name.
 */
export const verifyReports = async (
  crypto: ProofCrypto,
  reports: readonly SignedText[],
  keys: Keys,
  heads: readonly SignedText[],
): Promise<readonly TrustDifference[]> => verifyReportChain(crypto, reports, keys, heads, 'first')

/** `verifyReports` of consecutive reports that begin with the first or, said so by the caller, with any. */
export const verifyReportChain = async (
  crypto: ProofCrypto,
  reports: readonly SignedText[],
  keys: Keys,
  heads: readonly SignedText[],
  begin: 'first' | 'any',
): Promise<readonly TrustDifference[]> => {
  const found: TrustDifference[] = []
  const known = await publishedHeads(crypto, heads, keys, (difference) => void found.push(difference))
  let before: { readonly report: Report; readonly hash: string } | null = null
  for (const [at, signed] of reports.entries()) {
    const report = parseReport(signed.text)
    const name = `report ${report?.number ?? `at place ${at + 1}`}`
    const emit = (reason: string): void => void found.push({ at: name, reason })
    const unsigned = await signatureIssue(crypto, signed, keys)
    if (unsigned !== null) emit(unsigned)
    if (report === null) {
      emit('the text is no report')
      continue
    }
    if (report.key !== signed.keyid) emit('the text names another key')
    if (before !== null && report.number !== before.report.number + 1)
      emit(`it does not follow report ${before.report.number}`)
    if (before === null && begin === 'first' && report.number !== 1) emit('the first report is missing')
    const previous = before === null && begin === 'any' ? report.previous : (before?.hash ?? noHash)
    if (report.previous !== previous) emit('it does not name the hash of the report before')
    if (before !== null && report.time < before.report.time) emit('it is older than the report before')
    if (before !== null && report.transaction < before.report.transaction)
      emit('it counts fewer transactions than the report before')
    for (const { check, asset } of bookIssues(report)) emit(`${check} fails for ${asset}`)
    for (const { name: symbol, n, hash } of report.heads) {
      const published = known.get(`${symbol} ${n}`)
      if (published !== undefined && published !== hash)
        emit(`the head of ${symbol} is not the published one`)
    }
    if ((known.get(`reports ${report.number}`) ?? signed.hash) !== signed.hash)
      emit('published heads name another report of this number')
    before = { report, hash: signed.hash }
  }
  // Who checks some reports may have newer heads; in a folder of all reports none is missing.
  const last = begin === 'any' ? Number.POSITIVE_INFINITY : (before?.report.number ?? 0)
  for (const place of known.keys()) {
    const number = /^reports (\d+)$/.exec(place)?.[1]
    if (number !== undefined && Number.parseInt(number, 10) > last)
      found.push({ at: `report ${number}`, reason: 'published heads name it, and it is not here' })
  }
  return found
}
