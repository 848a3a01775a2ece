/** Wire forms of closed trades and of the equity curve. */
import { dayStart } from '../calendar/days.ts'
import type { BodyOf, DataOf } from '../calls.ts'
import { type Price, price, type Usdt, usdt } from '../money/units.ts'
import { pageFromWire } from '../wire/codec.ts'
import type { TradeSum } from './rules.ts'
import type { TradeRow } from './wire.ts'

/** Parses the request of `/api/performance/trades`: its filters and one page. */
export const listTradesFromWire = ({ pageNum, pageSize, ...filter }: BodyOf<'/api/performance/trades'>) => ({
  ...filter,
  ...pageFromWire({ pageNum, pageSize }),
})

/** A closed trade as a page shows it. */
export type Trade = Omit<
  TradeRow,
  'multiple' | 'number' | 'stake' | 'openPrice' | 'closePrice' | 'pnl' | 'fee' | 'opened' | 'closed'
> & {
  readonly leverage: number | null
  readonly lots: number | null
  readonly stake: Usdt | null
  readonly openPrice: Price
  readonly closePrice: Price | null
  /** After fees. */
  readonly pnl: Usdt
  readonly fees: Usdt
  readonly openedMs: number
  readonly closedMs: number
}

export const tradesFromWire = (rows: readonly TradeRow[]): readonly Trade[] =>
  rows.map(({ multiple, number, stake, openPrice, closePrice, pnl, fee, opened, closed, ...row }) => ({
    ...row,
    leverage: multiple,
    lots: number,
    stake: stake === null ? null : usdt(stake),
    openPrice: price(openPrice),
    closePrice: closePrice === null ? null : price(closePrice),
    pnl: usdt(pnl),
    fees: usdt(fee),
    openedMs: opened,
    closedMs: closed,
  }))

type WireSum = DataOf<'/api/performance/days'>['sum']
const sumFromWire = ({ trades, won, lost, pnl, fee }: WireSum): TradeSum => ({
  ...{ trades, won, lost },
  pnl: usdt(pnl),
  fees: usdt(fee),
})

/** Sums of trades in all, and by day (`yyyymmdd`). */
export type TradeDays = { readonly sum: TradeSum; readonly byDay: ReadonlyMap<string, TradeSum> }

export const tradeDaysFromWire = ({ sum, days }: DataOf<'/api/performance/days'>): TradeDays => ({
  sum: sumFromWire(sum),
  byDay: new Map(days.map(({ day, ...of }) => [day, sumFromWire(of)])),
})

/** One day of the own balance, USDT. */
export type EquityDay = {
  readonly startMs: number
  readonly balance: bigint
  readonly change: bigint
  readonly result: bigint
  /** At most zero; part of the result. */
  readonly fees: bigint
  readonly earned: bigint
}

export const equityFromWire = (days: DataOf<'/api/performance/equity'>): readonly EquityDay[] =>
  days.map(({ day, balance, change, result, fee, earned }) => ({
    startMs: dayStart(day) ?? 0,
    ...{ balance: usdt(balance), change: usdt(change), result: usdt(result) },
    ...{ fees: usdt(fee), earned: usdt(earned) },
  }))
