import { setTimeout as wait } from 'node:timers/promises'
import { noHash } from '@glasshouse/core/trust/liabilities/report'
import { receiptText } from '@glasshouse/core/trust/receipts'
import { findNewestMovements } from '../../../ledger/checks/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { sha256 } from '../../../platform/secrets/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import {
  type CustomerEntry,
  findEndOfBatch,
  insertReceipts,
  listCustomerEntries,
  listNewestHashes,
  lockReceiptProgress,
  type ReceiptRow,
  updateReceiptProgress,
} from '../../store/receipts.ts'
import type { Signer } from '../signing.ts'

type Deps = Pick<Platform, 'database' | 'log'> & { readonly signer: Signer }

/** How long the worker rests where nothing is to be done; milliseconds. */
const restMs = 1000
/** Ledger ids of one transaction of the worker. */
const idsAtOnce = 500
/** Ledger entries after which a transaction of the worker ends; one of the ledger is never divided. */
const entriesAtOnce = 4_000
/** Receipts signed together: their texts take this thread some two milliseconds. */
const signedAtOnce = 200

/** Makes receipts behind the commits of the ledger. */
export type ReceiptWorker = {
  /** Makes what can be made now, and stops. */
  readonly close: () => Promise<void>
}

/** Signs the receipts of the transactions after the last one, in ledger order per customer; returns up to which. */
const makeReceipts = async ({ database, signer }: Deps, upTo: number): Promise<number> =>
  transact(database.db, async (tx: Tx) => {
    const done = await lockReceiptProgress(tx)
    if (upTo <= done) return done
    const window = { after: done, upTo: Math.min(upTo, done + idsAtOnce), entries: entriesAtOnce }
    const end = await findEndOfBatch(tx, window)
    const entries = await listCustomerEntries(tx, done, end)
    const hashes = new Map(await listNewestHashes(tx, [...new Set(entries.map(({ uid }) => uid))]))
    const receipts = receiptsIn(entries)
    const rows: ReceiptRow[] = []
    for (let first = 0; first < receipts.length; first += signedAtOnce)
      rows.push(...(await signReceipts(signer, receipts.slice(first, first + signedAtOnce), hashes)))
    await insertReceipts(tx, rows)
    await updateReceiptProgress(tx, end)
    return end
  })

/** Signs some receipts; `hashes` are those of the newest ones of their customers, and are kept so. */
const signReceipts = async (
  { keyid, signMany }: Signer,
  receipts: readonly (readonly CustomerEntry[])[],
  hashes: Map<number, string>,
): Promise<readonly ReceiptRow[]> => {
  const texts: string[] = []
  const unsigned = receipts.flatMap((lines): readonly Omit<ReceiptRow, 'signature'>[] => {
    const [head] = lines
    if (head === undefined) return []
    const { uid, transaction, time } = head
    const previous = hashes.get(uid) ?? noHash
    const text = receiptText({ ...head, key: keyid, previous }, lines)
    const hash = sha256(text)
    hashes.set(uid, hash)
    texts.push(text)
    const [before, own] = [Buffer.from(previous, 'hex'), Buffer.from(hash, 'hex')]
    return [{ uid, transaction_id: transaction, at_ms: time, previous: before, hash: own, keyid }]
  })
  const signatures = await signMany(texts)
  return unsigned.map((row, at) => {
    const signature = signatures[at]
    if (signature === undefined) throw new Error('a receipt without a signature')
    return { ...row, signature }
  })
}

/** The entries of each customer in each transaction, in the order of the transactions. */
const receiptsIn = (entries: readonly CustomerEntry[]): readonly (readonly CustomerEntry[])[] => [
  ...Map.groupBy(entries, ({ transaction, uid }) => `${transaction}:${uid}`).values(),
]

/**
 * Makes the receipts of every transaction up to a safe one. Ids of the ledger become visible out of order, so a mark is
 * set at the newest id and the transactions that run then; the ids up to it are complete once all of these have ended.
 * A transaction that takes an id has its number already: postings lock their accounts before they write.
 */
export const createReceiptMaker = (deps: Deps) => {
  const { db } = deps.database
  let mark: { readonly upTo: number; readonly horizon: string } | null = null
  let done = 0
  return {
    /** Sets the next mark, and makes what lies before one whose transactions have ended; true where it made some. */
    round: async (): Promise<boolean> => {
      const { newest, horizon, isPast } = await findNewestMovements(db, mark?.horizon ?? null)
      const safe = mark !== null && isPast ? mark.upTo : null
      if (mark === null || isPast) mark = { upTo: newest.transactions, horizon }
      if (safe === null || safe <= done) return false
      const before = done
      for (let next = await makeReceipts(deps, safe); next > done; next = await makeReceipts(deps, safe))
        done = next
      return done > before
    },
  }
}

/** Starts making receipts; a failed round is logged and repeated. */
export const startReceiptWorker = (deps: Deps): ReceiptWorker => {
  const stopping = new AbortController()
  const maker = createReceiptMaker(deps)
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await maker
        .round()
        .catch((error: unknown) => deps.log.error({ err: error }, 'receipts could not be made, retrying'))
      await wait(restMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    close: async () => {
      stopping.abort()
      await running
      // Nothing posts any more: the second round is past the mark of the first.
      await maker.round()
      await maker.round()
    },
  }
}
