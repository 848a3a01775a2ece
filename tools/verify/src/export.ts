import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { feeRateText } from '@glasshouse/core/markets/feeRate'
import type { TermsVersion } from '@glasshouse/core/markets/terms'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { WriterRecord } from '@glasshouse/core/markets/writers'
import { formatPrice, formatQuantity } from '@glasshouse/core/money/units'
import type { HouseKey } from '@glasshouse/core/trust/heads'
import type { SettlementRecord } from '@glasshouse/core/trust/settlements'
import pg from 'pg'
import { readOptionReceipts } from './optionReceipts.ts'
import type { ExportBundle, LedgerLine } from './read.ts'
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
  readonly late: boolean
  readonly fetched: boolean
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
  ...(row.late ? { late: true as const } : {}),
  ...(row.fetched ? { fetched: true as const } : {}),
  previousHash: row.previous_hash,
  hash: row.hash,
})

/**
 * The numbers of a market's log that belong to a day: those received in it, and the record before them, which the heads
 * of the first minute may name. A stretch of numbers, so that nothing in it can be missing unnoticed.
 */
const stretchQuery = `
  with log as (
    select n, received_ms as ms from markets_tick where pid = $1
    union select n, received_ms from markets_kept_tick where pid = $1
    union select n, at_ms from markets_writer where pid = $1
  ), own as (select min(n) as first, max(n) as last from log where ms between $2 and $3)
  select coalesce((select max(n) from log where n < own.first), own.first)::text as first, own.last::text as last
  from own where own.first is not null`

/** The log and the ticks kept for ever are one list; a tick may stand in both. */
const ticksQuery = `
  select t.pid, p.symbol, t.n, t.kind, t.source, t.source_sequence, t.source_ms, t.recorded_ms, t.received_ms,
         t.price, t.quantity, t.side, t.bid, t.ask, t.late, t.fetched,
         encode(t.previous_hash, 'hex') as previous_hash, encode(t.hash, 'hex') as hash
  from (select * from markets_tick where pid = $1 and n > $2::bigint and n <= $3::bigint
        union select * from markets_kept_tick where pid = $1 and n > $2::bigint and n <= $3::bigint) as t
  join markets_product as p using (pid)
  order by t.n limit ${page}`

const writersQuery = `
  select p.symbol, w.n, w.event, w.writer, w.at_ms,
    encode(w.previous_hash, 'hex') as previous_hash, encode(w.hash, 'hex') as hash
  from markets_writer as w join markets_product as p using (pid)
  where w.pid = $1 and w.n between $2 and $3 order by w.n`

const headsQuery = `
  select text, encode(signature, 'hex') as signature, keyid, encode(sha256(convert_to(text, 'UTF8')), 'hex') as hash
  from trust_head where minute_ms between $1 and $2 order by minute_ms`

const settlementStretch = `
  select min(n)::text as first, max(n)::text as last from trust_settlement where numbered_ms between $1 and $2`

const settlementsQuery = `
  select n, kind, settled_id, transaction_id, at_ms,
    encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
  from trust_settlement where n between $1 and $2 order by n`

/** Whose account it was is not told: purposes and amounts are what an event says. */
const entriesQuery = `
  select e.transaction_id, a.owner, a.purpose, a.asset, e.type, e.amount::text as amount
  from ledger_entry as e join ledger_account as a on a.id = e.account_id
  where e.transaction_id in (
    select s.transaction_id from trust_settlement as s where s.n between $1 and $2 and s.transaction_id is not null)
  order by e.transaction_id, a.owner, a.purpose, a.asset, e.sequence`

const termsQuery = `
  select t.*, p.symbol, encode(t.terms, 'hex') as terms_hash,
    encode(t.previous, 'hex') as previous_hash, encode(t.hash, 'hex') as own_hash
  from markets_terms as t join markets_product as p using (pid) order by t.n`

const keysQuery = `
  select keyid, encode(public_key, 'hex') as publickey, from_ms from trust_key order by from_ms, keyid`

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

/** One market's stretch of the day. */
type Stretch = { readonly pid: string; readonly first: string; readonly last: string }

const stretchesOf = async (client: pg.Client, fromMs: number, toMs: number): Promise<readonly Stretch[]> => {
  const { rows: products } = await client.query<{ pid: string }>(
    'select pid from markets_product order by pid',
  )
  const stretches: Stretch[] = []
  for (const { pid } of products) {
    const { rows } = await client.query<Omit<Stretch, 'pid'>>(stretchQuery, [pid, fromMs, toMs])
    stretches.push(...rows.map((row) => ({ pid, ...row })))
  }
  return stretches
}

const exportTicks = async (
  client: pg.Client,
  stretches: readonly Stretch[],
  out: string,
): Promise<number> => {
  const file = openLines(join(out, 'ticks.jsonl'))
  let count = 0
  for (const { pid, first, last } of stretches)
    for (let after: string | null = (BigInt(first) - 1n).toString(); after !== null; ) {
      const { rows }: { rows: TickRow[] } = await client.query<TickRow>(ticksQuery, [pid, after, last])
      for (const row of rows) await file.write(evidenceOf(row))
      count += rows.length
      after = rows.length === page ? (rows.at(-1)?.n ?? null) : null
    }
  await file.close()
  return count
}

