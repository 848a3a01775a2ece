import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { contractCalls } from '@glasshouse/core/contracts/wire'
import { type TermsVersionRow, termsVersionRow, tickEvidence } from '@glasshouse/core/markets/wire'
import { type WriterRecord, writerRecord } from '@glasshouse/core/markets/writers'
import { optionCalls } from '@glasshouse/core/options/wire'
import { type HouseKey, houseKey, parseDay, type SignedText, signedText } from '@glasshouse/core/trust/heads'
import { type SettlementRecord, settlementRecord } from '@glasshouse/core/trust/settlements'
import { z } from 'zod'
import { createTickLog, type TickLog, type Ticks } from './tickLog.ts'

/** One line of a ledger transaction that settled something; accounts of customers are named without the customer. */
const ledgerLine = z.object({
  transaction: z.number().int(),
  account: z.string().meta({ description: 'customer/<purpose>/<asset> or house/<purpose>/<asset>' }),
  type: z.number().int(),
  amount: z.string(),
})
export type LedgerLine = z.infer<typeof ledgerLine>

/** The answer of `/api/contract/receipt`. */
const receipt = contractCalls['/api/contract/receipt'].data
export type Receipt = z.infer<typeof receipt>

/** The answer of `/api/option/receipt`. */
const optionReceipt = optionCalls['/api/option/receipt'].data
export type OptionReceipt = z.infer<typeof optionReceipt>

/** Everything an exported folder holds. */
export type ExportBundle = {
  readonly ticks: Ticks
  readonly heads: readonly SignedText[]
  readonly receipts: readonly Receipt[]
  readonly options: readonly OptionReceipt[]
  readonly settlements: readonly SettlementRecord[]
  readonly terms: readonly TermsVersionRow[]
  readonly writers: readonly WriterRecord[]
  readonly entries: readonly LedgerLine[]
  readonly keys: readonly HouseKey[]
  /** The signed text that names the files of the day, and the hashes of the files that are there; null where there is none. */
  readonly day: { readonly signed: SignedText; readonly hashes: Readonly<Record<string, string>> } | null
}

/** An export that cannot be read; the sentence names the file and the line. */
export class InvalidExportError extends Error {}

/** The lines of a file, one at a time; unpacked where it is compressed. */
const linesOf = (path: string): AsyncIterable<string> => {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  // A pipe does not pass errors on: a truncated file is reported to the reader here.
  file.on('error', (error) => unpacked.destroy(error))
  const input = path.endsWith('.gz') ? file.pipe(unpacked) : file
  return createInterface({ input, crlfDelay: Infinity })
}

const wholeColumns = new Set(['n', 'sourceTime', 'recordedTime', 'receivedTime'])

/** One row of a tick log as CSV; the first line names the fields. */
const fromCsv = (header: readonly string[], line: string): Readonly<Record<string, unknown>> => {
  const cells = line.split(',')
  if (cells.length !== header.length) throw new Error(`${cells.length} fields, not ${header.length}`)
  return Object.fromEntries(
    header.map((name, index) => {
      const text = cells[index] ?? ''
      if (!wholeColumns.has(name)) return [name, text]
      return [name, text === '' ? null : /^\d+$/.test(text) ? Number.parseInt(text, 10) : text]
    }),
  )
}

/** Reads a file line by line; only what `take` keeps stays in memory. */
const readLines = async <T>(path: string, schema: z.ZodType<T>, take: (row: T) => void): Promise<void> => {
  const isCsv = /\.csv(?:\.gz)?$/.test(path)
  let header: readonly string[] = []
  let number = 0
  const parse = (line: string): T => {
    try {
      return schema.parse(isCsv ? fromCsv(header, line) : JSON.parse(line))
    } catch (error) {
      const why =
        error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error
      throw new InvalidExportError(`${path}, line ${number}: ${why}`)
    }
  }
  try {
    for await (const line of linesOf(path)) {
      number += 1
      if (isCsv && number === 1) header = line.split(',')
      else if (line.trim() !== '') take(parse(line))
    }
  } catch (error) {
    if (error instanceof InvalidExportError) throw error
    throw new InvalidExportError(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Reads a list of keys, as `/api/trust/key` answers it. Throws `InvalidExportError` for anything else. */
export const readKeys = async (path: string): Promise<readonly HouseKey[]> => {
  try {
    return z.array(houseKey).parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new InvalidExportError(
      `${path}: no list of keys (${error instanceof Error ? error.message : error})`,
    )
  }
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const readDay = async (folder: string, found: readonly string[]): Promise<ExportBundle['day']> => {
  if (!found.includes('day.json')) return null
  const path = join(folder, 'day.json')
  const signed = await readFile(path, 'utf8')
    .then((text) => signedText.parse(JSON.parse(text)))
    .catch((error: unknown) => {
      throw new InvalidExportError(
        `${path}: no signed text (${error instanceof Error ? error.message : error})`,
      )
    })
  const named = (parseDay(signed.text)?.files ?? []).filter(({ name }) => found.includes(name))
  const hashes = named.map(async ({ name }) => [name, await hashOf(join(folder, name))] as const)
  return { signed, hashes: Object.fromEntries(await Promise.all(hashes)) }
}

/**
 * Reads an exported folder of JSON lines, `.gz` or not: `ticks*` (also CSV), `heads*`, `receipts*`, `options*`,
 * `settlements*`, `terms*`, `writers*`, `entries*`, `keys.json`, and `day.json` of downloaded day files. Throws `InvalidExportError` for a line that is not
 * what it should be.
 */
export const readExport = async (folder: string): Promise<ExportBundle> => {
  const found = await readdir(folder).catch(() => {
    throw new InvalidExportError(`There is no folder ${folder}.`)
  })
  const names = found.filter((name) => /\.(?:jsonl|csv)(?:\.gz)?$/.test(name)).sort()
  const read = async <T>(start: string, schema: z.ZodType<T>): Promise<readonly T[]> => {
    const rows: T[] = []
    for (const name of names.filter((one) => one.startsWith(start)))
      await readLines(join(folder, name), schema, (row) => void rows.push(row))
    return rows
  }
  const readTicks = async (): Promise<TickLog> => {
    const log = createTickLog()
    for (const name of names.filter((one) => one.startsWith('ticks')))
      await readLines(join(folder, name), tickEvidence, log.add)
    return log.close()
  }
  return {
    ticks: await readTicks(),
    heads: await read('heads', signedText),
    receipts: await read('receipts', receipt),
    options: await read('options', optionReceipt),
    settlements: await read('settlements', settlementRecord),
    terms: await read('terms', termsVersionRow),
    writers: await read('writers', writerRecord),
    entries: await read('entries', ledgerLine),
    keys: found.includes('keys.json') ? await readKeys(join(folder, 'keys.json')) : [],
    day: await readDay(folder, found),
  }
}
