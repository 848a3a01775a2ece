import { z } from 'zod'
import { call } from '../wire/call.ts'
import { formatAmount, instant, wholeField } from '../wire/fields.ts'
import { chartIntervals } from './intervals.ts'

const level = z.tuple([formatAmount, formatAmount])

/** Terms that are announced: not in force yet. */
const announcedTerms = z.object({
  from: instant.meta({ description: 'in force from then on' }),
  lot: formatAmount,
  multiples: z.string(),
  fee: formatAmount,
  protime: z.string(),
  proscale: z.string(),
})

export const marketRow = z.object({
  pid: z.number().int(),
  procode: z.string(),
  ptitle: z.string(),
  icon: z.string(),
  price: formatAmount,
  open24h: formatAmount,
  high: formatAmount,
  low: formatAmount,
  volume: formatAmount,
  turnover: formatAmount,
  color: z.enum(['green', 'red']),
  multiples: z.string(),
  fee: formatAmount.meta({
    description:
      'fee rate of opening a contract, and of closing it again: a fraction of one, 0.0005 is 0.05 %',
  }),
  protime: z.string(),
  proscale: z.string(),
  kind: z.enum(['crypto', 'ipo']),
  lot: formatAmount,
  minnumber: z.number().int(),
  step: z.number().int(),
  scale: z.number().int(),
  terms: z.string().meta({
    description:
      'names lot, leverages, fee rate, expiries and payouts (`/api/market/terms`); an order that sends it is refused (2007) when they are other ones by then',
  }),
  announced: announcedTerms
    .optional()
    .meta({ description: 'there when other terms are announced: the next ones, and from when on' }),
  offsale: z
    .literal(true)
    .optional()
    .meta({ description: 'there when nothing new is opened; what is open is closed as always' }),
})
export type MarketRow = z.infer<typeof marketRow>

export const candleRow = z.object({
  time: z.number().int().meta({ description: 'epoch seconds of the opening' }),
  open: formatAmount,
  high: formatAmount,
  low: formatAmount,
  close: formatAmount,
  volume: formatAmount,
})
export type CandleRow = z.infer<typeof candleRow>

/** A tick as evidence: the prices after it, its source, and its position in the hash chain. */
export const tickEvidence = z.object({
  symbol: z.string(),
  n: z.number().int().meta({ description: "the product's sequence number for the symbol" }),
  kind: z.enum(['trade', 'book']),
  source: z.string(),
  sourceSequence: z.string(),
  sourceTime: instant,
  recordedTime: instant
    .nullable()
    .meta({ description: 'the instant in the recording, when a recording is played' }),
  receivedTime: instant,
  price: formatAmount.meta({ description: 'last trade price in force' }),
  quantity: formatAmount,
  side: z.enum(['buy', 'sell', 'none']),
  bid: formatAmount,
  ask: formatAmount,
  late: z.literal(true).optional().meta({ description: 'came more than 5 s late: it decides nothing' }),
  fetched: z.literal(true).optional().meta({
    description: "fetched from the source's record after a gap of the connection or the process",
  }),
  previousHash: z.string(),
  hash: z.string(),
})
export type TickEvidence = z.infer<typeof tickEvidence>

/** One version of what orders of a market are agreed on; `terms` names it. */
export const termsRow = z.object({
  terms: z.string().meta({ description: 'SHA-256 over the five fields below; names these terms' }),
  from: instant.meta({
    description: 'in force from then on; 0 from the beginning, in the future: announced',
  }),
  lot: formatAmount,
  multiples: z.string(),
  fee: formatAmount,
  protime: z.string(),
  proscale: z.string(),
})
export type TermsRow = z.infer<typeof termsRow>

/** One version of terms in the chain of the list, as it is published in the files of a day. */
export const termsVersionRow = termsRow.extend({
  n: z.number().int(),
  symbol: z.string(),
  previous: z.string(),
  hash: z.string(),
})
export type TermsVersionRow = z.infer<typeof termsVersionRow>

const pid = wholeField(1, 1_000_000_000)

