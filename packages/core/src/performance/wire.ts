import { z } from 'zod'
import { contractCalls } from '../contracts/wire.ts'
import { optionCalls } from '../options/wire.ts'
import { call } from '../wire/call.ts'
import { formatAmount, instant, pageField, textField, wholeField } from '../wire/fields.ts'
import { maxEquityDays, tradeKinds, tradeResults, tradeSides } from './rules.ts'

/** How a trade ended: the reason a position closed, or the outcome of an option. */
const tradeEndings = [
  'user',
  'takeProfit',
  'stopLoss',
  'closingOrder',
  'trailingStop',
  'liquidation',
  'ai',
  'copy',
  'dealing',
  'win',
  'loss',
  'draw',
  'void',
] as const
export type TradeEnding = (typeof tradeEndings)[number]

export const tradeRow = z.object({
  kind: z.enum(tradeKinds),
  id: z.number().int().meta({ description: 'the order, for the receipt of its kind' }),
  pid: z.number().int(),
  symbol: z.string(),
  side: z.enum(tradeSides),
  multiple: z.number().int().nullable().meta({ description: 'leverage; null of an option' }),
  number: z.number().int().nullable().meta({ description: 'lots; null of an option' }),
  stake: formatAmount.nullable().meta({ description: 'stake of an option; null of a contract' }),
  openPrice: formatAmount,
  closePrice: formatAmount.nullable().meta({ description: 'null of an option that no price decided' }),
  pnl: formatAmount.meta({ description: 'after fees, signed' }),
  fee: formatAmount.meta({ description: 'fees of opening and closing; 0 of an option' }),
  ending: z.enum(tradeEndings),
  ai: z.boolean().meta({ description: 'placed by AI ordering' }),
  opened: instant,
  closed: instant,
})
/** One closed position or settled option. */
export type TradeRow = z.infer<typeof tradeRow>

const filters = {
  kind: z.enum(tradeKinds).optional(),
  pid: wholeField(1, 1_000_000_000).optional(),
  side: z.enum(tradeSides).optional(),
  result: z.enum(tradeResults).optional().meta({ description: 'sign of the profit after fees' }),
  from: textField(8).optional().meta({ description: 'yyyymmdd at UTC+1; with `to` at most 366 days' }),
  to: textField(8).optional().meta({ description: 'yyyymmdd, included' }),
}

const sums = {
  trades: z.number().int(),
  won: z.number().int().meta({ description: 'with a profit after fees' }),
  lost: z.number().int(),
  pnl: formatAmount.meta({ description: 'after fees, signed; the sum of the listed trades' }),
  fee: formatAmount,
}

/** A closed trade of a customer, by kind and order. */
const ownTrade = { kind: z.enum(tradeKinds), id: wholeField(1) }

const tradeLink = z.object({
  token: z.string().nullable().meta({ description: 'of `/receipt?token=`; null while there is no link' }),
  created: instant.nullable(),
})

const sharingCalls = {
  '/api/performance/tradeLink': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns the public link of one of my closed trades, or that there is none.',
    request: z.strictObject(ownTrade),
    data: tradeLink,
    refusals: ['notFound'],
    example: { kind: 'contract', id: 7 },
  }),
  '/api/performance/shareTrade': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Creates the public link of one of my closed trades, or returns the one that exists: everyone who has the link can read the receipt of the trade, without a name and without what it says of the account.',
    request: z.strictObject(ownTrade),
    data: tradeLink,
    refusals: ['notFound'],
    example: { kind: 'contract', id: 7 },
  }),
  '/api/performance/unshareTrade': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    changes: true,
    summary: 'Ends the public link of one of my closed trades; a later link has another token.',
    request: z.strictObject(ownTrade),
    data: z.object({}),
    refusals: ['notFound'],
    example: { kind: 'contract', id: 7 },
  }),
  '/api/performance/sharedTrade': call({
    audience: 'visitor',
    summary:
      'Returns the receipt of a trade whose owner made a public link of it: the ticks and every charge, as in the files of its day; no customer, no balance, no API key. A link that was ended answers 1005.',
    request: z.strictObject({ token: textField(64) }),
    data: z.object({
      kind: z.enum(tradeKinds),
      contract: contractCalls['/api/contract/receipt'].data.nullable(),
      option: optionCalls['/api/option/receipt'].data.nullable(),
    }),
    refusals: ['notFound'],
    example: { token: 'k3nVYbB0mV6dJ2sQe8y1Xw' },
  }),
} as const

export const performanceCalls = {
  ...sharingCalls,
  '/api/performance/trades': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary:
      'Lists my closed positions, closed parts and settled options, the newest first; without days those of the last 366.',
    request: z.strictObject({
      ...filters,
      pageNum: pageField(),
      pageSize: wholeField(1, 100).default(10),
    }),
    data: z.array(tradeRow),
    refusals: ['outOfRange'],
    example: { kind: 'contract', result: 'won', pageNum: 1, pageSize: 10 },
  }),
  '/api/performance/days': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Adds up my closed trades per day at UTC+1, newest first, and in all; the filters are those of the list.',
    request: z.strictObject(filters),
    data: z.object({
      sum: z.object(sums),
      days: z.array(z.object({ day: z.string().meta({ description: 'yyyymmdd' }), ...sums })),
    }),
    refusals: ['outOfRange'],
    example: { from: '20260601', to: '20260630' },
  }),
  '/api/performance/equity': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns my own USDT in all wallets at the end of each of the last days, from the ledger: holds and principal included, coins, promotional credit and unrealized PnL left out.',
    request: z.strictObject({ days: wholeField(1, maxEquityDays).default(30) }),
    data: z.array(
      z.object({
        day: z.string().meta({ description: 'yyyymmdd of the business calendar' }),
        balance: formatAmount.meta({ description: 'at the end of the day; of the last one now' }),
        change: formatAmount.meta({ description: 'of the balance on this day, signed' }),
        result: formatAmount.meta({ description: 'of it contracts and options, fees included' }),
        fee: formatAmount.meta({ description: 'fees of contracts, part of the result, at most 0' }),
        earned: formatAmount.meta({
          description: 'of it interest, rewards and referral income; the rest came in or went out',
        }),
      }),
    ),
    example: { days: 30 },
  }),
  '/api/performance/export': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns a link, good for five minutes, to the filtered list of my closed trades as CSV.',
    request: z.strictObject(filters),
    data: z.object({ url: z.string() }),
    refusals: ['outOfRange'],
    example: { from: '20260601', to: '20260630' },
  }),
} as const
