import { z } from 'zod'
import { call } from '../wire/call.ts'
import {
  choiceField,
  formatAmount,
  instant,
  pagingFields,
  passwordField,
  usdtField,
  wholeField,
} from '../wire/fields.ts'
import { orderStates } from './checks.ts'
import { attributionRow } from './copy/pool/wire.ts'
import { copyAccrualFields, copyOrderFields, productLead, productPool } from './copy/wire.ts'

/** What a product sells: interest on own money, interest on trial funds, or shares of a copied pool. */
export const productKinds = ['yield', 'experience', 'copy'] as const
export type ProductKind = (typeof productKinds)[number]

const rateText = formatAmount.meta({
  description: 'a fraction of one for the whole cycle: 0.0011 is 0.11 %; "0" where there is none',
})
const percentText = formatAmount.meta({
  description: 'percent of a year with two decimals, rounded down; "0" of a copy product',
})
const interesttype = z
  .union([z.literal(1), z.literal(2), z.literal(3)])
  .meta({ description: '1 fixed, 2 compound, 3 copy' })

export const productCycle = z.object({
  id: z.number().int(),
  interesttype: z.union([z.literal(1), z.literal(2)]),
  rete: rateText,
  freezedate: z.number().int().meta({ description: 'days' }),
  minbuymoney: formatAmount,
  maxbuymoney: formatAmount,
  capacity: formatAmount.meta({ description: 'largest further principal of this cycle that is funded' }),
})
export type ProductCycle = z.infer<typeof productCycle>

export const productRow = z.object({
  id: z.number().int(),
  name: z.string(),
  picurl: z.string().meta({ description: 'a picture of this product, or empty' }),
  remark: z.string(),
  kind: z.enum(productKinds),
  isnormal: z.union([z.literal(1), z.literal(2)]).meta({ description: '2 trial product' }),
  status: z
    .union([z.literal(1), z.literal(2)])
    .meta({ description: '1 on sale, 2 sold out or off sale; computed, never set' }),
  rete: rateText,
  freezedate: z.number().int().meta({ description: 'days of the base fixed cycle; 0 where there is none' }),
  rete2: rateText,
  freezedate2: z
    .number()
    .int()
    .meta({ description: 'days of the base compound cycle; 0 where there is none' }),
  minbuymoney: formatAmount,
  maxbuymoney: formatAmount,
  reteList: z.array(productCycle).meta({ description: 'further cycles, bought by buy2' }),
  annual: percentText.meta({ description: 'simple, 360 days: rate ÷ days × 30 × 12' }),
  apr: percentText.meta({ description: 'simple, 365 days' }),
  apy: percentText.meta({ description: 'with interest on interest, 365 days' }),
  redeemdays: z.number().int().meta({
    description: 'midnights after which early redemption opens; as many as the cycle has days: never',
  }),
  redeemfee: formatAmount.meta({
    description: 'share of the accrued interest taken then, a fraction of one',
  }),
  ishot: z.union([z.literal(0), z.literal(1)]).meta({ description: '1 featured by the operator' }),
  createtime: instant,
  funding: z.object({
    capacity: formatAmount.meta({
      description: 'largest further principal of the base cycle that the free reserve and the quota cover',
    }),
    reserved: formatAmount.meta({ description: 'interest promised and not paid' }),
    sold: formatAmount.meta({ description: 'principal that runs' }),
    quota: formatAmount.meta({ description: 'most principal that may run; 0 none' }),
  }),
  lead: productLead.optional().meta({ description: 'of a copy product: who is copied, and its terms' }),
  pool: productPool.optional().meta({ description: 'of a copy product: its pool' }),
})
export type ProductRow = z.infer<typeof productRow>

const claim = z
  .object({ text: z.string(), source: z.string().meta({ description: 'an https address that shows it' }) })
  .optional()

export const productDetailText = z.object({
  repayment: z.string(),
  settlementtime: z.string(),
  dividend: z.string().meta({ description: 'how the fixed cycles pay; empty where there is none' }),
  dividend2: z.string().meta({ description: 'how the compound cycles pay; empty where there is none' }),
  referralreward: z.string(),
  source: z.string().meta({ description: 'where the interest comes from' }),
  agency: claim,
  custodianbank: claim,
  jianguan: claim,
  security: claim,
  riskmsg: z.string(),
  remark: z.string(),
  detailintroduce: z.string(),
})
export type ProductDetailText = z.infer<typeof productDetailText>

