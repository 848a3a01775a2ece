import { domainError } from '@glasshouse/core/errors/registry'
import { amountIn } from '@glasshouse/core/money/sums'
import type { OwnLines } from '@glasshouse/core/trust/liabilities/codec'
import { type OwnSource, ownSources, sourceOfAccount } from '@glasshouse/core/trust/liabilities/ownLines'
import { parseReport } from '@glasshouse/core/trust/liabilities/report'
import { listAccountsAt } from '../../../ledger/totals/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { findClaims, findReport, type ReportRow } from '../../store/reports.ts'
import type { LiabilityPart } from './collect.ts'
import { findOwnRow } from './proof.ts'

type Deps = Pick<Platform, 'database'> & { readonly parts: readonly LiabilityPart[] }
type Line = { reported: bigint; now: bigint; entries: number | null }
type Lines = Map<OwnSource, Map<string, Line>>

const addTo = (lines: Lines, source: OwnSource, asset: string, add: Line): void => {
  const ofSource = lines.get(source) ?? new Map<string, Line>()
  lines.set(source, ofSource)
  const { reported, now, entries } = ofSource.get(asset) ?? { reported: 0n, now: 0n, entries: null }
  ofSource.set(asset, {
    reported: reported + add.reported,
    now: now + add.now,
    entries: add.entries === null ? entries : (entries ?? 0) + add.entries,
  })
}

const wordsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

/** Claims of a customer in a report by line, units of 1e-8. */
const listClaimsThen = async (tx: Tx, number: number, uid: number): Promise<ReadonlyMap<string, bigint>> => {
  const words = wordsOf(await findClaims(tx, number, uid))
  const claims = new Map<string, bigint>()
  for (let at = 0; at < words.length; at += 3)
    if (words[at] === String(uid)) claims.set(words[at + 1] ?? '', BigInt(words[at + 2] ?? ''))
  return claims
}

const readLines = async (
  tx: Tx,
  parts: Deps['parts'],
  uid: number,
  { number, text, uncounted }: Pick<ReportRow, 'number' | 'text' | 'uncounted'>,
): Promise<Lines> => {
  const lines: Lines = new Map()
  const counted = {
    transaction: parseReport(text)?.transaction ?? 0,
    uncounted: wordsOf(uncounted ?? '').map((id) => Number.parseInt(id, 10)),
  }
  for (const { purpose, asset, balance, entries, now } of await listAccountsAt(tx, uid, counted)) {
    const source = sourceOfAccount(purpose)
    if (source !== null) addTo(lines, source, asset, { reported: balance, now, entries })
  }
  const then = await listClaimsThen(tx, number, uid)
  for (const { claims } of parts) {
    if (claims === undefined) continue
    const [now] = await claims.list(tx, { after: uid - 1, upTo: uid })
    addTo(lines, claims.source, claims.asset, {
      ...{ reported: amountIn(then, claims.line), now: now === undefined ? 0n : now.amount, entries: null },
    })
  }
  return lines
}

/**
 * What a customer's balances in a report consist of, by wallet, hold and claim, and what moved since: read in one snapshot, from
 * the journal and not from the tree, so that it can be compared with the proof.
 *
 * @throws notFound (1005) there is no such report, it is older than these lines, or the account was opened after it
 */
export const listOwnLines = (
  { database: { db }, parts }: Deps,
  uid: number,
  number: number | null,
): Promise<OwnLines> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const report = await findReport(tx, { day: null, number })
      if (report === null || report.uncounted === null) throw domainError('notFound')
      if ((await findOwnRow(tx, report, uid)) === null) throw domainError('notFound')
      const lines = await readLines(tx, parts, uid, report)
      return {
        number: report.number,
        madeMs: report.made_ms,
        lines: ownSources.flatMap((source) =>
          [...(lines.get(source) ?? [])]
            .filter(([, { reported, now, entries }]) => reported !== 0n || now !== 0n || (entries ?? 0) > 0)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([asset, { reported, now, entries }]) => ({
              ...{ source, asset, entries, reported, change: now - reported, now },
            })),
        ),
      }
    })
