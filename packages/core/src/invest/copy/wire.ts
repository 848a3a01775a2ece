/** Wire of copy products: fields of products, orders and accruals, and leads with their records. */
import { z } from 'zod'
import { call } from '../../wire/call.ts'
import { formatAmount, instant, pagingFields, textField, wholeField } from '../../wire/fields.ts'
import { leadIssueNames } from './lead.ts'
import { leadFilterFields } from './leads/wire.ts'
import { poolDealingRow, poolOrderRow } from './pool/wire.ts'

/** States of a pool; waiting: its dealing waits for a market without a fresh price. */
export const poolStates = ['copying', 'waiting', 'stopped'] as const
export type PoolState = (typeof poolStates)[number]

/** How a lead ended: by the lead, by staff, or because the account was frozen. */
export const leadEndReasons = ['stopped', 'leadBroke', 'risk', 'legal', 'frozen'] as const
export type LeadEndReason = (typeof leadEndReasons)[number]

const riskscore = z
  .number()
  .int()
  .nullable()
  .meta({ description: '1 to 10; null with fewer than seven days of record. From 8 on nobody new may copy' })
const percent = (description: string) => formatAmount.meta({ description: `${description}, in percent` })
const percentOrNull = (description: string) => percent(description).nullable()

const referrer = z
  .union([z.literal(0), z.literal(1)])
  .nullable()
  .meta({ description: '1: the lead is among those who invited me, up to three levels; null for a visitor' })

/** The lead of a copy product and the terms of its next sale. */
export const productLead = z.object({
  id: z.number().int(),
  username: z.string(),
  days: z.number().int().meta({ description: 'days of record' }),
  riskscore,
  equity: formatAmount.meta({
    description:
      'of the lead wallet at the closing sides, of the newest record; before the first of the admission',
  }),
  leadfee: percent('share of new profit that the lead receives'),
  maxmultiple: z.number().int(),
  copystop: percent('fall below the highest dealing price at which copying ends'),
  exitlevy: percent('levy of leaving between two periods; it stays in the pool'),
  referrer: referrer.optional(),
})

/** The pool of a copy product. */
export const productPool = z.object({
  units: formatAmount.meta({ description: 'units in issue' }),
  unitprice: formatAmount.meta({ description: 'of the newest dealing; 1 before the first' }),
  equity: formatAmount.nullable().meta({
    description: 'now, at the closing sides; null while a market has no fresh price',
  }),
  indicative: formatAmount.nullable().meta({
    description: 'what a unit would pay now; no dealing uses it; null while a market has no fresh price',
  }),
  highest: formatAmount.meta({ description: 'highest price of a dealing, at least 1' }),
  dealt: instant.nullable().meta({ description: 'the midnight of the newest dealing' }),
  capacity: formatAmount.meta({ description: 'what may still enter, whole hundreds' }),
  followers: z.number().int().meta({ description: 'customers with an order in the pool' }),
  state: z.enum(poolStates),
})

/** What a copy order has besides the fields of every order. */
export const copyOrderFields = {
  units: formatAmount.optional().meta({ description: 'of a copy order: units; 0 while it waits' }),
  unitprice: formatAmount.optional().meta({ description: 'of a copy order: newest dealing price' }),
  value: formatAmount.optional().meta({
    description: 'of a copy order: units at that price; indicative between dealings',
  }),
  hwm: formatAmount.optional().meta({
    description: 'of a copy order: unit price above which the lead earns a fee; 0 while it waits',
  }),
  leaves: instant
    .nullable()
    .optional()
    .meta({ description: 'of a copy order: the dealing at which it leaves; null while none is announced' }),
  stoploss: z
    .number()
    .int()
    .optional()
    .meta({ description: 'of a copy order: it leaves when this percentage of the money is lost' }),
  leadfee: percent('of a copy order: share of new profit that the lead receives').optional(),
  exitlevy: percent('of a copy order: levy of leaving now').optional(),
}

/** What a day of a copy order has besides its profit. */
export const copyAccrualFields = {
  unitprice: formatAmount.optional().meta({ description: 'of a copy order: price of the dealing' }),
  units: formatAmount.optional().meta({ description: 'of a copy order: units after the dealing' }),
  value: formatAmount.optional().meta({ description: 'of a copy order: their value' }),
  fee: formatAmount.optional().meta({ description: 'of a copy order: performance fee of the dealing' }),
}