export const investOrderRow = z.object({
  id: z.number().int(),
  createtime: instant,
  typeid: z.number().int(),
  typename: z.string(),
  kind: z.enum(productKinds),
  interesttype,
  buymoney: formatAmount.meta({ description: 'own money put in' }),
  creditmoney: formatAmount.meta({ description: 'trial funds put in; one of the two is 0' }),
  profit: formatAmount.meta({ description: 'accrued in all' }),
  lastProfit: formatAmount.meta({ description: 'accrued for yesterday; 0 when there was none' }),
  promised: formatAmount.meta({ description: 'interest of the whole cycle; 0 of a copy order' }),
  freezedate: z.number().int(),
  typerete: rateText,
  typerete2: rateText,
  status: z.union([z.literal(0), z.literal(1)]).meta({ description: '0 processing, 1 finished' }),
  state: z.enum(orderStates),
  canover: z.union([z.literal(1), z.literal(2)]).meta({ description: '2 copy: ended by overBySelf' }),
  overself: z.union([z.literal(1), z.literal(2)]),
  nextstep: z.union([z.literal(0), z.literal(1)]).meta({ description: '1 while redeeming' }),
  returntime: instant.meta({ description: 'from then on `redemption` may be called; the end: never early' }),
  endtime: instant.meta({ description: 'planned end' }),
  next: instant
    .nullable()
    .meta({ description: 'next accrual, or the settlement of a redemption; null when finished' }),
  left: z.number().int().meta({ description: 'accruals still to come' }),
  redeemfee: formatAmount.meta({ description: 'share of the accrued interest that redemption takes' }),
  payout: formatAmount.meta({ description: 'what the ending transaction moved into the wallet' }),
  fee: formatAmount.meta({ description: 'what was taken; 0 while running' }),
  pledged: z.number().int().nullable().meta({ description: 'the loan it secures' }),
  ...copyOrderFields,
})
export type InvestOrderRow = z.infer<typeof investOrderRow>

const accrualRow = z.object({
  id: z.number().int(),
  daily: z.string().meta({ description: 'yyyymmdd, the day that ended with the midnight' }),
  profit: formatAmount,
  ...copyAccrualFields,
})
export type AccrualRow = z.infer<typeof accrualRow>

const productId = wholeField(1, 1_000_000_000)
const orderId = wholeField(1)
const purchase = {
  typeid: productId,
  interesttype: choiceField([1, 2]).meta({ description: '1 fixed, 2 compound; of a copy product 1' }),
  money: usdtField(),
  withdrawpsd: passwordField(),
  stoploss: wholeField(5, 95)
    .optional()
    .meta({ description: 'of a copy product: it leaves when this percentage is lost; 40 if left out' }),
}
const purchaseRefusals = [
  'notFound',
  'invalidState',
  'invalidCredentials',
  'tooManyRequests',
  'notAllowed',
  'selfLimitReached',
  'riskCheckRequired',
  'notTradable',
  'outOfRange',
  'tooManyOrders',
  'insufficientBalance',
  'insufficientReserve',
  'ledgerSuspended',
] as const

