import { z } from 'zod'
import { contractOrderRow } from '../contracts/wire.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  formatAmount,
  instant,
  pagingFields,
  textField,
  usdtField,
  wholeField,
} from '../wire/fields.ts'
import { maxDaysAhead } from './rules.ts'
import { aiOutcomes, endReasons } from './run.ts'

/** State of an activation, as shown to the customer and to staff. */
export const activationStatus = z
  .number()
  .int()
  .meta({ description: '1 unclaimed, 2 claimed and not active, 3 active, 4 over' })

const claimedCode = { activecode: z.string(), activecodestatus: activationStatus }

const monthRow = z.object({
  month: z.string().meta({ description: 'yyyymm' }),
  trades: z.number().int(),
  net: formatAmount,
})
const dayNet = z.object({ day: z.string().meta({ description: 'yyyymmdd' }), net: formatAmount })
const equityPoint = z.object({ day: z.string(), value: formatAmount })

/** What the rule would have done on the recorded candles of one market, per 1000 USDT of notional. */
export const aiBacktest = z.object({
  source: z.string().meta({ description: 'where the prices come from; simulated ones say so' }),
  from: instant.nullable(),
  to: instant.nullable(),
  spread: formatAmount.meta({ description: 'recorded spread; half of it is paid at each market order' }),
  notional: formatAmount,
  trades: z.number().int(),
  won: z.number().int().meta({ description: 'with a result above both fees' }),
  gross: formatAmount,
  fees: formatAmount,
  net: formatAmount,
  maxDrawdown: formatAmount.meta({ description: 'percent of the peak before' }),
  longestLosing: z.number().int().meta({ description: 'losing trades in a row' }),
  bestDay: dayNet.nullable(),
  worstDay: dayNet.nullable(),
  byMonth: z.array(monthRow),
  equity: z.array(equityPoint).meta({ description: 'after each day with a trade, from 1000 on' }),
})
export type AiBacktest = z.infer<typeof aiBacktest>

/** Real trades of all customers on the same days, per 1000 USDT of notional. */
export const aiLive = z.union([
  z.object({ few: z.literal(true), trades: z.number().int() }),
  z.object({
    few: z.literal(false),
    trades: z.number().int(),
    won: z.number().int(),
    gross: formatAmount,
    fees: formatAmount,
    net: formatAmount,
    gap: formatAmount.meta({ description: 'net per trade, live less backtest, per 1000 of notional' }),
    byMonth: z.array(monthRow),
    equity: z.array(equityPoint),
  }),
])
export type AiLive = z.infer<typeof aiLive>

/** The five values of a candle. */
const signal = z.object({
  candle: z.number().int().meta({ description: 'opening of the newest closed 1m candle, epoch seconds' }),
  s7: formatAmount,
  s30: formatAmount,
  c: formatAmount,
  c15: formatAmount,
  a: formatAmount,
})

export const aiRunRow = z.object({
  id: z.number().int(),
  pid: z.number().int(),
  price: formatAmount,
  multiple: z.number().int(),
  times: z.number().int(),
  done: z.number().int(),
  maxloss: formatAmount,
  lost: formatAmount.meta({ description: 'what results and fees leave below zero' }),
  state: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .meta({ description: '1 waits for a signal, 2 in a trade, 3 ended' }),
  stopping: z.boolean().meta({ description: 'its open trade closes at the next fresh price' }),
  reason: z.enum(endReasons).nullable(),
  retCode: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'of the reason refused: what the order was refused with' }),
  profit: formatAmount.meta({ description: 'gross; fees stand apart' }),
  fees: formatAmount,
  createtime: instant,
  until: instant.meta({ description: 'when it ends for want of time' }),
  endtime: instant.nullable(),
})
export type AiRunRow = z.infer<typeof aiRunRow>

const decisionRow = z.object({
  outcome: z.enum(aiOutcomes),
  candle: z.number().int(),
  retCode: z.number().int().nullable(),
})