/** Figures of a lead, from the ledger alone. */
export const leadRow = z.object({
  id: z.number().int(),
  username: z.string(),
  since: instant.meta({ description: 'admitted' }),
  ended: instant.nullable(),
  endreason: z.enum(leadEndReasons).nullable(),
  waived: z.union([z.literal(0), z.literal(1)]).meta({
    description: '1: a sample of practice mode, admitted without the days of record',
  }),
  days: z.number().int().meta({ description: 'days of record' }),
  returns: z.object({
    d7: percentOrNull('of 7 days'),
    d30: percentOrNull('of 30 days'),
    d90: percentOrNull('of 90 days'),
    all: percentOrNull('of the whole record; never annualised'),
  }),
  maxdrawdown: percent('largest fall of the index below its highest value'),
  volatility: percentOrNull('standard deviation of the last 30 daily returns'),
  closed: z.number().int(),
  won: z.number().int().meta({ description: 'with a profit after fees' }),
  holding: z.number().int().nullable().meta({ description: 'average, milliseconds' }),
  leverage: formatAmount.nullable().meta({ description: 'average' }),
  fees: formatAmount,
  equity: formatAmount,
  pool: formatAmount.meta({ description: 'equity of the pools at their newest dealings' }),
  followers: z.number().int(),
  capacity: formatAmount.meta({ description: 'what may still enter the pools, whole hundreds' }),
  riskscore,
  result: z
    .object({
      putin: formatAmount,
      profit: formatAmount.meta({ description: 'after all fees' }),
      inprofit: percentOrNull('share of orders in profit'),
      median: percentOrNull('median of profit ÷ money'),
      orders: z.number().int(),
      histogram: z
        .array(
          z.object({
            from: percentOrNull('at least; null for no bound'),
            to: percentOrNull('below; null for no bound'),
            orders: z.number().int(),
          }),
        )
        .meta({ description: 'how many orders had which profit ÷ money; empty before the first midnight' }),
    })
    .meta({ description: 'of all followers there ever were, ended orders included' }),
  gap: percentOrNull('mean of price difference ÷ lead price; positive where copies are worse'),
  products: z.array(z.object({ id: z.number().int(), name: z.string() })),
  note: z.enum(['tooShort']).nullable().meta({
    description: 'tooShort: under 30 days of record, which is too short to mean anything',
  }),
})
export type LeadRow = z.infer<typeof leadRow>

const day = z.string().meta({ description: 'yyyymmdd' })
const leadDetail = leadRow.extend({
  referrer,
  index: z.array(z.tuple([day, formatAmount])).meta({ description: 'by day, 1 before the first' }),
  drawdown: z.array(z.tuple([day, formatAmount])).meta({ description: 'by day, percent' }),
})
export type LeadDetail = z.infer<typeof leadDetail>

/** Where a customer stands who leads, has applied or may want to. */
const leadStatus = z.object({
  lead: leadRow.nullable().meta({ description: 'my figures while I am a lead' }),
  application: z
    .object({
      id: z.number().int(),
      createtime: instant,
      status: z.number().int().meta({ description: '0 waiting, 1 approved, 2 rejected' }),
      remark: z.string().nullable().meta({ description: 'what staff wrote with a rejection' }),
    })
    .nullable()
    .meta({ description: 'my newest application' }),
  figures: z
    .object({
      kyc: z.union([z.literal(0), z.literal(1)]).meta({ description: '1: my identity is approved' }),
      days: z.number().int().meta({ description: 'days of record of my second contract wallet' }),
      trades: z.number().int().meta({ description: 'closed positions in it; counted up to 10000' }),
      equity: formatAmount
        .nullable()
        .meta({ description: 'of it, now; null while a market has no fresh price' }),
      riskscore,
    })
    .meta({ description: 'what decides about an application, as of now' }),
  needed: z
    .object({
      days: z.number().int(),
      trades: z.number().int(),
      equity: formatAmount,
      riskscore: z.number().int().meta({ description: 'at most' }),
    })
    .meta({ description: 'the thresholds in force' }),
  missing: z.array(z.enum(leadIssueNames)).meta({
    description:
      'everything for which leadApply would be refused now, in its order; empty: it would be accepted',
  }),
})

const id = wholeField(1)

