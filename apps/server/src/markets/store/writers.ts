import type { Product } from '@glasshouse/core/markets/product'
import type { WriterRecord } from '@glasshouse/core/markets/writers'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { MarketTables } from '../schema.ts'

/** Writes a record into the chain of a market's log. */
export const insertWriterRecord = async (db: Db | Tx, pid: number, record: WriterRecord): Promise<void> => {
  await db
    .withTables<MarketTables>()
    .insertInto('markets_writer')
    .values({
      pid,
      n: record.n,
      event: record.event,
      writer: record.writer,
      at_ms: record.time,
      previous_hash: Buffer.from(record.previousHash, 'hex'),
      hash: Buffer.from(record.hash, 'hex'),
    })
    .execute()
}

const recordOf = (symbol: string, row: Selectable<MarketTables['markets_writer']>): WriterRecord => ({
  symbol,
  n: row.n,
  event: row.event,
  writer: row.writer,
  time: row.at_ms,
  previousHash: row.previous_hash.toString('hex'),
  hash: row.hash.toString('hex'),
})

/** The newest record of a market's writers; null before the first. */
export const findNewestWriterRecord = async (
  db: Db | Tx,
  { pid, symbol }: Pick<Product, 'pid' | 'symbol'>,
): Promise<WriterRecord | null> => {
  const row = await db
    .withTables<MarketTables>()
    .selectFrom('markets_writer')
    .selectAll()
    .where('pid', '=', pid)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : recordOf(symbol, row)
}

/** Records of a market's writers with numbers from `from` to `to`, ascending. */
export const listWriterRecords = async (
  db: Db | Tx,
  { pid, symbol }: Pick<Product, 'pid' | 'symbol'>,
  from: number,
  to: number,
): Promise<readonly WriterRecord[]> => {
  const rows = await db
    .withTables<MarketTables>()
    .selectFrom('markets_writer')
    .selectAll()
    .where('pid', '=', pid)
    .where('n', '>=', from)
    .where('n', '<=', to)
    .orderBy('n')
    .execute()
  return rows.map((row) => recordOf(symbol, row))
}
