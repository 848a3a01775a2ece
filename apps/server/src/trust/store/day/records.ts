import type { WriterRecord } from '@glasshouse/core/markets/writers'
import { formatQuantity } from '@glasshouse/core/money/units'
import type { SignedText } from '@glasshouse/core/trust/heads'
import type { SettlementRecord } from '@glasshouse/core/trust/settlements'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'
import type { LogRange } from './range.ts'

/** Rows per statement. */
const pageSize = 2000

/** Yields pages of rows until one is not full; `after` is the key of the last row. */
async function* pages<Row>(
  start: number,
  read: (after: number, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => number,
): AsyncGenerator<readonly Row[], void, undefined> {
  for (let after = start; ; ) {
    const rows = await read(after, pageSize)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < pageSize || last === undefined) return
    after = keyOf(last)
  }
}

/** Records of the processes that wrote the logs; a stretch is preceded by the record with which its writer began. */
export async function* writerPages(
  db: Db,
  logs: readonly LogRange[],
): AsyncGenerator<readonly WriterRecord[], void, undefined> {
  for (const { pid, symbol, first, last } of logs) {
    type Row = Omit<WriterRecord, 'symbol'>
    const { rows } = await sql<Row>`
      select n, event, writer, at_ms as time, encode(previous_hash, 'hex') as "previousHash", encode(hash, 'hex') as hash
      from markets_writer where pid = ${pid} and n <= ${last} and n >= coalesce(
        (select max(w.n) from markets_writer w where w.pid = ${pid} and w.n <= ${first}), ${first}) order by n`.execute(
      db,
    )
    yield rows.map((row) => ({ symbol, ...row }))
  }
}

/** Signed heads of the minutes between two instants. */
export async function* headPages(
  db: Db,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<readonly SignedText[], void, undefined> {
  type Row = SignedText & { readonly minute_ms: number }
  const all = pages(
    fromMs - 1,
    async (after, limit) => {
      const { rows } = await sql<Row>`
        select minute_ms, text, encode(signature, 'hex') as signature, keyid,
          encode(sha256(convert_to(text, 'UTF8')), 'hex') as hash
        from trust_head where minute_ms > ${after} and minute_ms <= ${toMs} order by minute_ms limit ${limit}`.execute(
        db,
      )
      return rows
    },
    ({ minute_ms }) => minute_ms,
  )
  for await (const rows of all) yield rows.map(({ minute_ms: _, ...signed }) => signed)
}

/** Numbers of a stretch of the settlement chain: above `settledAfter`, up to `settledTo`. */
export type SettledRange = { readonly settledAfter: number; readonly settledTo: number }

/** Settlements of a stretch of the chain. */
export const settlementPages = (
  db: Db,
  { settledAfter, settledTo }: SettledRange,
): AsyncGenerator<readonly SettlementRecord[], void, undefined> =>
  pages(
    settledAfter,
    async (after, limit) => {
      const { rows } = await sql<SettlementRecord>`
        select n, kind, settled_id as id, transaction_id as transaction, at_ms as time,
          encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
        from trust_settlement where n > ${after} and n <= ${settledTo} order by n limit ${limit}`.execute(db)
      return rows
    },
    ({ n }) => n,
  )

/** One line of a ledger transaction that settled something; accounts of customers are named without the customer. */
export type SettledEntry = {
  readonly transaction: number
  readonly account: string
  readonly type: number
  readonly amount: string
}

/** Ledger lines of what settled. Accounts are named by owner, purpose and asset: nothing says whose they are. */
export async function* entryPages(
  db: Db,
  { settledAfter, settledTo }: SettledRange,
): AsyncGenerator<readonly SettledEntry[], void, undefined> {
  type Row = Record<'owner' | 'purpose' | 'asset', string> & {
    readonly transaction: number
    readonly type: number
    readonly amount: bigint
  }
  for (let from = settledAfter; from < settledTo; from += pageSize) {
    // A part that closed and the order it became name one transaction, which is told with the part.
    const { rows } = await sql<Row>`
      with named as (
        select s.transaction_id as id from trust_settlement s
        where s.n > ${from} and s.n <= ${Math.min(from + pageSize, settledTo)} and s.transaction_id is not null
          and not (s.kind = 'contractClosed' and exists (
            select from contracts_order o where o.id = s.settled_id and o.parent_id is not null)))
      select e.transaction_id as transaction, a.owner, ledger_whole_purpose(a.purpose) as purpose, a.asset, e.type, e.amount
      from ledger_entry e join ledger_account a on a.id = e.account_id
      where e.transaction_id in (select id from named)
      order by 1, 2, 3, 4, e.sequence`.execute(db)
    yield rows.map(({ owner, purpose, asset, amount, ...row }) => ({
      transaction: row.transaction,
      account: `${owner}/${purpose}/${asset}`,
      type: row.type,
      amount: formatQuantity(amount as never),
    }))
  }
}
