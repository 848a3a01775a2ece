/** Wire forms of the journal and of statements. */
import type { BodyOf } from '../calls.ts'
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
    filter: journalFilter(body.existsType, types, body.myself === 1),
    wallet: body.wallet ?? null,
    from: body.from,
    to: body.to,
    ...sortedPageFromWire(body),
  }
}

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
