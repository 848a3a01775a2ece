import { feeRateText } from '@glasshouse/core/markets/feeRate'
import { formatPrice, formatQuantity, formatUsdt } from '@glasshouse/core/money/units'
import type pg from 'pg'
import { type Receipt, receipt } from './read.ts'

type OrderRow = {
  readonly id: string
  readonly parent_id: string | null
  readonly pid: number
  readonly symbol: string
  readonly title: string
  readonly type: 1 | 2
  readonly leverage: number
  readonly lots: string
  readonly quantity: string
  readonly open_price: string
  readonly margin: string
  readonly open_fee: string
  readonly fee_rate_ppm: number
  readonly close_fee: string | null
  readonly close_price: string | null
  readonly profit: string | null
  readonly close_reason: string | null
  readonly status: number
  readonly created_ms: string
  readonly opened_ms: string | null
  readonly target_profit_price: string | null
  readonly stop_loss_price: string | null
  readonly closed_ms: string | null
}

type EventRow = {
  readonly order_id: string
  readonly kind: Receipt['events'][number]['kind']
  readonly at_ms: string
  readonly rule: string
  readonly price: string
  readonly lots: string
  readonly margin: string
  readonly fee: string
  readonly fee_from_bonus: string
  readonly profit: string
  readonly insurance: string
  readonly transaction_id: string | null
  readonly tick: unknown
  readonly account: unknown
  readonly seen_price: string | null
  readonly insured_profit: string
  readonly owed: string
  readonly entry: unknown
}

/** Orders that a stretch of the settlement chain names. */
const ordersQuery = `
  select o.*, p.symbol, p.title from contracts_order as o join markets_product as p using (pid)
  where o.id in (select s.settled_id from trust_settlement as s where s.n between $1 and $2 and s.kind like 'contract%')
  order by o.id`

/**
 * All that ever happened to those orders, and how the orders they were taken from were opened. What bonus credit paid
 * of a fee stands in the ledger alone.
 */
const eventsQuery = `
  select contracts_event.*, coalesce((
    select -sum(e.amount) from ledger_entry as e join ledger_account as a on a.id = e.account_id
    where e.transaction_id = contracts_event.transaction_id and a.purpose = 'bonus'
  ), 0)::text as fee_from_bonus
  from contracts_event
  where order_id = any($1::bigint[]) or (order_id = any($2::bigint[]) and kind = 'opened')
  order by id`

const whole = (text: string): number => Number.parseInt(text, 10)
const wholeOrNull = (text: string | null): number | null => (text === null ? null : whole(text))
const money = (text: string): string => formatUsdt(BigInt(text))
const priceOf = (text: string | null): string => (text === null ? '0' : formatPrice(BigInt(text)))

const eventOf = (row: EventRow) => ({
  kind: row.kind,
  time: whole(row.at_ms),
  rule: row.rule,
  price: priceOf(row.price),
  number: whole(row.lots),
  margin: money(row.margin),
  fee: money(row.fee),
  feeFromBonus: money(row.fee_from_bonus),
  profit: money(row.profit),
  insurance: money(row.insurance),
  transactionId: wholeOrNull(row.transaction_id),
  tick: row.tick,
  ...(row.insured_profit === '0' ? {} : { insuredProfit: money(row.insured_profit) }),
  ...(row.owed === '0' ? {} : { owed: money(row.owed) }),
  ...(row.entry === null ? {} : { entry: row.entry }),
  ...(row.account === null ? {} : { account: row.account }),
  ...(row.seen_price === null ? {} : { seenPrice: priceOf(row.seen_price) }),
})

/** A pending or revoked order has been charged nothing. */
const feesOf = ({ opened_ms, open_fee, close_fee }: OrderRow): bigint =>
  opened_ms === null ? 0n : BigInt(open_fee) + (close_fee === null ? 0n : BigInt(close_fee))

/** An open order has no live figures in an export: no price is newer than the one it was opened at. */
const receiptOf = (row: OrderRow, events: readonly EventRow[]): Receipt =>
  receipt.parse({
    order: {
      id: whole(row.id),
      parentid: wholeOrNull(row.parent_id),
      pid: row.pid,
      procode: row.symbol,
      ptitle: row.title,
      type: row.type,
      multiple: row.leverage,
      number: whole(row.lots),
      openPrice: priceOf(row.open_price),
      targetProfitPrice: priceOf(row.target_profit_price),
      stopLossPrice: priceOf(row.stop_loss_price),
      newPrice: priceOf(row.close_price ?? row.open_price),
      closePrice: priceOf(row.close_price),
      cautionMoney: money(row.margin),
      factProfits: row.profit === null ? '0' : money(row.profit),
      tradeFee: formatUsdt(feesOf(row)),
      feeRate: feeRateText(row.fee_rate_ppm),
      liquidationPrice: null,
      closeReason: row.close_reason,
      transactionTime: wholeOrNull(row.opened_ms),
      createtime: whole(row.created_ms),
      completeTime: row.status === 3 ? wholeOrNull(row.closed_ms) : null,
      handleTime: wholeOrNull(row.closed_ms),
      aioperate: 0,
      status: row.status,
    },
    lot: formatQuantity(BigInt(row.quantity) / BigInt(row.lots)),
    feeRatePpm: row.fee_rate_ppm,
    events: events
      .filter(
        ({ order_id, kind }) => order_id === row.id || (order_id === row.parent_id && kind === 'opened'),
      )
      .map(eventOf),
  })

/** Reads the receipts of every order that settlements of a stretch of the chain are about. */
export const readReceipts = async (
  client: pg.Client,
  fromN: number,
  toN: number,
): Promise<readonly Receipt[]> => {
  const { rows: orders } = await client.query<OrderRow>(ordersQuery, [fromN, toN])
  const parents = orders.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id]))
  const { rows: events } = await client.query<EventRow>(eventsQuery, [orders.map(({ id }) => id), parents])
  return orders.map((order) => receiptOf(order, events))
}
