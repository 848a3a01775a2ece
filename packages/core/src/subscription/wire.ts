import { z } from 'zod'
import { call } from '../wire/call.ts'
import {
  choiceField,
  coinField,
  formatAmount,
  instant,
  pagingFields,
  textField,
  wholeField,
} from '../wire/fields.ts'
import { cancelReasons, issueStates, shownStates } from './rules.ts'

const productRow = z.object({
  id: z.number().int(),
  pid: z.number().int(),
  procode: z.string(),
  ptitle: z.string(),
  price: formatAmount.meta({ description: 'issue price of one coin, USDT' }),
  nowPrice: formatAmount.nullable().meta({ description: 'market price; null until it trades' }),
  number: formatAmount.meta({ description: 'coins offered' }),
  finaltime: z.string().meta({ description: 'yyyymmdd, the last day to pay' }),
  icon: z.string(),
  high: formatAmount.nullable(),
  low: formatAmount.nullable(),
  color: z
    .enum(['green', 'red'])
    .nullable()
    .meta({ description: 'of the last 24 hours; null until it trades' }),
  status: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
    .meta({ description: '1 open, 2 closed or paying, 3 over, 4 cancelled' }),
  state: z.enum(shownStates),
  opentime: instant,
  closetime: instant,
  asked: formatAmount.meta({ description: 'coins asked for so far' }),
  applications: z.number().int().meta({ description: 'how many ask for them' }),
  reserve: formatAmount.meta({ description: 'coins in the reserve of the issue now' }),
  minnumber: formatAmount,
  maxnumber: formatAmount.meta({ description: 'most coins a customer can ask for' }),
  step: formatAmount,
  risksheet: z.string(),
  now: instant.meta({ description: 'of the business calendar, by which the window and the last day count' }),
})
export type SubscriptionProduct = z.output<typeof productRow>

const order = z.object({
  id: z.number().int(),
  issue: z.number().int().meta({ description: 'id of the issue' }),
  hash: z.string().meta({ description: 'SHA-256 of the digits of the id, its name in the allotment' }),
  pid: z.number().int(),
  procode: z.string(),
  ptitle: z.string(),
  price: formatAmount,
  asked: formatAmount,
  amout: formatAmount.meta({ description: 'coins asked for; after the allotment those allotted' }),
  money: formatAmount.meta({ description: 'price × amout, rounded up to 4 decimals' }),
  realprice: formatAmount.meta({ description: 'what was paid, else 0' }),
  ctime: instant,
  lasttime: instant.meta({ description: 'end of the last day to pay' }),
  paytime: instant.nullable(),
  status: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
    .meta({ description: '1 confirming, 2 to pay, 3 completed, 4 cancelled' }),
  reason: z.enum(cancelReasons).optional().meta({ description: 'why it is cancelled' }),
})
export type SubscriptionOrder = z.output<typeof order>

const head = z.object({
  minute: instant.meta({ description: 'of the signed heads' }),
  symbol: z.string(),
  n: z.number().int(),
  hash: z.string(),
})

/** Rows of one page of a published allotment. */
export const allotmentPageSize = 1000

/** The published result of an allotment; all its rows together are everything needed to compute it again. */
export const allotmentTable = z.object({
  id: z.number().int(),
  number: formatAmount,
  step: formatAmount,
  head,
  applications: z.number().int().meta({ description: 'how many took part: rows of all pages' }),
  asked: formatAmount.meta({ description: 'coins they asked for together' }),
  rows: z
    .array(z.object({ hash: z.string(), asked: formatAmount, allotted: formatAmount }))
    .meta({ description: 'ascending by hash, SHA-256 of the digits of the order id' }),
})
export type AllotmentTable = z.output<typeof allotmentTable>

