import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { contractCalls } from '@glasshouse/core/contracts/wire'
import { type TickEvidence, tickEvidence } from '@glasshouse/core/markets/wire'
import { optionCalls } from '@glasshouse/core/options/wire'
import { z } from 'zod'

/** The head of a chain as it was published. */
export const publishedHead = z.object({
  symbol: z.string(),
  n: z.number().int(),
  hash: z.string(),
  publishedTime: z.number().int(),
})
export type PublishedHead = z.infer<typeof publishedHead>

/** The answer of `/api/contract/receipt`. */
export const receipt = contractCalls['/api/contract/receipt'].data
export type Receipt = z.infer<typeof receipt>

/** The answer of `/api/option/receipt`. */
export const optionReceipt = optionCalls['/api/option/receipt'].data
export type OptionReceipt = z.infer<typeof optionReceipt>

/** Everything an exported folder holds. */
export type ExportBundle = {
  readonly ticks: readonly TickEvidence[]
  readonly heads: readonly PublishedHead[]
  readonly receipts: readonly Receipt[]
  readonly options: readonly OptionReceipt[]
}

/** An export that cannot be read; the sentence names the file and the line. */
export class InvalidExportError extends Error {}

const linesOf = async (path: string): Promise<readonly string[]> => {
  const lines: string[] = []
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    lines.push(line)
  return lines
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

const readLines = async <T>(path: string, schema: z.ZodType<T>): Promise<readonly T[]> => {
  const isCsv = path.endsWith('.csv')
  const all = await linesOf(path)
  const header = isCsv ? (all[0] ?? '').split(',') : []
  return all.flatMap((line, index): readonly T[] => {
    if (line.trim() === '' || (isCsv && index === 0)) return []
    try {
      return [schema.parse(isCsv ? fromCsv(header, line) : JSON.parse(line))]
    } catch (error) {
      const why =
        error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error
      throw new InvalidExportError(`${path}, line ${index + 1}: ${why}`)
    }
  })
}

/**
 * Reads an exported folder: `ticks*.jsonl` or `ticks*.csv`, `heads*.jsonl`, `receipts*.jsonl` and `options*.jsonl`. Throws
 * `InvalidExportError` for a line that is not what it should be.
 */
export const readExport = async (folder: string): Promise<ExportBundle> => {
  const names = (await readdir(folder)).filter((name) => /\.(?:jsonl|csv)$/.test(name)).sort()
  const read = async <T>(start: string, schema: z.ZodType<T>): Promise<readonly T[]> => {
    const parts = names
      .filter((name) => name.startsWith(start))
      .map((name) => readLines(join(folder, name), schema))
    return (await Promise.all(parts)).flat()
  }
  return {
    ticks: await read('ticks', tickEvidence),
    heads: await read('heads', publishedHead),
    receipts: await read('receipts', receipt),
    options: await read('options', optionReceipt),
  }
}
