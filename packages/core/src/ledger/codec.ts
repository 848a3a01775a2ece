/** Wire forms of the journal and of statements. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { formatUsdt, usdt } from '../money/units.ts'
import { type PageRange, pageFromWire, type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { StatementSubject } from './statement.ts'
import { type JournalFilter, type JournalWallet, journalFilter, type TrailSource } from './wallets.ts'

/** One page of a customer's journal. */
export type ListJournalQuery = SortedRange & {
  readonly filter: JournalFilter
  /** Null for all wallets. */
  readonly wallet: JournalWallet | null
  /** First and last day, yyyymmdd; with neither all entries. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Parses the request of `/api/user/priceLog`. */
export const listJournalFromWire = (body: BodyOf<'/api/user/priceLog'>): ListJournalQuery => {
  const types = [...new Set([...(body.type ?? []), ...(body.types ?? [])])]
  return {
    filter: journalFilter(body.existsType === 1 ? 'only' : 'except', types, body.myself === 1),
    wallet: body.wallet ?? null,
    from: body.from,
    to: body.to,
    ...sortedPageFromWire(body),
  }
}

/**
 * Formats a selection of journal entries by type.
 *
 * @example journalFilterToWire({ kind: 'except', types: [5, 8] }) // { existsType: 2, types: '5,8' }
 */
export const journalFilterToWire = ({
  kind,
  types,
}: JournalFilter): Pick<RequestOf<'/api/user/priceLog'>, 'existsType' | 'types'> => ({
  existsType: kind === 'only' ? 1 : 2,
  types: types.join(','),
})

/** One page of the trail of a balance, newest first. */
export type BalanceTrailQuery = PageRange & { readonly wallet: TrailSource; readonly asset: string }

/** Parses the request of `/api/user/balanceTrail`. */
export const balanceTrailFromWire = ({
  wallet,
  asset,
  ...page
}: BodyOf<'/api/user/balanceTrail'>): BalanceTrailQuery => ({ wallet, asset, ...pageFromWire(page) })

/** A statement to open: its days, its file and what it is about. */
export type StatementQuery = {
  /** First and last day, yyyymmdd. */
  readonly from: string
  readonly to: string
  readonly format: 'csv' | 'pdf'
  readonly about: StatementSubject
}

/** Parses the request of `/api/user/statement`. */
export const statementFromWire = ({ about, ...body }: BodyOf<'/api/user/statement'>): StatementQuery => ({
  ...body,
  about: about ?? 'account',
})

/** An entry of a customer's account as its owner sees it; amounts in the smallest unit of its asset (1e-8). */
export type EntryView = {
  readonly id: number
  /** Type of the journal, and its name in the language of the caller. */
  readonly type: number
  readonly typeName: string
  readonly asset: string
  readonly amount: bigint
  /** Of the account after the entry. */
  readonly balance: bigint
  /** What caused it, with its name in the language of the caller. */
  readonly cause: { readonly kind: string; readonly id: number; readonly name: string }
  readonly atMs: number
  /** The API key that caused it; null where none did. */
  readonly apiKeyId: number | null
}

/** A line of the journal: an entry of one of the customer's wallets. */
export type JournalLine = EntryView & {
  readonly wallet: JournalWallet
  /** Masked phone of the other customer; null where there is none. */
  readonly otherPhone: string | null
}

type JournalRow = DataOf<'/api/user/priceLog'>[number]

const entryToWire = ({ id, type, asset, ...entry }: EntryView) => ({
  ...{ id, type, typename: entry.typeName, asset },
  money: formatUsdt(entry.amount),
  balance: formatUsdt(entry.balance),
  ...{ refid: entry.cause.id, refkind: entry.cause.kind, refname: entry.cause.name },
  time: entry.atMs,
  ...(entry.apiKeyId === null ? {} : { apikey: entry.apiKeyId }),
})

/** Formats a line of the journal for `/api/user/priceLog`. */
export const journalLineToWire = (line: JournalLine): JournalRow => ({
  ...entryToWire(line),
  wallet: line.wallet,
  ...(line.otherPhone === null ? {} : { sourcePhone: line.otherPhone }),
})

/**
 * Parses the answer of `/api/user/priceLog`.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const journalFromWire = (rows: DataOf<'/api/user/priceLog'>): readonly JournalLine[] =>
  rows.map((row) => ({
    ...{ id: row.id, type: row.type, typeName: row.typename, asset: row.asset },
    ...{ amount: usdt(row.money), balance: usdt(row.balance), atMs: row.time },
    cause: { kind: row.refkind, id: row.refid, name: row.refname },
    ...{ apiKeyId: row.apikey ?? null, wallet: row.wallet, otherPhone: row.sourcePhone ?? null },
  }))

/** Trail of a balance: its entries, and the sums that prove it. */
export type BalanceTrail = {
  readonly balance: bigint
  /** Of all entries there ever were; equals the balance. */
  readonly sum: bigint
  /** Sum of the entries older than those shown. */
  readonly before: bigint
  readonly total: number
  readonly entries: readonly (EntryView & { readonly account: string })[]
}

/** Formats the trail of a balance for `/api/user/balanceTrail`. */
export const balanceTrailToWire = (trail: BalanceTrail): DataOf<'/api/user/balanceTrail'> => ({
  balance: formatUsdt(trail.balance),
  sum: formatUsdt(trail.sum),
  before: formatUsdt(trail.before),
  total: trail.total,
  entries: trail.entries.map((entry) => ({ ...entryToWire(entry), account: entry.account })),
})