/** An issue as staff see it. */
export const subscriptionProductRow = z.object({
  id: z.number().int(),
  kind: z.literal('subscription'),
  pid: z.number().int(),
  procode: z.string(),
  ptitle: z.string(),
  state: z.enum(issueStates),
  price: formatAmount,
  number: formatAmount,
  step: formatAmount,
  minnumber: formatAmount,
  maxnumber: formatAmount,
  opentime: instant,
  closetime: instant,
  finaltime: z.string(),
  risksheet: z.string(),
  asked: formatAmount,
  applications: z
    .number()
    .int()
    .meta({ description: 'that stand; after the allotment those that took part' }),
  promised: formatAmount.meta({ description: 'coins offered, or allotted and not paid' }),
  reserve: formatAmount.meta({ description: 'coins in the reserve' }),
  paid: formatAmount.meta({ description: 'USDT in the reserve' }),
  createtime: instant,
  changed: instant,
})
export type SubscriptionProductRow = z.output<typeof subscriptionProductRow>

/** Fields of productSave of kind subscription beyond those shared with other kinds. */
export const subscriptionProductFields = {
  price: textField(30).optional().meta({ description: 'of a subscription: issue price of one coin, USDT' }),
  number: wholeField(1, 1_000_000_000).optional().meta({ description: 'whole coins offered' }),
  maxnumber: wholeField(1, 1_000_000_000)
    .optional()
    .meta({ description: 'whole coins a customer can ask for' }),
  opentime: wholeField(1).optional().meta({ description: 'epoch milliseconds of the business calendar' }),
  closetime: wholeField(1).optional().meta({ description: 'epoch milliseconds of the business calendar' }),
  finaltime: textField(8).optional().meta({ description: 'yyyymmdd, the last day to pay' }),
  risksheet: textField(20_000).optional(),
} as const

const orderId = { id: wholeField(1) }

export const subscriptionCalls = {
  '/api/product/productList': call({
    audience: 'visitor',
    summary: 'Lists the newest 100 issues of new coins, the newest first; with status 1 those that are open.',
    request: z.strictObject({ status: z.union([z.literal(''), choiceField([1])]).optional() }),
    data: z.array(productRow),
  }),
  '/api/subscription/buy': call({
    audience: 'user',
    apiKeyScope: 'trade',
    restricted: 'refused',
    changes: true,
    summary:
      'Asks for coins of the open issue of a market, once per issue (2003 `once`); without a number for the smallest. No money is taken or held.',
    request: z.strictObject({ pid: wholeField(1, 1_000_000_000), number: coinField().optional() }),
    data: order,
    refusals: ['notFound', 'notAllowed', 'selfLimitReached', 'notTradable', 'outOfRange', 'invalidState'],
    example: { pid: 1, number: '20' },
  }),
  '/api/subscription/pay': call({
    audience: 'user',
    apiKeyScope: 'trade',
    restricted: 'refused',
    changes: true,
    summary:
      'Pays allotted coins from the contract wallet, which keeps a risk rate of 200 % where positions are open. The coins are in the coin wallet in the same transaction.',
    request: z.strictObject(orderId),
    data: order,
    refusals: ['notFound', 'invalidState', 'insufficientBalance', 'priceChanged', 'ledgerSuspended'],
    example: { id: 1 },
  }),
  '/api/subscription/cancel': call({
    audience: 'user',
    apiKeyScope: 'trade',
    restricted: 'allowed',
    changes: true,
    summary: 'Withdraws my application while it is confirming or to be paid. It costs nothing.',
    request: z.strictObject(orderId),
    data: order,
    refusals: ['notFound', 'invalidState'],
    example: { id: 1 },
  }),
  '/api/subscription/mySubscription': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    list: true,
    summary: 'Lists my applications, those of one state with status.',
    request: z.strictObject({
      levertype: choiceField([1]).default(1),
      status: choiceField([1, 2, 3, 4]).optional(),
      id: wholeField(1).optional().meta({ description: 'only this application; 1005 if it is not mine' }),
      ...pagingFields(['ctime']),
    }),
    data: z.array(order),
    refusals: ['notFound'],
  }),
  '/api/subscription/allotment': call({
    audience: 'visitor',
    summary:
      'The allotment of an issue with the head it was drawn by, 1000 rows at a time; `npm run verify -- allotment` computes it again. 1005 before it has run.',
    request: z.strictObject({
      ...orderId,
      after: textField(64)
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .meta({ description: 'hash of the last row of the page before' }),
    }),
    data: allotmentTable.extend({
      next: z.string().nullable().meta({ description: '`after` of the next page; null on the last one' }),
    }),
    refusals: ['notFound'],
    example: { id: 1 },
  }),
} as const
