import { z } from 'zod'
import { investProductFields, investProductRow } from '../invest/products/staff/wire.ts'
import { ledgerReport } from '../ledger/wire.ts'
import { marketProductRow } from '../markets/wire.ts'
import { subscriptionProductFields, subscriptionProductRow } from '../subscription/wire.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  coinField,
  formatAmount,
  instant,
  pagingFields,
  textField,
  usdtField,
  wholeField,
} from '../wire/fields.ts'

/** Reserves that the operator can fund with own capital. */
export const reserves = ['trading', 'fees', 'marketing', 'insurance', 'loans'] as const
/** One of these, or the interest reserve of an investment product, or the reserve of an issue. */
export type Reserve = (typeof reserves)[number] | `interest:${number}` | `subscription:${number}`

const reserve = z.union([
  z.enum(reserves),
  z
    .templateLiteral(['interest:', z.number()])
    .refine((text) => /^interest:[1-9]\d{0,9}$/.test(text))
    .meta({ description: 'the interest reserve of an investment product by its id, such as interest:3' }),
  z
    .templateLiteral(['subscription:', z.number()])
    .refine((text) => /^subscription:[1-9]\d{0,9}$/.test(text))
    .meta({ description: 'the reserve of an issue by its id, such as subscription:3' }),
])

/** Days of the balance of a reserve over time. */
export const reserveDays = 30

const reserveRow = z.object({
  reserve,
  asset: z.string().meta({ description: 'USDT, or the coin of an issue' }),
  balance: formatAmount,
  promised: formatAmount.meta({ description: 'what stays in whatever happens' }),
  free: formatAmount.meta({ description: 'what can be taken out' }),
  owed: formatAmount.optional().meta({
    description:
      'of the trading reserve: profits paid out beyond every reserve; what is put in pays them first, and until then nothing new is opened',
  }),
})

export const consoleCalls = {
  '/staff/api/fund': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Moves the operator’s own capital into a reserve or out of it, out only down to what is promised; managers only. Above `fund_second_approval_above` it waits until a second manager makes the same call. It is a ledger transaction of type 90 and reaches no customer.',
    request: z.strictObject({
      reserve,
      direction: z.enum(['in', 'out']),
      amount: usdtField(),
      remark: textField(500),
      asset: textField(20)
        .default('USDT')
        .meta({ description: 'USDT, or of the reserve of an issue its coin' }),
    }),
    data: reserveRow.extend({
      waits: z
        .boolean()
        .meta({ description: 'true: nothing is done until a second manager asks for the same' }),
      id: z.number().int().nullable(),
    }),
    refusals: [
      ...([
        'notAllowed',
        'notFound',
        'invalidField',
        'outOfRange',
        'insufficientReserve',
        'invalidState',
      ] as const),
      'ledgerSuspended',
    ],
    example: { reserve: 'insurance', direction: 'in', amount: '1000', remark: 'after the storm' },
  }),
  '/staff/api/experienceGrant': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Grants a customer trial funds from the marketing reserve, for the trial product alone and never withdrawable; managers only. It is a ledger transaction of type 24, the customer is written to, and nothing takes the funds back but closing the account. Where grants to a customer within 24 hours come to more than `experience_second_approval_above` it waits until a second manager makes the same call.',
    request: z.strictObject({ uid: wholeField(1), amount: usdtField(), remark: textField(500) }),
    data: z.object({
      waits: z
        .boolean()
        .meta({ description: 'true: nothing is done until a second manager asks for the same' }),
      id: z.number().int().nullable(),
      experiencefund: formatAmount.meta({ description: 'what the customer holds of it now' }),
    }),
    refusals: ['notAllowed', 'notFound', 'outOfRange', 'insufficientReserve', 'invalidState'],
    example: { uid: 10001, amount: '100', remark: 'welcome' },
  }),
  '/staff/api/reserveList': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Lists the reserves with what is promised out of each and what is free.',
    request: z.strictObject({}),
    data: z.array(
      reserveRow.extend({
        days: z
          .array(z.object({ day: z.string().meta({ description: 'yyyymmdd' }), balance: formatAmount }))
          .meta({
            description: `balance at the end of each day of the business calendar since the first transaction, at most ${reserveDays} days; of the last one now`,
          }),
      }),
    ),
  }),
  '/staff/api/fundList': call({
    audience: 'staff',
    requiredRole: 'service',
    list: true,
    summary: 'Lists the operator’s capital in and out of reserves, newest first.',
    request: z.strictObject({ ...pagingFields(['id']) }),
    data: z.array(
      z.object({
        id: z.number().int(),
        reserve,
        asset: z.string(),
        direction: z.enum(['in', 'out']),
        amount: formatAmount,
        remark: z.string(),
        staffid: z.number().int(),
        time: instant,
      }),
    ),
  }),
  '/staff/api/metrics': call({
    audience: 'staff',
    requiredRole: 'service',
    summary:
      'Tells how the house is: feed, facts and queues that wait, connections, the newest ledger check and the head of the audit chain, to be noted down somewhere else.',
    request: z.strictObject({}),
    data: z.object({
      mode: z.enum(['practice', 'live']),
      time: instant,
      feed: z.object({
        source: z.string(),
        connected: z.boolean(),
        lost: z.number().int(),
        symbols: z.array(
          z.object({
            symbol: z.string(),
            stale: z.boolean(),
            ageMs: z
              .number()
              .int()
              .nullable()
              .meta({ description: 'of the newest tick, by its source time' }),
            dropped: z.number().int(),
            missed: z.number().int(),
          }),
        ),
      }),
      facts: z.object({
        waiting: z.number().int(),
        oldestMs: z.number().int().nullable().meta({ description: 'how long the oldest one waits' }),
        dead: z.number().int().meta({ description: 'given up; a person has to look' }),
      }),
      jobs: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            time: instant.meta({ description: 'of the last attempt' }),
            attempts: z.number().int(),
            failure: z.string(),
          }),
        )
        .meta({ description: 'background jobs whose newest run failed for good' }),
      queues: z.array(
        z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() }),
      ),
      pool: z.object({ open: z.number().int(), idle: z.number().int(), waiting: z.number().int() }),
      memoryMiB: z.number().int(),
      ledger: z
        .object({
          at: instant,
          balanced: z.boolean(),
          since: instant.nullable().meta({ description: 'when it was found broken' }),
          broken: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
        })
        .nullable()
        .meta({ description: 'the newest check, by itself or by staff' }),
      audit: z.object({ n: z.number().int(), hash: z.string() }).nullable(),
    }),
  }),
  '/staff/api/jobRetry': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary: 'Lets a background job that failed for good run once more; managers only.',
    request: z.strictObject({ id: z.uuid(), name: textField(100) }),
    data: z.boolean().meta({ description: 'true: it waits for its run' }),
    refusals: ['notAllowed', 'notFound'],
    example: { id: '4e7a2f10-9a39-4b9c-8f3e-0d1f6f6f8a11', name: 'uploads.sweep' },
  }),
  '/staff/api/ledgerCheck': call({
    audience: 'staff',
    requiredRole: 'service',
    summary:
      'Checks every invariant of the books. Of the audit log it reads what came since the log was last read whole, which happens once a day and with `whole`.',
    request: z.strictObject({
      whole: choiceField([0, 1]).default(0).meta({ description: '1: the audit log from its first record' }),
    }),
    data: ledgerReport,
  }),
} as const

