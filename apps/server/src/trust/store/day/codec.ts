import type { DataOf } from '@glasshouse/core/calls'
import { type OrderState, stateToWire } from '@glasshouse/core/contracts/codec'
import { type PositionSide, sideToWire } from '@glasshouse/core/contracts/rules'
import { feeRateText } from '@glasshouse/core/markets/feeRate'
import { formatPrice, formatQuantity, formatUsdt, type Price, type Usdt } from '@glasshouse/core/money/units'
import { type OptionState, optionTypeToWire, outcomeToWire } from '@glasshouse/core/options/codec'
import { type OptionType, tolerancePpm } from '@glasshouse/core/options/rules'

/** What `/api/contract/receipt` answers. */
export type ContractReceipt = DataOf<'/api/contract/receipt'>
type Event = ContractReceipt['events'][number]

/** An order of the database with its market. */
export type OrderRow = {
  readonly id: number
  readonly parent_id: number | null
  readonly pid: number
  readonly symbol: string
  readonly title: string
  readonly side: PositionSide
  readonly leverage: number
  readonly lots: number
  readonly quantity: bigint
  readonly open_price: Price
  readonly margin: Usdt
  readonly open_fee: bigint
  readonly fee_rate_ppm: number
  readonly close_fee: bigint | null
  readonly close_price: Price | null
  readonly profit: Usdt | null
  readonly close_reason: ContractReceipt['order']['closeReason']
  readonly state: OrderState
  readonly created_ms: number
  readonly opened_ms: number | null
  readonly target_profit_price: Price | null
  readonly stop_loss_price: Price | null
  readonly closed_ms: number | null
  readonly expires_ms: number | null
  readonly entry_trigger: 'rises' | 'falls' | null
  readonly ai_run: number | null
}

/** What happened to an order. */
export type EventRow = Pick<Event, 'kind' | 'rule' | 'tick'> & {
  readonly order_id: number
  readonly at_ms: number
  readonly price: Price
  readonly lots: number
  readonly margin: Usdt
  readonly fee: Usdt
  readonly fee_from_bonus: Usdt
  readonly profit: Usdt
  readonly insurance: Usdt
  readonly insured_profit: Usdt
  readonly owed: Usdt
  readonly transaction_id: number | null
  readonly account: Event['account'] | null
  readonly seen_price: Price | null
  readonly expires_ms: number | null
  /** Both ticks of a fill at the worse of two; null otherwise. */
  readonly entry: Event['entry'] | null
  readonly trailing_stop: Event['trailing'] | null
  /** Of an order of a copy pool: the order of the lead. */
  readonly copy_of: number | null
  readonly ai: Event['ai'] | null
}

/** What `/api/option/receipt` answers. */
export type OptionReceipt = DataOf<'/api/option/receipt'>
type Exit = NonNullable<OptionReceipt['exit']>

/** An option of the database with its market and its events. */
export type OptionRow = {
  readonly id: number
  readonly pid: number
  readonly symbol: string
  readonly title: string
  readonly option_type: OptionType
  readonly stake: Usdt
  readonly percent: number
  readonly win: Usdt
  readonly seen_price: Price
  readonly entry_price: Price
  readonly placed_ms: number
  readonly expires_ms: number
  readonly state: OptionState
  readonly outcome: 'win' | 'loss' | 'draw' | 'void' | null
  readonly exit_price: Price | null
  readonly payout: Usdt | null
  readonly placed_at: number
  readonly placed_transaction: number
  readonly placed_tick: OptionReceipt['entry']['tick']
  /** Both ticks of an entry within a window; null without one. */
  readonly placed_entry: Partial<OptionReceipt['entry']> | null
  readonly settled_at: number | null
  readonly rule: Exit['rule'] | null
  readonly settled_transaction: number | null
  readonly settled_tick: Exit['tick']
  readonly silent_from_ms: number | null
  readonly silent_to_ms: number | null
}

const priceOf = (value: Price | null): string => (value === null ? '0' : formatPrice(value))