/** A product as configured by staff. It has no price: prices come from the feed. */
export const marketProductRow = z.object({
  pid: z.number().int(),
  procode: z.string(),
  ptitle: z.string(),
  icon: z.string(),
  lot: formatAmount,
  minnumber: z.number().int(),
  step: z.number().int(),
  multiples: z.string(),
  fee: formatAmount,
  protime: z.string(),
  proscale: z.string(),
  kind: z.enum(['crypto', 'ipo']),
  scale: z.number().int(),
  onsale: z.number().int(),
  running: z.boolean().meta({ description: 'the feed of this start has it (MARKET_SYMBOLS)' }),
  changed: instant.nullable().meta({ description: 'null while it was never changed' }),
  announced: z.array(announcedTerms).meta({ description: 'terms still to come, the next ones first' }),
  approvals: z
    .literal(1)
    .optional()
    .meta({ description: 'there when the terms wait for a second manager who asks for the same' }),
})
export type MarketProductRow = z.infer<typeof marketProductRow>

export const marketCalls = {
  '/api/market/kList': call({
    audience: 'visitor',
    summary: 'Lists every market with its last price and the figures of the last 24 hours.',
    request: z.strictObject({}),
    data: z.array(marketRow),
  }),
  '/api/market/kline': call({
    audience: 'visitor',
    summary: 'Returns candles of one market in ascending time, the newest ones or those before a second.',
    request: z.strictObject({
      pid,
      interval: z.enum(chartIntervals).meta({
        description:
          '4h is the merge of its 1h candles, 1w (from Monday 00:00 UTC) of its 1d candles; the stream has the other six',
      }),
      before: wholeField(0, 100_000_000_000).optional(),
      limit: wholeField(1, 1000).default(500),
    }),
    data: z.array(candleRow),
    refusals: ['notFound'],
    example: { pid: 1, interval: '1m', limit: 3 },
  }),
  '/api/market/depth': call({
    audience: 'visitor',
    summary: 'Returns the best asks and bids of one market.',
    request: z.strictObject({
      pid,
      levels: wholeField(1, 20)
        .default(5)
        .meta({ description: 'most levels per side; there are fewer where the source has fewer' }),
    }),
    data: z.object({ asks: z.array(level), bids: z.array(level), time: instant }),
    refusals: ['notFound'],
    example: { pid: 1 },
  }),
  '/api/market/trades': call({
    audience: 'visitor',
    summary: 'Returns the newest 21 trades of one market, newest first.',
    request: z.strictObject({ pid }),
    data: z.array(
      z.object({ price: formatAmount, quantity: formatAmount, side: z.enum(['buy', 'sell']), time: instant }),
    ),
    refusals: ['notFound'],
    example: { pid: 1 },
  }),
  '/api/market/ticks': call({
    audience: 'visitor',
    summary:
      'Returns the newest trades of one market as ticks in ascending order, none older than 20 minutes: what a chart of single prices begins with. Trades that came late, and those fetched after a gap, are left out.',
    request: z.strictObject({ pid, limit: wholeField(1, 2000).default(1000) }),
    data: z.array(
      z.object({
        n: z.number().int().meta({ description: "the product's sequence number for the symbol" }),
        price: formatAmount,
        time: instant.meta({ description: 'time of the source' }),
      }),
    ),
    refusals: ['notFound'],
    example: { pid: 1, limit: 3 },
  }),
  '/api/market/terms': call({
    audience: 'visitor',
    summary:
      'Lists every version of the terms of one market, newest first, announced ones included. A listed version never changes.',
    request: z.strictObject({ pid }),
    data: z.array(termsRow),
    refusals: ['notFound'],
    example: { pid: 1 },
  }),
  '/api/market/priceAt': call({
    audience: 'visitor',
    summary: 'Returns the tick that is in force at an instant, with its source, sequence number and hash.',
    request: z.strictObject({ pid, time: wholeField() }),
    data: tickEvidence,
    refusals: ['notFound'],
    example: { pid: 1, time: 1_700_000_000_000 },
  }),
} as const