/** What staff set up: markets that are traded, products that pay interest, issues of new coins. */
const kind = z.enum(['market', 'invest', 'subscription'])
const product = z.union([marketProductRow, investProductRow, subscriptionProductRow])

export const productCalls = {
  '/staff/api/productList': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Lists every product of a kind there ever was as staff set it up.',
    request: z.strictObject({ kind }),
    data: z.array(product),
    example: { kind: 'market' },
  }),
  '/staff/api/productSave': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Changes what a market, an investment product or an issue of new coins offers from now on; managers only. Orders keep the terms they were sold with. Of a market, lot, leverages, fee, expiries and payouts need a second manager who asks for the same within 24 hours (`approvals: 1` until then) and are in force `terms_notice_minutes` later; number, symbol and kind never change, and a new symbol begins in the setting MARKET_SYMBOLS. Of an investment product kind, method and days of a cycle never change; a raise of a rate or of the redemption fee waits for a second manager who makes the same call. A new issue is a draft: it opens by itself in its window once its reserve holds the coins, and then only a later `finaltime` is taken.',
    request: z.strictObject({
      kind,
      pid: wholeField(1, 1_000_000_000).optional(),
      ptitle: textField(40).optional(),
      icon: textField(32).optional(),
      lot: coinField().optional().meta({ description: 'coins in one lot' }),
      minnumber: wholeField(1, 1_000_000).optional(),
      step: wholeField(1, 1_000_000).optional(),
      multiples: textField(60).optional().meta({ description: 'ascending leverages from 1 to 100' }),
      fee: textField(9).optional().meta({
        description: 'fee rate of contracts as a fraction of one, at most 0.002; left out, it stays',
      }),
      protime: textField(100)
        .optional()
        .meta({ description: 'ascending expiries in minutes, such as 0.5,1,3' }),
      proscale: textField(60).optional().meta({
        description: 'payouts in percent, one per expiry, at most `option_payout_max`',
      }),
      scale: wholeField(0, 9).optional(),
      onsale: choiceField([0, 1]).optional().meta({ description: '0: nothing new is opened or sold' }),
      id: wholeField(1, 1_000_000_000)
        .optional()
        .meta({ description: 'of an investment product or an issue; without it a new one' }),
      ...investProductFields,
      ...subscriptionProductFields,
    }),
    data: product,
    refusals: ['notAllowed', 'notFound', 'invalidField', 'invalidState', 'outOfRange'],
    example: {
      kind: 'market',
      pid: 1,
      ptitle: 'Bitcoin',
      icon: 'btc',
      lot: '0.001',
      minnumber: 1,
      step: 1,
      multiples: '2,5,10,20',
      fee: '0.0005',
      protime: '0.5,1,3,5,15',
      proscale: '70,75,80,82,85',
      scale: 2,
      onsale: 1,
    },
  }),
} as const
