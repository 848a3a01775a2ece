import { formatPrice, formatUsdt } from '@glasshouse/core/money/units'
import { outcomeToWire, tolerancePpm } from '@glasshouse/core/options/rules'
import type pg from 'pg'
import { type OptionReceipt, optionReceipt } from './read.ts'

type Row = {
  readonly id: string
  readonly pid: number | string
  readonly symbol: string
  readonly title: string
  readonly style: 0 | 1
  readonly stake: string
  readonly percent: number
  readonly win: string
  readonly seen_price: string
  readonly entry_price: string
  readonly placed_ms: string
  readonly expires_ms: string
  readonly status: 0 | 1
  readonly outcome: 'win' | 'loss' | 'draw' | 'void' | null
  readonly exit_price: string | null
  readonly payout: string | null
  readonly placed_at: string
  readonly placed_transaction: string
  readonly placed_tick: unknown
  readonly entry: object | null
  readonly settled_at: string | null
  readonly rule: string | null
  readonly settled_transaction: string | null
  readonly settled_tick: unknown
  readonly silent_from_ms: string | null
  readonly silent_to_ms: string | null
}

/** Options that a stretch of the settlement chain names, each with what happened to it. */
const query = `
  select o.*, p.symbol, p.title,
    a.at_ms as placed_at, a.transaction_id as placed_transaction, a.tick as placed_tick, a.entry,
    s.at_ms as settled_at, s.rule, s.transaction_id as settled_transaction, s.tick as settled_tick,
    s.silent_from_ms, s.silent_to_ms
  from options_order as o join markets_product as p using (pid)
  join options_event as a on a.order_id = o.id and a.kind = 'placed'
  left join options_event as s on s.order_id = o.id and s.kind = 'settled'
  where o.id in (select t.settled_id from trust_settlement as t where t.n between $1 and $2 and t.kind like 'option%')
  order by o.id`

const whole = (text: string | number): number => Number.parseInt(String(text), 10)
const wholeOrNull = (text: string | null): number | null => (text === null ? null : whole(text))

const receiptOf = (row: Row): OptionReceipt =>
  optionReceipt.parse({
    order: {
      id: whole(row.id),
      pid: whole(row.pid),
      procode: row.symbol,
      ptitle: row.title,
      ostyle: row.style,
      fee: formatUsdt(BigInt(row.stake)),
      scale: String(row.percent),
      buyprice: formatPrice(BigInt(row.entry_price)),
      sellprice: row.exit_price === null ? '0' : formatPrice(BigInt(row.exit_price)),
      buytime: whole(row.placed_ms),
      selltime: whole(row.expires_ms),
      ostaus: row.status,
      isWin: row.outcome === null ? null : outcomeToWire(row.outcome),
      void: row.outcome === 'void',
      ploss: row.payout === null ? '0' : formatUsdt(BigInt(row.payout) - BigInt(row.stake)),
      aioperate: 0,
    },
    seenPrice: formatPrice(BigInt(row.seen_price)),
    tolerancePpm,
    win: formatUsdt(BigInt(row.win)),
    payout: row.payout === null ? null : formatUsdt(BigInt(row.payout)),
    entry: {
      tick: row.placed_tick,
      time: whole(row.placed_at),
      transactionId: whole(row.placed_transaction),
      ...(row.entry ?? {}),
    },
    exit:
      row.settled_at === null || row.settled_transaction === null
        ? null
        : {
            rule: row.rule,
            tick: row.settled_tick,
            time: whole(row.settled_at),
            transactionId: whole(row.settled_transaction),
            silentFrom: wholeOrNull(row.silent_from_ms),
            silentTo: wholeOrNull(row.silent_to_ms),
          },
  })

/** Reads the receipts of every option that settlements of a stretch of the chain are about. */
export const readOptionReceipts = async (
  client: pg.Client,
  fromN: number,
  toN: number,
): Promise<readonly OptionReceipt[]> => {
  const { rows } = await client.query<Row>(query, [fromN, toN])
  return rows.map(receiptOf)
}
