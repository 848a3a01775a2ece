import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { dayParts, keysText } from '../../../apps/server/src/trust/store/day/parts.ts'
import { type DayRange, findDayRange } from '../../../apps/server/src/trust/store/day/range.ts'
import { InvalidExportError } from './read.ts'

/** A day of millions of rows is read page by page; a page takes no longer than this. */
const statementMs = 120_000

type Db = Parameters<typeof findDayRange>[0]

/** Ticks that a day file holds are deleted from the database after some hours; then only the day files have them. */
const assertUnpruned = async (db: Db, { day, logs }: DayRange): Promise<void> => {
  for (const { pid, symbol, first } of logs) {
    const { rows } = await sql<{ is_pruned: boolean }>`
      select exists (select from markets_filed f where f.pid = ${pid} and f.n > ${first})
        and not exists (select from markets_tick t where t.pid = ${pid} and t.n = ${first})
        and not exists (select from markets_writer t where t.pid = ${pid} and t.n = ${first}) as is_pruned`.execute(
      db,
    )
    if (rows[0]?.is_pruned === true)
      throw new InvalidExportError(
        `The ticks of ${symbol} on ${day} are in the day files only: see /api/trust/day, or the folder day-files/${day} of the data folder.`,
      )
  }
}

/**
 * Writes everything a UTC day can be checked with into a folder, in one read-only snapshot of the database: the logs of
 * the markets, signed heads, the day's stretch of the settlement chain with its receipts and ledger lines, terms, keys.
 * The same files as the product's day files, not packed. Returns how many bytes were written of each file. Throws
 * `InvalidExportError` for a day whose ticks the database no longer holds.
 */
export const exportDay = async (
  url: string,
  day: string,
  out: string,
): Promise<Readonly<Record<string, number>>> => {
  await mkdir(out, { recursive: true })
  const database = openDatabase(url, 1, { statementMs, commandMs: statementMs })
  try {
    return await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        const range = await findDayRange(db, day)
        await assertUnpruned(db, range)
        const written: Record<string, number> = {}
        for (const { name, chunks } of dayParts(db, range)) {
          const file = createWriteStream(join(out, `${name}.jsonl`))
          await pipeline(Readable.from(chunks()), file)
          written[name] = file.bytesWritten
        }
        await writeFile(join(out, 'keys.json'), await keysText(db))
        return written
      })
  } finally {
    await database.close()
  }
}
