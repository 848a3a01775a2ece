import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { formatPrice, formatQuantity } from '@glasshouse/core/money/units'
import pg from 'pg'
import { readOptionReceipts } from './optionReceipts.ts'
import type { PublishedHead } from './read.ts'
import { readReceipts } from './receipts.ts'

const dayMs = 86_400_000
const page = 10_000

/** The first and the last instant of a UTC day, epoch milliseconds. */
export const dayOf = (yyyymmdd: string): { readonly fromMs: number; readonly toMs: number } => {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(yyyymmdd)
  const fromMs = match === null ? Number.NaN : Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`)
  if (Number.isNaN(fromMs)) throw new RangeError(`not a day as yyyymmdd: ${yyyymmdd}`)
  return { fromMs, toMs: fromMs + dayMs - 1 }
}

type TickRow = {
  readonly pid: string
  readonly symbol: string
  readonly n: string
  readonly kind: 'trade' | 'book'
  readonly source: string
  readonly source_sequence: string
  readonly source_ms: string
  readonly recorded_ms: string | null
  readonly received_ms: string
  readonly price: string
  readonly quantity: string
  readonly side: 'buy' | 'sell' | 'none'
  readonly bid: string
  readonly ask: string
  readonly previous_hash: string
  readonly hash: string
}

const whole = (text: string): number => Number.parseInt(text, 10)

const evidenceOf = (row: TickRow): TickEvidence => ({
  symbol: row.symbol,
  n: whole(row.n),
  kind: row.kind,
  source: row.source,
  sourceSequence: row.source_sequence,
  sourceTime: whole(row.source_ms),
  recordedTime: row.recorded_ms === null ? null : whole(row.recorded_ms),
  receivedTime: whole(row.received_ms),
  price: formatPrice(BigInt(row.price)),
  quantity: formatQuantity(BigInt(row.quantity)),
  side: row.side,
  bid: formatPrice(BigInt(row.bid)),
  ask: formatPrice(BigInt(row.ask)),
  previousHash: row.previous_hash,
  hash: row.hash,
})

/** The log and the ticks kept for ever are one list; a tick may stand in both. */
const ticksQuery = `
  select t.pid, p.symbol, t.n, t.kind, t.source, t.source_sequence, t.source_ms, t.recorded_ms, t.received_ms,
         t.price, t.quantity, t.side, t.bid, t.ask,
         encode(t.previous_hash, 'hex') as previous_hash, encode(t.hash, 'hex') as hash
  from (select * from markets_tick union select * from markets_kept_tick) as t
  join markets_product as p using (pid)
  where t.source_ms between $1 and $2 and (t.pid, t.n) > ($3::bigint, $4::bigint)
  order by t.pid, t.n limit ${page}`

const headsQuery = `
  select p.symbol, h.n, encode(h.hash, 'hex') as hash, h.published_ms
  from markets_chain_head as h join markets_product as p using (pid)
  where h.published_ms between $1 and $2 order by h.published_ms, h.pid`

type Written = { readonly write: (record: unknown) => Promise<void>; readonly close: () => Promise<void> }

const openLines = (path: string): Written => {
  const file = createWriteStream(path)
  return {
    write: async (record) => {
      if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, 'drain')
    },
    close: async () => {
      file.end()
      await once(file, 'finish')
    },
  }
}

const exportTicks = async (client: pg.Client, fromMs: number, toMs: number, out: string): Promise<number> => {
  const file = openLines(join(out, 'ticks.jsonl'))
  let count = 0
  let after: readonly [string, string] = ['0', '0']
  for (let more = true; more; ) {
    const { rows } = await client.query<TickRow>(ticksQuery, [fromMs, toMs, ...after])
    for (const row of rows) await file.write(evidenceOf(row))
    const last = rows.at(-1)
    if (last !== undefined) after = [last.pid, last.n]
    count += rows.length
    more = rows.length === page
  }
  await file.close()
  return count
}

const exportHeads = async (client: pg.Client, fromMs: number, toMs: number, out: string): Promise<number> => {
  const file = openLines(join(out, 'heads.jsonl'))
  const { rows } = await client.query<{ symbol: string; n: string; hash: string; published_ms: string }>(
    headsQuery,
    [fromMs, toMs],
  )
  for (const { symbol, n, hash, published_ms } of rows) {
    const head: PublishedHead = { symbol, n: whole(n), hash, publishedTime: whole(published_ms) }
    await file.write(head)
  }
  await file.close()
  return rows.length
}

const exportLines = async (path: string, records: readonly unknown[]): Promise<number> => {
  const file = openLines(path)
  for (const record of records) await file.write(record)
  await file.close()
  return records.length
}

/** How much was written. */
export type ExportCounts = {
  readonly ticks: number
  readonly heads: number
  readonly receipts: number
  readonly options: number
}

/**
 * Writes the ticks, the published heads and the receipts of contracts and options of one UTC day into a folder, in one read-only snapshot
 * of the database.
 */
export const exportDay = async (url: string, day: string, out: string): Promise<ExportCounts> => {
  const { fromMs, toMs } = dayOf(day)
  await mkdir(out, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const ticks = await exportTicks(client, fromMs, toMs, out)
    const heads = await exportHeads(client, fromMs, toMs, out)
    const receipts = await exportLines(join(out, 'receipts.jsonl'), await readReceipts(client, fromMs, toMs))
    const options = await exportLines(
      join(out, 'options.jsonl'),
      await readOptionReceipts(client, fromMs, toMs),
    )
    await client.query('commit')
    return { ticks, heads, receipts, options }
  } finally {
    await client.end()
  }
}
