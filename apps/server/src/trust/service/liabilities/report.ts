import { createHash } from 'node:crypto'
import { type Day, dayOf } from '@glasshouse/core/calendar/days'
import { addTo } from '@glasshouse/core/money/sums'
import { parseHeads } from '@glasshouse/core/trust/heads'
import { holdingsLine } from '@glasshouse/core/trust/holdings/holdings'
import { bookIssues, noHash, type Report, reportText } from '@glasshouse/core/trust/liabilities/report'
import { contextText } from '@glasshouse/core/trust/liabilities/tree'
import { getSetting } from '../../../content/index.ts'
import { extendStatementLimit, type Tx, updatePlannerForKeys } from '../../../platform/database/index.ts'
import { freshBytes } from '../../../platform/secrets/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { updateHoldingAmounts } from '../../store/holdings.ts'
import {
  findCustomerBeyond,
  findSnapshotMarks,
  listBookLines,
  listCustomerAssets,
  listMarketSymbols,
} from '../../store/liabilities.ts'
import {
  deleteUnpublished,
  findReport,
  insertClaims,
  insertCustomers,
  insertNodes,
  insertReport,
  type ReportRow,
} from '../../store/reports.ts'
import { type HoldingChains, readHoldings } from '../holdings/read.ts'
import { reportSeedPurpose, type Signer } from '../signing.ts'
import { type ClaimPage, collectCustomers, type LiabilityPart } from './collect.ts'
import { makeTreeHere, type TreeMaker } from './treeMaker.ts'
import { makeTreeInThread } from './treeThread.ts'

export type ReportDeps = Pick<Platform, 'clock' | 'database' | 'log' | 'secrets'> & {
  readonly signer: Signer
  readonly parts: readonly LiabilityPart[]
  /** Chains from which the amounts of proven holdings are read; none in practice mode. */
  readonly chains: HoldingChains
  /** Up to so many customers a tree is made on the main thread. */
  readonly maxCustomersHere: number
}

/** The whole book is read; milliseconds. */
const readMs = 600_000

type Snapshot = {
  readonly assets: readonly string[]
  readonly tree: TreeMaker
  readonly book: ReadonlyMap<string, bigint>
  readonly transaction: number
  readonly uncounted: readonly number[]
  readonly claimPages: readonly ClaimPage[]
  readonly heads: Report['heads']
  readonly time: number
}

type Draft = {
  readonly number: number
  readonly day: Day
  readonly splits: number
  readonly seed: Buffer
}

const sumLines = (maps: readonly ReadonlyMap<string, bigint>[]): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const lines of maps) for (const [name, units] of lines) addTo(sums, name, units)
  return sums
}

/** Reads every figure of a report in one snapshot. */
const readSnapshot = async (
  deps: ReportDeps,
  { number, day, splits, seed }: Draft,
  tx: Tx,
  signal: AbortSignal,
): Promise<Snapshot> => {
  await extendStatementLimit(tx, readMs)
  const { transaction, uncounted, headsText } = await findSnapshotMarks(tx)
  const time = deps.clock.business()
  const assets = await listCustomerAssets(tx)
  const context = createHash('sha256')
    .update(contextText({ number, day, assets, parts: splits }))
    .digest()
  const lines = [await listBookLines(tx)]
  for (const part of deps.parts) if (part.lines !== undefined) lines.push(await part.lines(tx))
  const symbols = await listMarketSymbols(tx)
  const heads = headsText === null ? [] : (parseHeads(headsText)?.heads ?? [])
  // Customers are read page by page, with what belongs to them.
  await updatePlannerForKeys(tx)
  const terms = { assets, context, parts: splits, seed }
  const tree = (await findCustomerBeyond(tx, deps.maxCustomersHere))
    ? makeTreeInThread(terms, signal)
    : makeTreeHere(terms)
  const { claimed, pages } = await collectCustomers(tx, deps.parts, tree)
  return {
    ...{ assets, tree, transaction, uncounted, time, claimPages: pages },
    book: sumLines([...lines, claimed]),
    heads: heads.filter(({ name }) => symbols.has(name)),
  }
}

/** Rows of a tree that are stored together, each some kilobytes. */
const rowsAtOnce = 32

