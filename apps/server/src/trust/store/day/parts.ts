import { termsVersionToWire } from '@glasshouse/core/markets/codec'
import type { HouseKey } from '@glasshouse/core/trust/heads'
import { listTerms } from '../../../markets/index.ts'
import type { Db } from '../../../platform/database/index.ts'
import { listHouseKeys } from '../keys.ts'
import { contractReceiptPages } from './contractReceipts.ts'
import { optionReceiptPages } from './optionReceipts.ts'
import type { DayRange, LogRange } from './range.ts'
import { entryPages, headPages, settlementPages, writerPages } from './records.ts'
import { tickLines } from './ticks.ts'

/** One file of a day: its name, and its text in chunks that end with a line. */
export type DayPart = {
  /** `ticks-BTCUSDT`, `heads`, …; without ending. */
  readonly name: string
  /** The log whose ticks it holds; null for anything else. */
  readonly log: LogRange | null
  readonly chunks: () => AsyncIterable<string>
}

async function* linesOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void, undefined> {
  for await (const records of pages)
    if (records.length > 0) yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

async function* once(read: () => Promise<readonly unknown[]>): AsyncGenerator<readonly unknown[]> {
  yield await read()
}

/** The files of a day as JSON lines, besides the keys. Nothing in them names a customer. */
export const dayParts = (db: Db, range: DayRange): readonly DayPart[] => {
  const part = (name: string, pages: () => AsyncIterable<readonly unknown[]>): DayPart => ({
    name,
    log: null,
    chunks: () => linesOf(pages()),
  })
  return [
    ...range.logs.map((log) => ({ name: `ticks-${log.symbol}`, log, chunks: () => tickLines(db, log) })),
    part('writers', () => writerPages(db, range.logs)),
    part('heads', () => headPages(db, range)),
    part('settlements', () => settlementPages(db, range)),
    part('receipts', () => contractReceiptPages(db, range)),
    part('options', () => optionReceiptPages(db, range)),
    part('entries', () => entryPages(db, range)),
    part('terms', () => once(async () => (await listTerms(db)).map(termsVersionToWire))),
  ]
}

/** The text of `keys.json`. */
export const keysText = async (db: Db): Promise<string> => {
  const keys: readonly HouseKey[] = await listHouseKeys(db)
  return `${JSON.stringify(keys, null, 2)}\n`
}
