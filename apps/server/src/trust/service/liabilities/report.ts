import { createHash } from 'node:crypto'
import { type Day, dayOf } from '@glasshouse/core/calendar/days'
import { parseHeads } from '@glasshouse/core/trust/heads'
import {
  bookIssues,
  noHash,
  noneProven,
  type Report,
  reportText,
} from '@glasshouse/core/trust/liabilities/report'
import { contextText } from '@glasshouse/core/trust/liabilities/tree'
import { getSetting } from '../../../content/index.ts'
import {
  extendStatementLimit,
  freshBytes,
  type Platform,
  type Tx,
  transact,
} from '../../../platform/index.ts'
import {
  findSnapshotMarks,
  listBookLines,
  listCustomerAssets,
  listMarketSymbols,
} from '../../store/liabilities.ts'
import {
  deleteUnpublished,
  findReport,
  insertCustomers,
  insertNodes,
  insertReport,
  type ReportRow,
} from '../../store/reports.ts'
import { reportSeedPurpose, type Signer } from '../signing.ts'
import { collectCustomers, type LiabilityPart } from './collect.ts'
import { createLeafList, type LeafList } from './leaves.ts'
import { buildTree, type TreeRoot } from './tree.ts'

export type ReportDeps = Pick<Platform, 'clock' | 'database' | 'log' | 'secrets'> & {
  readonly signer: Signer
  readonly parts: readonly LiabilityPart[]
}

/** The whole book is read; milliseconds. */
const readMs = 600_000
/** Rows of a tree that are stored together, each some kilobytes. */
const rowsAtOnce = 64

type Snapshot = {
  readonly assets: readonly string[]
  readonly leaves: LeafList
  readonly book: ReadonlyMap<string, bigint>
  readonly transaction: number
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
  for (const lines of maps) for (const [name, units] of lines) sums.set(name, (sums.get(name) ?? 0n) + units)
  return sums
}

/** Reads every figure of a report in one snapshot. */
const readSnapshot = async (
  deps: ReportDeps,
  { number, day, splits, seed }: Draft,
  tx: Tx,
): Promise<Snapshot> => {
  await extendStatementLimit(tx, readMs)
  const { transaction, headsText } = await findSnapshotMarks(tx)
  const time = deps.clock.business()
  const assets = await listCustomerAssets(tx)
  const context = createHash('sha256')
    .update(contextText({ number, day, assets, parts: splits }))
    .digest()
  const leaves = createLeafList({ assets: assets.length, context }, splits, seed)
  const claimed = await collectCustomers(tx, assets, deps.parts, leaves)
  const lines = [await listBookLines(tx), claimed]
  for (const part of deps.parts) if (part.lines !== undefined) lines.push(await part.lines(tx))
  const symbols = await listMarketSymbols(tx)
  const heads = headsText === null ? [] : (parseHeads(headsText)?.heads ?? [])
  return {
    ...{ assets, leaves, transaction, time },
    book: sumLines(lines),
    heads: heads.filter(({ name }) => symbols.has(name)),
  }
}

/** Stores the tree of a report that is not published yet, some rows at a time. */
const storeTree = async (
  { database: { db } }: ReportDeps,
  number: number,
  leaves: LeafList,
): Promise<TreeRoot> => {
  await deleteUnpublished(db, number)
  const nodes: Parameters<typeof insertNodes>[1][number][] = []
  const customers: Parameters<typeof insertCustomers>[1][number][] = []
  const flush = async (least: number): Promise<void> => {
    if (nodes.length >= least) await insertNodes(db, nodes.splice(0))
    if (customers.length >= least) await insertCustomers(db, customers.splice(0))
  }
  const root = await buildTree(leaves, {
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
  return root
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
  const { assets, leaves, book, transaction, heads, time } = await database.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readSnapshot(deps, draft, tx))
  const root = await storeTree(deps, draft.number, leaves)
  const report: Report = {
    ...{ key: signer.keyid, number: draft.number, day: draft.day, time, assets, parts: draft.splits },
    previous: before?.hash.toString('hex') ?? noHash,
    customers: leaves.uids.length,
    leaves: leaves.uids.length * draft.splits,
    root: root.hash,
    totals: new Map(assets.map((asset, at) => [asset, root.sums[at] ?? 0n])),
    ...{ book, transaction, heads, holdings: noneProven },
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
    sealed_seed: secrets.seal(reportSeedPurpose, draft.seed.toString('hex')),
  }
  await transact(database.db, async (tx) => {
    await insertReport(tx, row)
    await withIt(tx, row.number)
  })
  return row
}