type WriterRow = Record<'symbol' | 'n' | 'writer' | 'at_ms' | 'previous_hash' | 'hash', string> & {
  readonly event: WriterRecord['event']
}

const readWriters = async (
  client: pg.Client,
  stretches: readonly Stretch[],
): Promise<readonly WriterRecord[]> => {
  const found: WriterRecord[] = []
  for (const { pid, first, last } of stretches) {
    const { rows } = await client.query<WriterRow>(writersQuery, [pid, first, last])
    found.push(
      ...rows.map(({ symbol, n, event, writer, at_ms, previous_hash, hash }) => ({
        symbol,
        n: whole(n),
        event,
        writer,
        time: whole(at_ms),
        previousHash: previous_hash,
        hash,
      })),
    )
  }
  return found
}

type SettlementRow = Record<'n' | 'kind' | 'settled_id' | 'at_ms' | 'previous' | 'hash', string> & {
  readonly transaction_id: string | null
}

const readSettlements = async (
  client: pg.Client,
  fromN: number,
  toN: number,
): Promise<readonly SettlementRecord[]> => {
  const { rows } = await client.query<SettlementRow>(settlementsQuery, [fromN, toN])
  return rows.map(({ n, kind, settled_id, transaction_id, at_ms, previous, hash }) => ({
    n: whole(n),
    kind,
    id: whole(settled_id),
    transaction: transaction_id === null ? null : whole(transaction_id),
    time: whole(at_ms),
    previous,
    hash,
  }))
}

type EntryRow = Record<'transaction_id' | 'owner' | 'purpose' | 'asset' | 'amount', string> & {
  readonly type: number
}

const readEntries = async (client: pg.Client, fromN: number, toN: number): Promise<readonly LedgerLine[]> => {
  const { rows } = await client.query<EntryRow>(entriesQuery, [fromN, toN])
  return rows.map(({ transaction_id, owner, purpose, asset, type, amount }) => ({
    transaction: whole(transaction_id),
    account: `${owner}/${purpose}/${asset}`,
    type,
    amount: formatQuantity(BigInt(amount)),
  }))
}

type TermsRow = Record<
  | 'n'
  | 'symbol'
  | 'from_ms'
  | 'lot'
  | 'multiples'
  | 'expiry_minutes'
  | 'payout_percents'
  | 'terms_hash'
  | 'previous_hash'
  | 'own_hash',
  string
> & { readonly fee_rate_ppm: number }

const readTerms = async (client: pg.Client): Promise<readonly TermsVersion[]> => {
  const { rows } = await client.query<TermsRow>(termsQuery)
  return rows.map((row) => ({
    n: whole(row.n),
    symbol: row.symbol,
    terms: row.terms_hash,
    from: whole(row.from_ms),
    lot: formatQuantity(BigInt(row.lot)),
    multiples: row.multiples,
    fee: feeRateText(row.fee_rate_ppm),
    protime: row.expiry_minutes,
    proscale: row.payout_percents,
    previous: row.previous_hash,
    hash: row.own_hash,
  }))
}

const readHouseKeys = async (client: pg.Client): Promise<readonly HouseKey[]> => {
  const { rows } = await client.query<{ keyid: string; publickey: string; from_ms: string }>(keysQuery)
  return rows.map(({ keyid, publickey, from_ms }, index) => {
    const until = rows[index + 1]?.from_ms
    return {
      keyid,
      publickey,
      from: whole(from_ms),
      until: until === undefined ? null : whole(until),
      announced: index === 0,
    }
  })
}

const exportLines = async (path: string, records: readonly unknown[]): Promise<number> => {
  const file = openLines(path)
  for (const record of records) await file.write(record)
  await file.close()
  return records.length
}

/** How much was written of each kind. */
export type ExportCounts = Readonly<Record<keyof ExportBundle, number>>

/**
 * Writes everything a UTC day can be checked with into a folder, in one read-only snapshot of the database: the logs of
 * the markets, signed heads, the day's stretch of the settlement chain with its receipts and ledger lines, terms, keys.
 */
export const exportDay = async (url: string, day: string, out: string): Promise<ExportCounts> => {
  const { fromMs, toMs } = dayOf(day)
  await mkdir(out, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const lines = (name: string, records: readonly unknown[]) =>
    exportLines(join(out, `${name}.jsonl`), records)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const stretches = await stretchesOf(client, fromMs, toMs)
    const settled = await client.query<{ first: string | null; last: string | null }>(settlementStretch, [
      fromMs,
      toMs,
    ])
    const [first, last] = [whole(settled.rows[0]?.first ?? '0'), whole(settled.rows[0]?.last ?? '-1')]
    const keys = await readHouseKeys(client)
    await writeFile(join(out, 'keys.json'), `${JSON.stringify(keys, null, 2)}\n`)
    const counts = {
      ticks: await exportTicks(client, stretches, out),
      writers: await lines('writers', await readWriters(client, stretches)),
      heads: await lines('heads', (await client.query(headsQuery, [fromMs, toMs])).rows),
      settlements: await lines('settlements', await readSettlements(client, first, last)),
      receipts: await lines('receipts', await readReceipts(client, first, last)),
      options: await lines('options', await readOptionReceipts(client, first, last)),
      entries: await lines('entries', await readEntries(client, first, last)),
      terms: await lines('terms', await readTerms(client)),
      keys: keys.length,
    }
    await client.query('commit')
    return counts
  } finally {
    await client.end()
  }
}