export const investCopyCalls = {
  '/api/invest/overBySelf': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary:
      'Ends a copy order: at the end of its period without a levy, or with `when` now at the next dealing with one. An order that waits for its dealing is refunded whole at once. Refuses 2003 with data.reason.',
    request: z.strictObject({
      id,
      when: z.enum(['period', 'now']).default('period').meta({
        description:
          'period: at the end of the running period when asked three days before it, else of the next one',
      }),
    }),
    data: z.object({
      id: z.number().int(),
      state: z.enum(['running', 'refunded']),
      leaves: instant.nullable().meta({ description: 'the dealing at which it leaves; null of a refund' }),
      payout: formatAmount,
    }),
    refusals: ['notFound', 'invalidState'],
    example: { id: 1, when: 'period' },
  }),
  '/api/invest/poolTrades': call({
    audience: 'visitor',
    list: true,
    summary:
      'Lists the closed positions of the pool of a copy product, newest first, with their receipts; what is open is for its followers only.',
    request: z.strictObject({ id, ...pagingFields(['createtime', 'id']) }),
    data: z.array(poolOrderRow),
    refusals: ['notFound'],
    example: { id: 5, pageNum: 1, pageSize: 10 },
  }),
  '/api/invest/poolDealings': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists the dealings of a copy product, one a midnight, newest first.',
    request: z.strictObject({ id, ...pagingFields(['createtime', 'id']) }),
    data: z.array(poolDealingRow),
    refusals: ['notFound'],
    example: { id: 5, pageNum: 1, pageSize: 10 },
  }),
  '/api/invest/poolOrders': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    list: true,
    summary:
      'Lists what the pool of one of my copy orders traded: while the order runs with open positions and skipped openings, otherwise closed ones only.',
    request: z.strictObject({ id, ...pagingFields(['createtime', 'id']) }),
    data: z.array(poolOrderRow),
    refusals: ['notFound'],
    example: { id: 1, pageNum: 1, pageSize: 10 },
  }),
  '/api/invest/leadList': call({
    audience: 'visitor',
    list: true,
    summary:
      'Lists all leads there ever were, ended ones included, by days of record unless told otherwise. A filter leaves out whose figure is not known.',
    request: z.strictObject({
      ...pagingFields(['days', 'risk', 'return', 'drawdown']),
      ...leadFilterFields,
    }),
    data: z.array(leadRow),
    example: { pageNum: 1, pageSize: 10, state: 'open', maxrisk: 5 },
  }),
  '/api/invest/leadDetail': call({
    audience: 'visitor',
    summary:
      'Returns the record of a lead: index and drawdown by day, trades, products and what followers got.',
    request: z.strictObject({ id }),
    data: leadDetail,
    refusals: ['notFound'],
    example: { id: 1 },
  }),
  '/api/invest/leadStatus': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    summary:
      'Returns whether I lead, my newest application, and my figures beside the thresholds with all that is missing for an application.',
    request: z.strictObject({}),
    data: leadStatus,
  }),
  '/api/invest/leadApply': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary:
      'Applies to be copied with my second contract wallet; a manager decides. Refuses 1006 `staff`, 2003 with the first of `leading`, `inReview`, `kyc`, `days`, `trades`, `equity`, `riskScore`.',
    request: z.strictObject({ text: textField(1000) }),
    data: z.object({ id: z.number().int() }),
    refusals: ['notAllowed', 'invalidState'],
    example: { text: 'I trade trends of a few hours.' },
  }),
  '/api/invest/leadStop': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary:
      'Ends my leading: all positions of the pools are closed at the market and everybody is paid at the next dealing without a levy. Final.',
    request: z.strictObject({}),
    data: z.object({}),
    refusals: ['invalidState'],
  }),
} as const

/** Fields of productSave of a copy product; percentages are decimal strings. */
export const copyProductFields = {
  leaduid: wholeField(1).optional().meta({ description: 'copy: uid of an active lead; never changes' }),
  freezedate: wholeField(1, 365).optional().meta({ description: 'copy: days of a period' }),
  minbuymoney: textField(20).optional().meta({ description: 'copy: USDT, a multiple of 100' }),
  maxbuymoney: textField(20).optional().meta({ description: 'copy: USDT, a multiple of 100' }),
  leadfee: textField(9).optional().meta({ description: 'copy: percent of new profit, at most copy_fee_max' }),
  maxmultiple: wholeField(1, 20).optional().meta({ description: 'copy: largest leverage of a copied order' }),
  copystop: textField(9).optional().meta({ description: 'copy: percent, 5 to 95' }),
  exitlevy: textField(9).optional().meta({ description: 'copy: percent, at most 2' }),
} as const

/** A copy product as staff see it. */
export const copyProductRow = z.object({
  leadid: z.number().int(),
  leaduid: z.number().int(),
  account: z.number().int().meta({ description: 'number of the pool' }),
  freezedate: z.number().int(),
  minbuymoney: formatAmount,
  maxbuymoney: formatAmount,
  leadfee: formatAmount,
  maxmultiple: z.number().int(),
  copystop: formatAmount,
  exitlevy: formatAmount,
  state: z.enum(poolStates),
  waiting: formatAmount.meta({ description: 'money of orders that wait for their dealing' }),
  units: formatAmount,
  unitprice: formatAmount,
})

export const investCopyStaffCalls = {
  '/staff/api/leadEnd': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Ends a lead: the pools close at the market, and everybody is paid at the next dealing without a levy. Final; the customer is told the reason.',
    request: z.strictObject({
      id,
      reason: z.enum(['leadBroke', 'risk', 'legal']),
      remark: textField(500),
    }),
    data: z.object({}),
    refusals: ['notAllowed', 'notFound', 'invalidField', 'invalidState'],
    example: { id: 1, reason: 'risk', remark: 'Risk score 9.' },
  }),
} as const
