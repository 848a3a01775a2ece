import { feeRateText } from '@glasshouse/core/markets/feeRate'
import type { TradingTerms } from '@glasshouse/core/markets/product'
import { type TermsVersion, termsNumbers, termsParts } from '@glasshouse/core/markets/terms'
import { formatQuantity, type Quantity } from '@glasshouse/core/money/units'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { MarketTables } from '../schema.ts'
import type { ListedTerms } from '../service/termsSchedule.ts'

const tables = (db: Db | Tx) => db.withTables<MarketTables>()

/** Every version of the terms of a market, in the order of the list; of all markets without a symbol. */
export const listTerms = async (db: Db | Tx, symbol?: string): Promise<readonly TermsVersion[]> => {
  const rows = await tables(db)
    .selectFrom('markets_terms')
    .innerJoin('markets_product', 'markets_product.pid', 'markets_terms.pid')
    .selectAll('markets_terms')
    .select('markets_product.symbol')
    .$if(symbol !== undefined, (query) => query.where('markets_product.symbol', '=', symbol ?? ''))
    .orderBy('n')
    .execute()
  return rows.map((row) => ({
    n: row.n,
    symbol: row.symbol,
    termsId: row.terms.toString('hex'),
    fromMs: row.from_ms,
    lot: formatQuantity(row.lot as Quantity),
    leverages: row.multiples,
    feeRate: feeRateText(row.fee_rate_ppm),
    expiryMinutes: row.expiry_minutes,
    payoutPercents: row.payout_percents,
    previous: row.previous.toString('hex'),
    hash: row.hash.toString('hex'),
  }))
}

const listedOf = (row: Selectable<MarketTables['markets_terms']>): ListedTerms => ({
  n: row.n,
  pid: row.pid,
  fromMs: row.from_ms,
  lot: row.lot as Quantity,
  leverages: termsNumbers(row.multiples),
  feeRatePpm: row.fee_rate_ppm,
  expiryMinutes: termsParts(row.expiry_minutes),
  payoutPercents: termsNumbers(row.payout_percents),
})

/** Versions with a number above `afterN`, in the order of the list. */
export const listTermsAfter = async (db: Db | Tx, afterN: number): Promise<readonly ListedTerms[]> => {
  const rows = await tables(db)
    .selectFrom('markets_terms')
    .selectAll()
    .where('n', '>', afterN)
    .orderBy('n')
    .execute()
  return rows.map(listedOf)
}

/** The version of a market that was listed last; call it while the product is locked. */
export const lockLastTerms = async (tx: Tx, pid: number): Promise<ListedTerms | null> => {
  const row = await tables(tx)
    .selectFrom('markets_terms')
    .selectAll()
    .where('pid', '=', pid)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : listedOf(row)
}

/** Announced versions that begin after an instant, the last listed one for each instant of the business calendar. */
export const listAnnouncedTerms = async (
  tx: Tx,
  afterMs: number,
): Promise<readonly (ListedTerms & { readonly businessMs: number })[]> => {
  const rows = await tables(tx)
    .selectFrom('markets_terms')
    .selectAll()
    .distinctOn(['pid', 'business_ms'])
    .where('from_ms', '>', afterMs)
    .where('business_ms', 'is not', null)
    .orderBy('pid')
    .orderBy('business_ms')
    .orderBy('n', 'desc')
    .execute()
  return rows.map((row) => ({ ...listedOf(row), businessMs: row.business_ms ?? 0 }))
}

/** Terms that a market is to have from an instant on. */
export type NewTerms = TradingTerms & {
  readonly pid: number
  readonly fromMs: number
  /** The same instant by the business calendar; epoch milliseconds. */
  readonly businessMs?: number
}

/**
 * Appends a version to the list of terms; one that is equal to what is in force at its instant appends nothing.
 * A change of a product row appends its version by itself, so only an announced change calls this. Returns the hash that
 * names the terms.
 */
export const insertTerms = async (tx: Tx, terms: NewTerms): Promise<string> => {
  const { rows } = await sql<{ terms: string }>`
    select markets_append_terms(${terms.pid}, ${terms.fromMs}, ${terms.lot.toString()}::numeric,
      ${terms.leverages.join(',')}, ${terms.feeRatePpm}, ${terms.expiryMinutes.join(',')},
      ${terms.payoutPercents.join(',')}, ${terms.businessMs ?? null}) as terms`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the list of terms did not answer')
  return row.terms
}

/** Brings every product row up to the terms in force at an instant; the list stays as it is. */
export const updateProductsToTerms = async (db: Db | Tx, atMs: number): Promise<void> => {
  await sql`
    update markets_product p set lot = t.lot, multiples = t.multiples, fee_rate_ppm = t.fee_rate_ppm,
      expiry_minutes = t.expiry_minutes, payout_percents = t.payout_percents, changed_ms = t.from_ms
    from (select distinct on (pid) * from markets_terms where from_ms <= ${atMs}::bigint order by pid, n desc) t
    where t.pid = p.pid and (p.lot, p.multiples, p.fee_rate_ppm, p.expiry_minutes, p.payout_percents)
      is distinct from (t.lot, t.multiples, t.fee_rate_ppm, t.expiry_minutes, t.payout_percents)`.execute(db)
}
