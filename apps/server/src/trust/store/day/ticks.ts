import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'
import type { LogRange } from './range.ts'

/** Rows per statement: some 2 MB of text. */
const pageSize = 5000

/** Whole units as the shortest exact decimal of the wire; a product is exact, a quotient would be rounded. */
const decimal = (column: string, unit: string) => sql.raw(`to_json(trim_scale(${column} * ${unit})::text)`)

/**
 * The lines of a market’s log as JSON, page by page. The database writes the text, so that a day of millions of ticks
 * costs this process one string per page. The log and the ticks retained permanently are one list; a tick may stand in both.
 */
export async function* tickLines(
  db: Db,
  { pid, symbol, first, last }: LogRange,
): AsyncGenerator<string, void, undefined> {
  for (let after: number | null = first - 1; after !== null; ) {
    const page = (table: string) => sql`
      (select * from ${sql.table(table)} where pid = ${pid} and n > ${after} and n <= ${last} order by n limit ${pageSize})`
    const result: { rows: { rows: number; last: number | null; text: string | null }[] } = await sql<{
      rows: number
      last: number | null
      text: string | null
    }>`
      select count(*) as rows, max(n) as last, string_agg(
        '{"symbol":' || ${JSON.stringify(symbol)}::text || ',"n":' || n || ',"kind":"' || kind
          || '","source":' || to_json(source) || ',"sourceSequence":' || to_json(source_sequence)
          || ',"sourceTime":' || source_ms || ',"recordedTime":' || coalesce(recorded_ms::text, 'null')
          || ',"receivedTime":' || received_ms || ',"price":' || ${decimal('price', '0.000000001')}
          || ',"quantity":' || ${decimal('quantity', '0.00000001')} || ',"side":"' || side
          || '","bid":' || ${decimal('bid', '0.000000001')} || ',"ask":' || ${decimal('ask', '0.000000001')}
          || case when late then ',"late":true' else '' end || case when fetched then ',"fetched":true' else '' end
          || ',"previousHash":"' || encode(previous_hash, 'hex') || '","hash":"' || encode(hash, 'hex') || e'"}\n',
        '' order by n) as text
      from (select * from (${page('markets_tick')} union ${page('markets_kept_tick')}) either
        order by n limit ${pageSize}) log`.execute(db)
    const [row] = result.rows
    if (row?.text) yield row.text
    after = row !== undefined && row.rows === pageSize ? row.last : null
  }
}
