import { domainError } from '@glasshouse/core/errors/registry'
import { maxReceiptsPerFile, statementLinkTtlMs, statementPeriod } from '@glasshouse/core/ledger/statement'
import { receiptText } from '@glasshouse/core/trust/receipts'
import type { Db } from '../../../platform/database/index.ts'
import { createSignedLink, sha256, verifySignedLink } from '../../../platform/secrets/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import {
  findReceipt,
  findReceiptRange,
  listOwnEntries,
  listReceipts,
  type ReceiptRow,
} from '../../store/receipts.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** A receipt as it is answered and exported. */
export type SignedReceipt = { readonly text: string; readonly signature: string; readonly keyid: string }

/** Receipts per read. */
const rowsAtOnce = 200
const purpose = 'receipts'

/** Rebuilds texts from the ledger; one that does not have the hash that was signed is a broken invariant. */
const rebuild = async (
  db: Db,
  uid: number,
  rows: readonly ReceiptRow[],
): Promise<readonly SignedReceipt[]> => {
  const entries = await listOwnEntries(
    db,
    uid,
    rows.map(({ transaction_id }) => transaction_id),
  )
  const lines = Map.groupBy(entries, ({ transaction }) => transaction)
  return rows.map((row) => {
    const own = lines.get(row.transaction_id) ?? []
    const [head] = own
    if (head === undefined) throw new Error(`transaction ${row.transaction_id} has no entries of ${uid}`)
    const text = receiptText({ ...head, key: row.keyid, previous: row.previous.toString('hex') }, own)
    if (sha256(text) !== row.hash.toString('hex'))
      throw new Error(`the receipt of transaction ${row.transaction_id} for ${uid} was changed`)
    return { text, signature: row.signature.toString('hex'), keyid: row.keyid }
  })
}

/**
 * A customer's receipt for a transaction of the ledger, or the newest.
 *
 * @throws notFound (1005) there is none, or it is another customer's
 */
export const getReceipt = async (
  { database: { db } }: Pick<Platform, 'database'>,
  uid: number,
  transaction: number | null,
): Promise<SignedReceipt> => {
  const row = await findReceipt(db, uid, transaction)
  const [receipt] = row === null ? [] : await rebuild(db, uid, [row])
  if (receipt === undefined) throw domainError('notFound')
  return receipt
}

/** Hash of a customer's newest receipt, for statements; null before the first. */
export const newestReceiptHash = async (db: Db, uid: number): Promise<string | null> =>
  (await findReceipt(db, uid, null))?.hash.toString('hex') ?? null

/** A customer's receipts for transactions above `after` and at most `upTo`, in the order of their chain. */
export async function* streamReceipts(
  db: Db,
  uid: number,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<SignedReceipt> {
  for (let from = after; ; ) {
    const rows = await listReceipts(db, uid, { after: from, upTo, limit: rowsAtOnce })
    yield* await rebuild(db, uid, rows)
    from = rows.at(-1)?.transaction_id ?? upTo
    if (rows.length < rowsAtOnce) return
  }
}

/**
 * Creates a link to a file with a customer's receipts of a period, valid for five minutes without a session.
 *
 * @throws invalidField (1001) a day is malformed
 * @throws outOfRange (2002, `min` or `max`) the days are reversed or too many, or there are more than 10,000 receipts
 */
export const createReceiptsLink = async (
  { clock, database: { db }, secrets }: Deps,
  uid: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ url: string }> => {
  const period = statementPeriod(from, to)
  if ('field' in period) throw domainError('invalidField', period)
  if (!('fromMs' in period)) throw domainError('outOfRange', period)
  const range = await findReceiptRange(db, uid, period.fromMs, period.untilMs)
  const window = range === null ? { after: 0, upTo: 0 } : { after: range.first - 1, upTo: range.last }
  const beyond = await listReceipts(db, uid, { ...window, limit: maxReceiptsPerFile + 1 })
  if (beyond.length > maxReceiptsPerFile) throw domainError('outOfRange', { max: String(maxReceiptsPerFile) })
  const link = createSignedLink(secrets, purpose, { uid, ...window }, clock.now() + statementLinkTtlMs)
  return { url: `/download/receipts?link=${link}` }
}

/** The customer and the lines of the file behind a link; null where the link is not good. */
export const readReceiptsLink = (
  { clock, database: { reports }, secrets }: Deps,
  link: unknown,
): { readonly uid: number; readonly lines: AsyncGenerator<string> } | null => {
  const said = typeof link === 'string' ? verifySignedLink(secrets, purpose, link, clock.now()) : null
  if (said === null) return null
  const { uid, after, upTo } = said
  if (typeof uid !== 'number' || typeof after !== 'number' || typeof upTo !== 'number') return null
  return { uid, lines: jsonLines(streamReceipts(reports, uid, { after, upTo })) }
}

async function* jsonLines(receipts: AsyncIterable<SignedReceipt>): AsyncGenerator<string> {
  for await (const receipt of receipts) yield `${JSON.stringify(receipt)}\n`
}
