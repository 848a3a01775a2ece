import { dayNumber } from '@glasshouse/core/calendar/days'
import { domainError } from '@glasshouse/core/errors/registry'
import { maskPhone } from '@glasshouse/core/identity/rules'
import { causeName } from '@glasshouse/core/ledger/causes'
import { usdtAsset } from '@glasshouse/core/ledger/chart'
import type {
  BalanceTrail,
  BalanceTrailQuery,
  EntryView,
  JournalLine,
  ListJournalQuery,
} from '@glasshouse/core/ledger/codec'
import { journalTypeName } from '@glasshouse/core/ledger/names'
import { recentPeriod } from '@glasshouse/core/ledger/statement'
import { type JournalWallet, journalWallets } from '@glasshouse/core/ledger/wallets'
import type { Language } from '@glasshouse/core/wire/languages'
import { listPhones } from '../../customers/records/index.ts'
import {
  buildBalanceTrail,
  type JournalDays,
  type JournalEntry,
  listJournalRows,
  sumJournal,
} from '../../ledger/journal/index.ts'
import type { Db } from '../../platform/database/index.ts'

/** Common part of journal and trail entries. USDT and all coins have the same scale. */
const viewOf = (entry: JournalEntry, lang: Language): EntryView => ({
  id: entry.id,
  type: entry.type,
  typeName: journalTypeName(entry.type, lang),
  asset: entry.asset,
  amount: entry.amount,
  balance: entry.balance,
  cause: { kind: entry.causeKind, id: entry.causeId, name: causeName(entry.causeKind, entry.causeId, lang) },
  atMs: entry.atMs,
  apiKeyId: entry.apiKeyId,
})

/** The customers behind entries whose transaction names none, by kind and id of the cause (`kind:id`). */
export type EntrySources = (
  db: Db,
  entries: readonly Pick<JournalEntry, 'causeKind' | 'causeId'>[],
) => Promise<ReadonlyMap<string, number>>

/** One page of a customer's journal: entries of the free accounts, in the language of the caller. */
export const listJournal = async (
  db: Db,
  uid: number,
  query: ListJournalQuery,
  lang: Language,
  nowMs: number,
  sourcesOf: EntrySources = async () => new Map(),
): Promise<{ readonly rows: JournalLine[]; readonly total: number }> => {
  const { filter, wallet, offset, limit, direction } = query
  const page = { offset, limit, direction, days: daysListed(query, nowMs) }
  const purposes = wallet === null ? journalWallets : [wallet]
  const holder = { uid, purposes, asset: null }
  const { entries, total } = await listJournalRows(db, holder, page, filter)
  const phoneOf = await phonesBehind(db, entries, sourcesOf)
  const rows = entries.map((entry) => ({
    ...viewOf(entry, lang),
    // The selected purposes are exactly the wallets' names.
    wallet: entry.purpose as JournalWallet,
    otherPhone: phoneOf(entry) ?? null,
  }))
  return { rows, total }
}

/**
 * Days of a list; null for all.
 *
 * @throws invalidField (1001) a day is malformed
 * @throws outOfRange (2002, `min` or `max`) the days are reversed or more than 366
 */
const daysListed = (
  { from, to }: Pick<ListJournalQuery, 'from' | 'to'>,
  nowMs: number,
): JournalDays | null => {
  if (from === undefined && to === undefined) return null
  const period = recentPeriod({ from, to }, nowMs)
  if ('field' in period) throw domainError('invalidField', period)
  if (!('fromMs' in period)) throw domainError('outOfRange', period)
  return { fromDay: dayNumber(period.fromMs), toDay: dayNumber(period.untilMs - 1) }
}

type CausedEntry = Pick<JournalEntry, 'causeKind' | 'causeId'> & { readonly otherUid?: number | null }

/** The masked phones of the customers behind entries. */
export const phonesBehind = async <Entry extends CausedEntry>(
  db: Db,
  entries: readonly Entry[],
  sourcesOf: EntrySources,
): Promise<(entry: Entry) => string | undefined> => {
  const sources = await sourcesOf(db, entries)
  const sourceOf = ({ otherUid, causeKind, causeId }: Entry): number | null =>
    otherUid ?? sources.get(`${causeKind}:${causeId}`) ?? null
  const others = entries.map(sourceOf).filter((other) => other !== null)
  const phones = await listPhones(db, [...new Set(others)])
  return (entry) => {
    const phone = phones.get(sourceOf(entry) ?? 0)
    return phone === undefined ? undefined : maskPhone(phone)
  }
}

/** Sum of a customer's USDT journal entries of some types. */
export const getJournalTotal = async (db: Db, uid: number, types: readonly number[]): Promise<bigint> => {
  const holder = { uid, purposes: journalWallets, asset: usdtAsset }
  return sumJournal(db, holder, { kind: 'only', types })
}

/** Trail of a balance: its entries with their causes, and the sums that prove it. */
export const explainBalance = async (
  db: Db,
  uid: number,
  { wallet, asset, ...page }: BalanceTrailQuery,
  lang: Language,
): Promise<BalanceTrail> => {
  const trail = await buildBalanceTrail(db, uid, wallet, asset, page)
  if (trail.sum !== trail.balance) throw new Error(`the ${wallet} of ${uid} is not the sum of its entries`)
  return {
    ...trail,
    entries: trail.entries.map((entry) => ({ ...viewOf(entry, lang), account: entry.purpose })),
  }
}
