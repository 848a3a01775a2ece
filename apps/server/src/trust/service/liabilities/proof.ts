import { createHash } from 'node:crypto'
import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { amountScale, formatDecimal } from '@glasshouse/core/money/units'
import { contextText } from '@glasshouse/core/trust/liabilities/tree'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { findCustomers, findNodes, findReport, insertCheck, type ReportRow } from '../../store/reports.ts'
import { reportSeedPurpose } from '../signing.ts'
import { noncesOf } from './leaves.ts'
import { type NodeFormat, nodeLength, nodesPerRow, readUnits, sumBytes, sumsAt } from './nodes.ts'
import { customerLength, siblingsOf } from './tree.ts'

type Deps = Pick<Platform, 'database' | 'secrets'>

/** A report as it is answered. */
export const signedReport = ({ text, signature, keyid, hash }: ReportRow) => ({
  text,
  signature: signature.toString('hex'),
  keyid,
  hash: hash.toString('hex'),
})

const amountsOf = (assets: readonly string[], units: readonly bigint[]): Record<string, string> =>
  Object.fromEntries(units.map((sum, at) => [assets[at] ?? '', formatDecimal(sum, amountScale)]))

const formatOf = ({ number, day, assets, parts }: ReportRow): NodeFormat => ({
  assets: assets.length,
  context: createHash('sha256')
    .update(contextText({ number, day: String(day), assets, parts }))
    .digest(),
})

/** Bytes of one customer in a row of customers; null where it is not in it. */
const findInRow = (row: Buffer, length: number, uid: number): Buffer | null => {
  for (let at = 0; at < row.length; at += length)
    if (row.readBigUInt64BE(at) === BigInt(uid)) return row.subarray(at, at + length)
  return null
}

/** A customer as a report's tree holds it: places of the leaves and balances; null where the report has none. */
export const findOwnRow = async (
  db: Db | Tx,
  { number, assets, parts }: Pick<ReportRow, 'number' | 'assets' | 'parts'>,
  uid: number,
): Promise<Buffer | null> => {
  const row = await findCustomers(db, number, uid)
  return row === null ? null : findInRow(row, customerLength(assets.length, parts), uid)
}

/**
 * The proof that a customer is in a report with these balances, and in which leaves.
 *
 * @throws notFound (1005) there is no such report, or the account was opened after it
 */
export const proveLiability = async (
  { database: { db }, secrets }: Deps,
  uid: number,
  number: number | null,
): Promise<DataOf<'/api/trust/proof'>> => {
  const report = await findReport(db, { day: null, number })
  if (report === null) throw domainError('notFound')
  const { parts, assets, leaves } = report
  const format = formatOf(report)
  const own = await findOwnRow(db, report, uid)
  if (own === null) throw domainError('notFound')
  const nonces = noncesOf(Buffer.from(secrets.open(reportSeedPurpose, report.sealed_seed), 'hex'), uid, parts)
  const read = new Map<string, Promise<Buffer>>()
  const rowOf = (height: number, place: number): Promise<Buffer> => {
    const name = `${height}:${place}`
    const known = read.get(name) ?? findNodes(db, report.number, height, place)
    read.set(name, known)
    return known
  }
  const length = nodeLength(format)
  const proven = nonces.map(async (nonce, part) => {
    const index = own.readUInt32BE(8 + 4 * part)
    const leafRow = await rowOf(0, Math.floor(index / nodesPerRow))
    const path = await siblingsOf(format, leaves, index, rowOf)
    return {
      part,
      nonce: nonce.toString('hex'),
      amounts: amountsOf(assets, sumsAt(format, leafRow, (index % nodesPerRow) * length)),
      index,
      path: path.map((node) => ({
        hash: node.subarray(sumBytes(format)).toString('hex'),
        sums: amountsOf(assets, sumsAt(format, node, 0)),
      })),
    }
  })
  const answer = {
    report: signedReport(report),
    uid,
    balances: amountsOf(
      assets,
      assets.map((_, at) => readUnits(own, 8 + 4 * parts + 16 * at)),
    ),
    leaves: await Promise.all(proven),
  }
  await insertCheck(db, report.number, uid)
  return answer
}
