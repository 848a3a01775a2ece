import { feeRateText } from '@glasshouse/core/markets/feeRate'
import type { TermsVersion } from '@glasshouse/core/markets/terms'
import { formatQuantity, type Quantity } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { MarketTables } from '../schema.ts'

/** Every version of the terms of a market, in the order of the list; of all markets without a symbol. */
export const listTerms = async (db: Db | Tx, symbol?: string): Promise<readonly TermsVersion[]> => {
  const rows = await db
    .withTables<MarketTables>()
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
    terms: row.terms.toString('hex'),
    from: row.from_ms,
    lot: formatQuantity(row.lot as Quantity),
    multiples: row.multiples,
    fee: feeRateText(row.fee_rate_ppm),
    protime: row.expiry_minutes,
    proscale: row.payout_percents,
    previous: row.previous.toString('hex'),
    hash: row.hash.toString('hex'),
  }))
}

/** Terms that a market is to have from an instant on. */
export type NewTerms = {
  readonly pid: number
  readonly fromMs: number
  readonly lot: bigint
  readonly multiples: readonly number[]
  readonly feeRatePpm: number
  readonly expiryMinutes: readonly string[]
  readonly payoutPercents: readonly number[]
}

/**
 * Appends a version to the list of terms; one that is equal to what is in force at its instant appends nothing.
 * A change of a product appends its version by itself, so only an announced change calls this. Returns the hash that
 * names the terms.
 */
export const insertTerms = async (tx: Tx, terms: NewTerms): Promise<string> => {
  const { rows } = await sql<{ terms: string }>`
    select markets_append_terms(${terms.pid}, ${terms.fromMs}, ${terms.lot.toString()}::numeric,
      ${terms.multiples.join(',')}, ${terms.feeRatePpm}, ${terms.expiryMinutes.join(',')},
      ${terms.payoutPercents.join(',')}) as terms`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the list of terms did not answer')
  return row.terms
}