const eventOf = (row: EventRow): Event => ({
  kind: row.kind,
  time: row.at_ms,
  rule: row.rule,
  price: priceOf(row.price),
  number: row.lots,
  margin: formatUsdt(row.margin),
  fee: formatUsdt(row.fee),
  feeFromBonus: formatUsdt(row.fee_from_bonus),
  profit: formatUsdt(row.profit),
  insurance: formatUsdt(row.insurance),
  ...(row.insured_profit === 0n ? {} : { insuredProfit: formatUsdt(row.insured_profit) }),
  ...(row.owed === 0n ? {} : { owed: formatUsdt(row.owed) }),
  transactionId: row.transaction_id,
  tick: row.tick,
  ...(row.account === null ? {} : { account: row.account }),
  ...(row.entry === null ? {} : { entry: row.entry }),
  ...(row.trailing_stop === null ? {} : { trailing: row.trailing_stop }),
  ...(row.copy_of === null ? {} : { copyof: row.copy_of }),
  ...(row.ai === null ? {} : { ai: row.ai }),
  ...(row.seen_price === null ? {} : { seenPrice: priceOf(row.seen_price) }),
  ...(row.expires_ms === null ? {} : { expireTime: row.expires_ms }),
})

/** A pending or revoked order has been charged nothing. */
const feesOf = ({ opened_ms, open_fee, close_fee }: OrderRow): Usdt =>
  (opened_ms === null ? 0n : open_fee + (close_fee ?? 0n)) as Usdt

/** An open order has no live figures in an export: no price is newer than the one it was opened at. */
export const contractReceiptToWire = (row: OrderRow, events: readonly EventRow[]): ContractReceipt => ({
  order: {
    id: row.id,
    parentid: row.parent_id,
    pid: row.pid,
    procode: row.symbol,
    ptitle: row.title,
    type: sideToWire(row.side),
    multiple: row.leverage,
    number: row.lots,
    openPrice: priceOf(row.open_price),
    targetProfitPrice: priceOf(row.target_profit_price),
    stopLossPrice: priceOf(row.stop_loss_price),
    newPrice: priceOf(row.close_price ?? row.open_price),
    closePrice: priceOf(row.close_price),
    cautionMoney: formatUsdt(row.margin),
    factProfits: row.profit === null ? '0' : formatUsdt(row.profit),
    tradeFee: formatUsdt(feesOf(row)),
    feeRate: feeRateText(row.fee_rate_ppm),
    liquidationPrice: null,
    closeReason: row.close_reason,
    transactionTime: row.opened_ms,
    createtime: row.created_ms,
    completeTime: row.state === 'closed' ? row.closed_ms : null,
    handleTime: row.closed_ms,
    ...(row.expires_ms === null ? {} : { expireTime: row.expires_ms }),
    ...(row.entry_trigger === null ? {} : { trigger: row.entry_trigger }),
    aioperate: row.ai_run === null ? 0 : 2,
    status: stateToWire(row.state),
  },
  lot: formatQuantity(row.quantity / BigInt(row.lots)),
  feeRatePpm: row.fee_rate_ppm,
  events: events.map(eventOf),
})

const exitOf = (row: OptionRow): OptionReceipt['exit'] =>
  row.settled_at === null || row.settled_transaction === null || row.rule === null
    ? null
    : {
        rule: row.rule,
        tick: row.settled_tick,
        time: row.settled_at,
        transactionId: row.settled_transaction,
        silentFrom: row.silent_from_ms,
        silentTo: row.silent_to_ms,
      }

/** An option as its receipt tells it. */
export const optionReceiptToWire = (row: OptionRow): OptionReceipt => ({
  order: {
    id: row.id,
    pid: row.pid,
    procode: row.symbol,
    ptitle: row.title,
    ostyle: optionTypeToWire(row.option_type),
    fee: formatUsdt(row.stake),
    scale: String(row.percent),
    buyprice: formatPrice(row.entry_price),
    sellprice: row.exit_price === null ? '0' : formatPrice(row.exit_price),
    buytime: row.placed_ms,
    selltime: row.expires_ms,
    ostaus: row.state === 'open' ? 0 : 1,
    isWin: row.outcome === null ? null : outcomeToWire(row.outcome),
    void: row.outcome === 'void',
    ploss: row.payout === null ? '0' : formatUsdt(row.payout - row.stake),
    aioperate: 0,
  },
  seenPrice: formatPrice(row.seen_price),
  tolerancePpm,
  win: formatUsdt(row.win),
  payout: row.payout === null ? null : formatUsdt(row.payout),
  entry: {
    tick: row.placed_tick,
    time: row.placed_at,
    transactionId: row.placed_transaction,
    ...(row.placed_entry ?? {}),
  },
  exit: exitOf(row),
})
