import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'
import { noHash } from '@glasshouse/core/trust/liabilities/report'
import { receiptText } from '@glasshouse/core/trust/receipts'
import { findNewestMovements } from '../../../ledger/index.ts'
import { type Platform, type Tx, transact } from '../../../platform/index.ts'
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
/** Receipts signed before others may run: some two milliseconds. */
const signedAtOnce = 40

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
    const rows: ReceiptRow[] = []
    for (const lines of receiptsIn(entries)) {
      const [head] = lines
      if (head === undefined) continue
      const previous = hashes.get(head.uid) ?? noHash
      const { signature, hash } = signer.sign(receiptText({ ...head, key: signer.keyid, previous }, lines))
      hashes.set(head.uid, hash)
      rows.push({
        uid: head.uid,
        transaction_id: head.transaction,
        at_ms: head.time,
        previous: Buffer.from(previous, 'hex'),
        hash: Buffer.from(hash, 'hex'),
        signature: Buffer.from(signature, 'hex'),
        keyid: signer.keyid,
      })
      if (rows.length % signedAtOnce === 0) await breathe()
    }
    await insertReceipts(tx, rows)
    await updateReceiptProgress(tx, end)
    return end
  })

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