/** Stores the tree of a report that is not published yet, some rows at a time; the next ones are made meanwhile. */
const storeTree = async (
  { database: { db } }: ReportDeps,
  number: number,
  { tree, claimPages }: Snapshot,
): ReturnType<TreeMaker['build']> => {
  await deleteUnpublished(db, number)
  for (let first = 0; first < claimPages.length; first += rowsAtOnce)
    await insertClaims(
      db,
      claimPages.slice(first, first + rowsAtOnce).map((page) => ({ number, ...page })),
    )
  const nodes: Parameters<typeof insertNodes>[1][number][] = []
  const customers: Parameters<typeof insertCustomers>[1][number][] = []
  let before: Promise<void> = Promise.resolve()
  const flush = async (least: number): Promise<void> => {
    if (nodes.length < least && customers.length < least) return
    const [someNodes, someCustomers] = [nodes.splice(0), customers.splice(0)]
    const next = before.then(async () => {
      await insertNodes(db, someNodes)
      await insertCustomers(db, someCustomers)
    })
    const previous = before
    before = next
    // The next flush fails with it.
    next.catch(() => undefined)
    await previous
  }
  const built = await tree.build({
    nodes: async (row) => {
      nodes.push({ number, ...row })
      await flush(rowsAtOnce)
    },
    customers: async ({ firstUid, customers: packed }) => {
      customers.push({ number, first_uid: firstUid, customers: packed })
      await flush(rowsAtOnce)
    },
  })
  await flush(1)
  await before
  return built
}

/**
 * Makes, signs and publishes the next report from one snapshot of the database. The tree is stored first, in small
 * statements; a run that is killed leaves rows that the next one removes.
 *
 * @param midnightMs the midnight it belongs to; null on demand
 * @param withIt what is written in the transaction that publishes it
 */
export const makeReport = async (
  deps: ReportDeps,
  day: Day | null,
  midnightMs: number | null,
  withIt: (tx: Tx, number: number) => Promise<void>,
): Promise<ReportRow> => {
  const { database, log, secrets, signer, clock } = deps
  const before = await findReport(database.db, { day: null, number: null })
  const draft = {
    number: (before?.number ?? 0) + 1,
    day: day ?? dayOf(clock.business()),
    splits: await getSetting(database.db, 'liability_parts'),
    seed: freshBytes(32),
  }
  const holdings = await readHoldings(deps, draft)
  const ending = new AbortController()
  const { assets, built, book, transaction, uncounted, heads, time } = await database.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readSnapshot(deps, draft, tx, ending.signal))
    .then(async (snapshot) => ({ ...snapshot, built: await storeTree(deps, draft.number, snapshot) }))
    .finally(() => ending.abort())
  const report: Report = {
    ...{ key: signer.keyid, number: draft.number, day: draft.day, time, assets, parts: draft.splits },
    previous: before?.hash.toString('hex') ?? noHash,
    customers: built.customers,
    leaves: built.customers * draft.splits,
    root: built.root.hash,
    totals: new Map(built.root.sums.map((sum, at) => [assets[at] ?? '', sum])),
    ...{ book, transaction, heads, holdings: holdingsLine(holdings) },
  }
  const issues = bookIssues(report).map(({ check, asset }) => `${check} ${asset}`)
  if (issues.length > 0)
    log.error({ number: draft.number, issues }, 'the liabilities report does not add up, published as it is')
  const signed = signer.sign(reportText(report))
  const row: ReportRow = {
    number: draft.number,
    day: Number.parseInt(draft.day, 10),
    midnight_ms: midnightMs,
    made_ms: time,
    text: signed.text,
    signature: Buffer.from(signed.signature, 'hex'),
    keyid: signed.keyid,
    hash: Buffer.from(signed.hash, 'hex'),
    ...{ assets, parts: report.parts, customers: report.customers, leaves: report.leaves },
    uncounted: uncounted.join(' '),
    sealed_seed: secrets.seal(reportSeedPurpose, draft.seed.toString('hex')),
  }
  await transact(database.db, async (tx) => {
    await updateHoldingAmounts(tx, row.number, holdings)
    await insertReport(tx, row)
    await withIt(tx, row.number)
  })
  return row
}