export const aiCalls = {
  '/api/ai/obtainAI': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Claims my activation code for AI ordering, which staff then activate; one that waits or is active stays as it is, one that is over is claimed anew.',
    request: z.strictObject({}),
    data: z.object(claimedCode),
  }),
  '/api/ai/aiStatus': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Tells whether AI ordering is active for me and until when, and what my run is at.',
    request: z.strictObject({}),
    data: z.object({
      active: z.boolean(),
      until: instant
        .nullable()
        .meta({ description: 'of the business calendar; null while it is not active' }),
      on: z.boolean().meta({ description: 'false while staff have switched AI ordering off for everybody' }),
      today: z.number().int().meta({ description: 'runs of the business day, stopped ones too' }),
      max: z.number().int(),
      running: aiRunRow
        .extend({
          waitingFor: signal.nullable().meta({ description: 'null while candles are missing' }),
          decision: decisionRow.nullable().meta({ description: 'about the newest candle that was judged' }),
          order: contractOrderRow.optional().meta({ description: 'the open trade' }),
        })
        .optional(),
      last: aiRunRow.optional().meta({ description: 'the newest run that has ended' }),
    }),
  }),
  '/api/ai/aiList': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary: 'Lists my runs of AI ordering.',
    request: z.strictObject({ ...pagingFields(['id', 'createtime']) }),
    data: z.array(aiRunRow),
  }),
  '/api/ai/rule': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns the tiers of AI orders, the markets they may be on, and the published strategy with its backtest and the live results; neither is a forecast.',
    request: z.strictObject({ pid: wholeField(1, 1_000_000_000).optional() }),
    data: z.object({
      ruleList: z.array(
        z.object({
          minprice: formatAmount,
          maxprice: formatAmount,
          maxtimes: z.string(),
          multiple: z.string(),
        }),
      ),
      productList: z.array(z.object({ pid: z.number().int(), ptitle: z.string() })),
      strategy: z.object({
        name: z.string(),
        version: z.number().int(),
        description: z.string(),
        parameters: z.record(z.string(), z.number()),
        backtest: z
          .array(aiBacktest.extend({ pid: z.number().int(), computed: instant }))
          .meta({ description: 'per market; with pid only of that one; empty before the first night' }),
        live: z.array(z.object({ pid: z.number().int(), result: aiLive })),
      }),
    }),
    example: { pid: 1 },
  }),
  '/api/ai/aiPlaceOrder': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'trade',
    changes: true,
    summary:
      'Starts a run of AI ordering on one market: `times` trades one after the other, each with the margin `price`. Nothing is reserved.',
    request: z.strictObject({
      multiple: wholeField(1, 1000),
      pid: wholeField(1, 1_000_000_000),
      price: usdtField(),
      times: wholeField(1, 100),
      maxloss: usdtField().optional().meta({ description: 'default: half of price' }),
    }),
    data: z.object({ id: z.number().int() }),
    refusals: [
      'notAllowed',
      'invalidState',
      'notFound',
      'notTradable',
      'outOfRange',
      'selfLimitReached',
      'riskCheckRequired',
      'aiLimitReached',
      'insufficientBalance',
      'priceChanged',
      'ledgerSuspended',
    ],
    example: { pid: 1, multiple: 5, price: '400', times: 3, maxloss: '200' },
  }),
  '/api/ai/aiStop': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'trade',
    changes: true,
    summary: 'Stops my run; its open trade closes at the market, on a silent market at its next fresh tick.',
    request: z.strictObject({ id: wholeField(1) }),
    data: z.object({}),
    refusals: ['notFound', 'invalidState'],
    example: { id: 1 },
  }),
  '/staff/api/aiActivate': call({
    audience: 'staff',
    requiredRole: 'service',
    changes: true,
    summary: `Activates the code that a customer claimed, for days that are added to what is left of a running activation; at most ${maxDaysAhead} days ahead.`,
    request: z.strictObject({ uid: wholeField(1), days: wholeField(1, maxDaysAhead) }),
    data: z.object({
      ...claimedCode,
      until: instant.meta({ description: 'of the business calendar' }),
    }),
    refusals: ['notAllowed', 'notFound', 'outOfRange', 'invalidState'],
    example: { uid: 10001, days: 30 },
  }),
  '/staff/api/aiSwitch': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Switches AI ordering off or on for everybody; without `on` it only tells. Off: runs open no trade and end; open trades keep their stops.',
    request: z.strictObject({ on: choiceField([0, 1]).optional(), remark: textField(500).optional() }),
    data: z.object({
      on: z.union([z.literal(0), z.literal(1)]),
      remark: z.string(),
      changed: instant.nullable(),
      running: z.number().int().meta({ description: 'runs that have not ended' }),
    }),
    refusals: ['invalidField'],
    example: { on: 0, remark: 'The feed is being checked' },
  }),
} as const
