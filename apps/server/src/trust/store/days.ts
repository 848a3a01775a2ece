import type { DayFile, SignedText } from '@glasshouse/core/trust/heads'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { TrustTables } from '../schema.ts'
import { dayBounds, dayName } from './day/range.ts'

/** One written file of a day; `lastN` is the last record of the log of the market `pid` that the day holds. */
export type StoredDayFile = DayFile & {
  readonly bytes: number
  readonly pid: number | null
  readonly lastN: number | null
}

const numberOf = (day: string): number => Number.parseInt(day, 10)

/** Files of a day (yyyymmdd) that are written, by name. */
export const listDayFiles = async (db: Db | Tx, day: string): Promise<readonly StoredDayFile[]> => {
  const rows = await db
    .withTables<TrustTables>()
    .selectFrom('trust_day_file')
    .selectAll()
    .where('day', '=', numberOf(day))
    .orderBy(sql`name collate "C"`)
    .execute()
  return rows.map(({ name, hash, bytes, pid, last_n }) => ({
    name,
    hash: hash.toString('hex'),
    bytes,
    pid,
    lastN: last_n,
  }))
}

/** Notes that a file of a day is written and lies where it is served. */
export const insertDayFile = async (db: Db, day: string, file: StoredDayFile): Promise<void> => {
  await db
    .withTables<TrustTables>()
    .insertInto('trust_day_file')
    .values({
      day: numberOf(day),
      name: file.name,
      hash: Buffer.from(file.hash, 'hex'),
      bytes: file.bytes,
      pid: file.pid,
      last_n: file.lastN,
    })
    .execute()
}

/** Files a day: from then on it is listed, and the ticks in its files may be pruned. */
export const insertDay = async (
  db: Db,
  day: string,
  signed: SignedText,
  settlementN: number,
): Promise<void> => {
  await db
    .withTables<TrustTables>()
    .insertInto('trust_day')
    .values({
      day: numberOf(day),
      text: signed.text,
      signature: Buffer.from(signed.signature, 'hex'),
      keyid: signed.keyid,
      settlement_n: settlementN,
    })
    .execute()
}

/** A filed day and the signed text that names its files. */
export type FiledDay = SignedText & { readonly day: string }

/** A filed day, or the newest; null where there is none. */
export const findDay = async (db: Db, day: string | null): Promise<FiledDay | null> => {
  const row = await db
    .withTables<TrustTables>()
    .selectFrom('trust_day')
    .selectAll()
    .$if(day !== null, (query) => query.where('day', '=', numberOf(day ?? '')))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    day: String(row.day),
    text: row.text,
    signature: row.signature.toString('hex'),
    keyid: row.keyid,
    hash: sha256(row.text),
  }
}

/**
 * The oldest UTC day (yyyymmdd) that is over, has no day files yet, and of which everything is stored: heads of a later
 * minute are published, which happens behind the last tick and the last settlement. Null where no day waits.
 */
export const findUnfiledDay = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ filed: number | null; oldest_ms: number | null; head_ms: number | null }>`
    select (select max(day) from trust_day) as filed,
      (select min((select t.received_ms from markets_tick t where t.pid = p.pid order by t.n limit 1))
        from markets_product p) as oldest_ms,
      (select max(minute_ms) from trust_head) as head_ms`.execute(db)
  const { filed, oldest_ms: oldestMs, head_ms: headMs } = rows[0] ?? {}
  if (headMs === null || headMs === undefined) return null
  const afterFiled = filed ? dayBounds(String(filed)).toMs + 1 : null
  const fromMs = afterFiled ?? oldestMs ?? null
  if (fromMs === null) return null
  const day = dayName(fromMs)
  return dayBounds(day).toMs < headMs ? day : null
}