export const investCalls = {
  '/api/invest/productType': call({
    audience: 'visitor',
    summary: 'Lists the kinds of products by which the list can be filtered.',
    request: z.strictObject({}),
    data: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
  '/api/invest/productlist': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists the products on sale or sold out of one kind, or with ishot 1 the featured ones on sale.',
    request: z.strictObject({
      type: choiceField([0, 1, 2, 3, 4, 5]).default(0).meta({
        description: '0 all, 1 trial product, 2 sold out, 3 fixed, 4 compound, 5 copy trading',
      }),
      ishot: choiceField([0, 1]).default(0),
      ...pagingFields(['position', 'createtime', 'minbuymoney', 'rete'], 'createtime'),
      isAsc: z.enum(['asc', 'desc']).default('asc'),
    }),
    data: z.array(productRow),
    example: { type: 0, pageNum: 1, pageSize: 10 },
  }),
  '/api/invest/productDetail': call({
    audience: 'visitor',
    summary: 'Returns one product, on sale or not, with its texts and how its interest is funded.',
    request: z.strictObject({ id: productId }),
    data: productRow.extend({ detail: productDetailText }),
    refusals: ['notFound'],
    example: { id: 1 },
  }),
  '/api/invest/buy': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    checkedPasswords: ['withdrawpsd'],
    summary:
      'Buys a base cycle of a product. The money leaves the wallet into the hold of principal, and the whole interest is set aside in the product’s reserve.',
    request: z.strictObject(purchase),
    data: investOrderRow,
    refusals: purchaseRefusals,
    example: { typeid: 1, interesttype: 1, money: '2700', withdrawpsd: 'Demo123!' },
  }),
  '/api/invest/buy2': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    checkedPasswords: ['withdrawpsd'],
    summary: 'Buys a further cycle of a product, one of its reteList.',
    request: z.strictObject({
      ...purchase,
      basicrate: choiceField([2]),
      retesid: wholeField(1, 1_000_000_000),
    }),
    data: investOrderRow,
    refusals: purchaseRefusals,
    example: { typeid: 1, interesttype: 1, money: '200', withdrawpsd: 'Demo123!', basicrate: 2, retesid: 3 },
  }),
  '/api/invest/freebuy': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary:
      'Buys the trial product with all trial funds, once ever; the interest is the customer’s, the funds go back at the end.',
    request: z.strictObject({ typeid: productId }),
    data: investOrderRow,
    refusals: purchaseRefusals.filter((code) => code !== 'invalidCredentials' && code !== 'tooManyRequests'),
    example: { typeid: 3 },
  }),
  '/api/invest/myFinancial': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    list: true,
    summary: 'Lists my orders, those in processing or the finished ones or all.',
    request: z.strictObject({
      status: choiceField([0, 1]).optional().meta({ description: '0 processing, 1 finished' }),
      ...pagingFields(['createtime', 'endtime', 'id']),
    }),
    data: z.array(investOrderRow),
    example: { status: 0, pageNum: 1, pageSize: 10 },
  }),
  '/api/invest/redemption': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary:
      'Asks for early redemption of an order: it accrues no more and is settled at the next midnight. Final. Refuses 2003 with data.reason.',
    request: z.strictObject({ id: orderId }),
    data: investOrderRow,
    refusals: ['notFound', 'invalidState'],
    example: { id: 1 },
  }),
  '/api/invest/financialDetail': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    list: true,
    summary: 'Lists the accruals of one of my orders, one a day, newest first.',
    request: z.strictObject({ refid: orderId, ...pagingFields(['createtime', 'id']) }),
    data: z.array(accrualRow),
    refusals: ['notFound'],
    example: { refid: 1, pageNum: 1, pageSize: 10 },
  }),
  '/api/invest/buyDetail': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    list: true,
    summary:
      'Lists the trades behind one day of a copy order; of an accrual of another order there are none.',
    request: z.strictObject({ detailid: orderId, ...pagingFields(['createtime', 'id']) }),
    data: z.array(attributionRow),
    refusals: ['notFound'],
    example: { detailid: 1, pageNum: 1, pageSize: 10 },
  }),
  '/api/invest/summary': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    summary: 'Adds up my orders; every figure is a sum of the rows shown.',
    request: z.strictObject({}),
    data: z.object({
      principal: formatAmount.meta({ description: 'own money in orders in processing' }),
      copyvalue: formatAmount.meta({ description: 'value of copy orders' }),
      accrued: formatAmount.meta({ description: 'of orders in processing' }),
      yesterday: formatAmount.meta({ description: 'accrued for yesterday by orders in processing' }),
      total: formatAmount.meta({ description: 'accrued by all orders ever' }),
      running: z.number().int().meta({ description: 'orders in processing' }),
      next: instant
        .nullable()
        .meta({ description: 'next midnight at which one of them accrues or is settled' }),
    }),
  }),
} as const
