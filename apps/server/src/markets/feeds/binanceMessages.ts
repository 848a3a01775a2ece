import type { Candle } from '@glasshouse/core/markets/candles'
import type { Level } from '@glasshouse/core/markets/rules'
import {
  amountScale,
  type Price,
  parseDecimal,
  priceScale,
  type Quantity,
  type Usdt,
} from '@glasshouse/core/money/units'
import { z } from 'zod'
import type { RawBook, RawTrade } from './feed.ts'

const units = <T extends bigint>(scale: number) =>
  z.string().transform((text, context) => {
    const read = parseDecimal(text, scale)
    if (read === null || read === 0n) {
      context.addIssue({ code: 'custom', message: 'not a positive decimal' })
      return z.NEVER
    }
    return read as T
  })
const priceText = units<Price>(priceScale)
const quantityText = units<Quantity>(amountScale)
const whole = z.number().int().nonnegative()

const tradeData = z.object({
  e: z.literal('trade'),
  s: z.string(),
  t: whole,
  p: priceText,
  q: quantityText,
  T: whole,
  m: z.boolean(),
})
const level: z.ZodType<Level> = z.tuple([priceText, quantityText])
const depthData = z.object({ lastUpdateId: whole, bids: z.array(level), asks: z.array(level) })
const wrapped = z.object({ stream: z.string(), data: z.unknown() })

/** What one message of the combined stream says. */
export type StreamMessage =
  | { readonly kind: 'trade'; readonly trade: RawTrade }
  | { readonly kind: 'book'; readonly book: RawBook }
  /** The server is about to close; a new connection is due. */
  | { readonly kind: 'shutdown' }
  | { readonly kind: 'bad'; readonly symbol: string | null }

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads one message. Partial depth carries no time of its own, so it counts as of `nowMs`.
 *
 * @example readMessage('{"stream":"btcusdt@trade","data":{…}}', now) // { kind: 'trade', trade: … }
 */
export const readMessage = (text: string, nowMs: number): StreamMessage => {
  const raw = parseJson(text)
  if (typeof raw === 'object' && raw !== null && 'e' in raw && raw.e === 'serverShutdown')
    return { kind: 'shutdown' }
  const message = wrapped.safeParse(raw)
  if (!message.success) return { kind: 'bad', symbol: null }
  const [name = '', channel = ''] = message.data.stream.split('@')
  const symbol = name.toUpperCase()
  if (channel === 'trade') {
    const data = tradeData.safeParse(message.data.data)
    if (!data.success || data.data.s !== symbol) return { kind: 'bad', symbol }
    const { t, p, q, T, m } = data.data
    const side = m ? 'sell' : 'buy'
    return {
      kind: 'trade',
      trade: { symbol, sequence: t, timeMs: T, recordedMs: null, price: p, quantity: q, side },
    }
  }
  if (!channel.startsWith('depth')) return { kind: 'bad', symbol }
  const data = depthData.safeParse(message.data.data)
  if (!data.success) return { kind: 'bad', symbol }
  const { lastUpdateId, bids, asks } = data.data
  return {
    kind: 'book',
    book: { symbol, sequence: lastUpdateId, timeMs: nowMs, recordedMs: null, bids, asks },
  }
}

const amount = <T extends bigint>(scale: number) =>
  z.string().transform((text, context) => {
    const read = parseDecimal(text, scale)
    if (read === null) {
      context.addIssue({ code: 'custom', message: 'not a decimal' })
      return z.NEVER
    }
    return read as T
  })
const klineRow = z
  .tuple([
    whole,
    priceText,
    priceText,
    priceText,
    priceText,
    amount<Quantity>(amountScale),
    whole,
    amount<Usdt>(amountScale),
  ])
  .rest(z.unknown())

/** Reads an answer of `/api/v3/klines`; rows without a trade are left out, a row that is wrong throws. */
export const readKlines = (body: unknown): Candle[] =>
  z
    .array(klineRow)
    .parse(body)
    .flatMap(([openMs, open, high, low, close, volume, , turnover]) => {
      if (high < open || high < close || low > open || low > close)
        throw new RangeError(`a candle of ${openMs} whose high and low do not enclose its prices`)
      return volume === 0n ? [] : [{ openMs, open, high, low, close, volume, turnover }]
    })

const aggTradeRow = z.object({
  a: whole,
  p: priceText,
  q: quantityText,
  f: whole,
  l: whole,
  T: whole,
  m: z.boolean(),
})

/** Trades of one taker at one price as the record of the exchange has them; numbered by the last of them. */
export type RecordedTrade = Pick<RawTrade, 'sequence' | 'timeMs' | 'price' | 'quantity' | 'side'> & {
  /** Number in the record, without gaps. */
  readonly id: number
  readonly firstSequence: number
}

/** Reads an answer of `/api/v3/aggTrades`; a row that is wrong throws. */
export const readAggTrades = (body: unknown): readonly RecordedTrade[] =>
  z
    .array(aggTradeRow)
    .parse(body)
    .map(({ a, p, q, f, l, T, m }) => ({
      id: a,
      firstSequence: f,
      sequence: l,
      timeMs: T,
      price: p,
      quantity: q,
      side: m ? 'sell' : 'buy',
    }))
