import { z } from 'zod'
import { tickEvidence } from '../markets/wire.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  choiceListField,
  formatAmount,
  instant,
  optionalPriceField,
  pagingFields,
  priceField,
  priceOrNoneField,
  textField,
  wholeField,
} from '../wire/fields.ts'
import { trailedStop, trailingField, trailingRow } from './trailingFields.ts'

/** Why a position closed; limit: by a closing order, trailing: by a trailing stop. Of a copy pool also copy: its lead closed, and dealing: a dealing or its end closed it. */
export const closeReasons = [
  'user',
  'profit',
  'loss',
  'limit',
  'trailing',
  'liquidation',
  'ai',
  'copy',
  'dealing',
] as const

export const contractOrderRow = z.object({
  id: z.number().int(),
  parentid: z.number().int().nullable().meta({
    description:
      'of a part that was closed: its original, which keeps the rest. The lots of an opening are those of the original and of all its parts; a part has a higher id than its original',
  }),
  pid: z.number().int(),
  procode: z.string(),
  ptitle: z.string(),
  type: z.union([z.literal(1), z.literal(2)]).meta({ description: '1 buy, 2 sell' }),
  multiple: z.number().int(),
  number: z.number().int().meta({ description: 'lots' }),
  openPrice: formatAmount,
  targetProfitPrice: formatAmount.meta({ description: '0 when not set' }),
  stopLossPrice: formatAmount.meta({ description: '0 when not set' }),
  newPrice: formatAmount.meta({ description: 'the side at which it would close now' }),
  closePrice: formatAmount.meta({ description: '0 while open' }),
  cautionMoney: formatAmount.meta({ description: 'margin' }),
  factProfits: formatAmount.meta({ description: 'profit or loss before fees; floating while open' }),
  tradeFee: formatAmount.meta({ description: 'fees charged so far' }),
  feeRate: formatAmount.meta({
    description:
      "the product's fee rate when the order was accepted, a fraction of one; closing costs the same",
  }),
  feeFromBonus: formatAmount.optional().meta({
    description:
      'in the answer of the call that opened or closed it: what of the fee charged by this call bonus credit paid',
  }),
  liquidationPrice: formatAmount
    .nullable()
    .meta({ description: 'close-out price, null when no price closes it out' }),
  closeReason: z.enum(closeReasons).nullable(),
  transactionTime: instant.nullable(),
  createtime: instant,
  completeTime: instant.nullable(),
  handleTime: instant.nullable(),
  expireTime: instant.optional().meta({
    description:
      'of an order that rests or was revoked: it fills only at a tick received before this instant',
  }),
  trigger: z.enum(['rises', 'falls']).optional().meta({
    description:
      'of a stop order that rests or was revoked: openPrice is its trigger price, to which the market rises or falls',
  }),
  trailing: trailingRow.optional().meta({ description: 'of a position with a trailing stop' }),
  closing: z
    .array(z.object({ originPrice: formatAmount, number: z.number().int().meta({ description: 'lots' }) }))
    .optional()
    .meta({
      description:
        'of a position with closing orders: the lots that close at each price, the nearest to the market first',
    }),
  aioperate: z.number().int().meta({ description: '2 placed by AI ordering, else 0' }),
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
})
export type ContractOrderRow = z.infer<typeof contractOrderRow>

const levertype = choiceField([1, 2])
const orderId = wholeField(1)
const statuses = [0, 1, 2, 3, 4] as const

/** Figures of a contract wallet at its liquidation, before the close. */
export const liquidationSnapshot = z.object({
  balance: formatAmount,
  margin: formatAmount,
  profit: formatAmount.meta({ description: 'floating profit of all open positions' }),
  forOrder: z.number().int().nullable().meta({
    description: 'closed for its profit, which the loss of this order needed; null for the risk rate',
  }),
})
export type LiquidationSnapshot = z.infer<typeof liquidationSnapshot>

/** What the published rule saw of a closed candle when it decided: the sums and prices of `core/ai/momentum.ts`. */
export const aiDecision = z.object({
  run: z.number().int(),
  rule: z.string(),
  version: z.number().int(),
  candle: z.number().int().meta({ description: 'opening of the closed 1m candle, epoch seconds' }),
  s7: formatAmount.meta({ description: 'sum of the last 7 closes' }),
  s30: formatAmount.meta({ description: 'sum of the last 30 closes' }),
  c: formatAmount.meta({ description: 'its close' }),
  c15: formatAmount.meta({ description: 'the close 15 candles before' }),
  a: formatAmount.meta({ description: 'mean of the last 14 true ranges, rounded down' }),
})
export type AiDecision = z.infer<typeof aiDecision>

/** The two ticks between which an order at the market filled at the worse one. */
export const entryTicks = z.object({
  acceptedTime: instant.meta({ description: 'when the order was accepted, by the receive clock' }),
  windowMs: z.number().int(),
  accepted: tickEvidence.meta({ description: 'the tick in force then' }),
  next: tickEvidence
    .nullable()
    .meta({ description: 'the first tick within the window; null when none came' }),
})
export type EntryEvidence = z.infer<typeof entryTicks>

const termsSeen = textField(64).optional().meta({
  description:
    '`terms` of the market as it was seen; refused with 2007 and the new `data.terms` when it is not the present one',
})

/** What a new order may be refused with, and one that is amended. */
const openingRefusals = [
  'insufficientBalance',
  'outOfRange',
  'tooManyOrders',
  'priceChanged',
  'insufficientReserve',
  'notFound',
  'notAllowed',
  'invalidState',
  'invalidTpSl',
  'riskCheckRequired',
  'selfLimitReached',
  'ledgerSuspended',
] as const

export const contractCalls = {
  '/api/contract/buyContract': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'trade',
    changes: true,
    summary: 'Opens a leveraged position at the market, or places an order at a fixed price.',
    request: z.strictObject({
      levertype,
      multiple: wholeField(1, 1000),
      originPrice: priceField(),
      pid: wholeField(1, 1_000_000_000),
      number: wholeField(0, 1_000_000_000),
      status: choiceField([0, 1, 2]).meta({
        description:
          '0 rests at a fixed price, 1 at the market, 2 a stop order: rests until the market gets to originPrice from either side, then opens at the market',
      }),
      type: choiceField([1, 2]),
      target_profit_price: optionalPriceField(),
      stop_loss_price: optionalPriceField(),
      expiretime: wholeField(1).optional().meta({
        description:
          'not with status 1: epoch milliseconds from which on the order does not fill and is revoked, from a minute to 90 days ahead; otherwise refused with 2002, `data.rule` expiry',
      }),
      terms: termsSeen,
    }),
    data: contractOrderRow,
    refusals: openingRefusals,
    example: { levertype: 1, multiple: 10, originPrice: '66128.74', pid: 1, number: 11, status: 1, type: 1 },
  }),
  '/api/contract/pingcangContract': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'trade',
    changes: true,
    summary: 'Closes a position at the market, whole or a part of its lots.',
    request: z.strictObject({ id: orderId, number: wholeField(0, 1_000_000_000).optional() }),
    data: contractOrderRow,
    refusals: ['notFound', 'invalidState', 'priceChanged', 'outOfRange'],
    example: { id: 1 },
  }),
  '/api/contract/amendContract': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'trade',
    changes: true,
    summary:
      'Changes price, lots, expiry, stop-profit and stop-loss of an order in one step; what is left out stays, 0 or empty clears a stop. Price, lots and expiry change only while it rests.',
    request: z.strictObject({
      id: orderId,
      originPrice: priceField().optional().meta({ description: 'the new limit price' }),
      number: wholeField(0, 1_000_000_000).optional().meta({ description: 'the new lots' }),
      expiretime: wholeField(0).optional().meta({
        description: 'the new expiry, epoch milliseconds from a minute to 90 days ahead; 0: none',
      }),
      stop_loss_price: priceOrNoneField().optional(),
      target_profit_price: priceOrNoneField().optional(),
      terms: termsSeen,
    }),
    data: contractOrderRow,
    refusals: openingRefusals,
    example: { id: 1, originPrice: '64000' },
  }),
  '/api/contract/cheDanContract': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'trade',
    changes: true,
    summary: 'Revokes a pending order and gives its hold back.',
    request: z.strictObject({ id: orderId }),
    data: contractOrderRow,
    refusals: ['notFound', 'invalidState'],
    example: { id: 1 },
  }),
  '/api/contract/zhiyingzhisunContract': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'trade',
    changes: true,
    summary:
      'Sets stop-profit and stop-loss of an open or pending order, and the trailing stop of an open one; 0 or empty clears one, one that is left out stays.',
    request: z.strictObject({
      id: orderId,
      stop_loss_price: priceOrNoneField().optional(),
      target_profit_price: priceOrNoneField().optional(),
      trailing_stop: trailingField.optional(),
    }),
    data: contractOrderRow,
    refusals: ['notFound', 'invalidState', 'invalidTpSl', 'priceChanged', 'outOfRange'],
    example: { id: 1, stop_loss_price: '65000', target_profit_price: '67000' },
  }),
  '/api/contract/closingOrder': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'trade',
    changes: true,
    summary:
      'Sets how many lots of a position close at a price or a better one, from the first tick that reaches it on; 0 cancels the closing order at that price. It only ever reduces the position.',
    request: z.strictObject({
      id: orderId,
      originPrice: priceField(),
      number: wholeField(0, 1_000_000_000).meta({
        description:
          'lots; with those at other prices at most the lots of the position, which has up to 10 closing orders',
      }),
    }),
    data: contractOrderRow,
    refusals: ['notFound', 'invalidState', 'priceChanged', 'outOfRange', 'tooManyOrders'],
    example: { id: 1, originPrice: '70000', number: 5 },
  }),
  '/api/contract/myContractOrderList': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary: 'Lists my contract orders of some statuses.',
    request: z.strictObject({
      levertype,
      statusList: choiceListField(statuses).optional(),
      status: choiceField(statuses).optional(),
      pid: wholeField(1, 1_000_000_000).optional(),
      ...pagingFields(['createtime', 'completeTime', 'id']),
    }),
    data: z.array(contractOrderRow),
    example: { levertype: 1, statusList: '1,2', pageNum: 1, pageSize: 10 },
  }),
  '/api/contract/account': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns the figures of one contract wallet, live.',
    request: z.strictObject({ levertype }),
    data: z.object({
      balance: formatAmount,
      available: formatAmount,
      margin: formatAmount,
      hold: formatAmount,
      profit: formatAmount,
      riskRate: formatAmount.nullable(),
      income: formatAmount,
    }),
    example: { levertype: 1 },
  }),
  '/api/contract/maxOrder': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns the largest notional in USDT that a new order of mine on a market can have now, on each side; a larger one is refused with 2002 and `data.max`. With the `id` of a resting order of mine, what it may be amended to.',
    request: z.strictObject({ pid: wholeField(1, 1_000_000_000), id: orderId.optional() }),
    data: z.object({
      buy: formatAmount.meta({ description: 'of a buy at the price of the order; 0 when none passes' }),
      sell: formatAmount,
    }),
    refusals: ['notFound'],
    example: { pid: 1 },
  }),
  '/api/contract/receipt': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns every event of one order with the tick that caused it and the money it moved.',
    request: z.strictObject({ id: orderId }),
    data: z.object({
      order: contractOrderRow,
      lot: formatAmount,
      feeRatePpm: z.number().int(),
      events: z.array(
        z.object({
          kind: z.enum(['opened', 'closed', 'closedPart', 'placed', 'amended', 'revoked', 'stopsSet']),
          time: instant,
          rule: z
            .string()
            .meta({ description: 'marketBuyAtAsk, limitSellAtBid, stopLossSellAtBid, closeOutBuyAtAsk …' }),
          price: formatAmount,
          number: z.number().int(),
          margin: formatAmount,
          fee: formatAmount,
          feeFromBonus: formatAmount
            .optional()
            .meta({ description: 'what of the fee bonus credit paid, as the ledger has it' }),
          profit: formatAmount,
          insurance: formatAmount.meta({ description: 'what the insurance fund paid of the loss' }),
          insuredProfit: formatAmount.optional().meta({
            description: 'of a profit beyond the trading reserve: what the insurance fund paid',
          }),
          owed: formatAmount.optional().meta({
            description:
              'of a profit beyond every reserve: paid out, and owed by the house until it is funded',
          }),
          transactionId: z.number().int().nullable(),
          tick: tickEvidence.nullable(),
          account: liquidationSnapshot.optional(),
          expireTime: instant
            .optional()
            .meta({ description: 'of an order that was placed or amended: its expiry since then' }),
          seenPrice: formatAmount
            .optional()
            .meta({ description: 'of an order opened at once: the price that was seen, or asked for' }),
          apikey: z
            .number()
            .int()
            .optional()
            .meta({ description: 'id of the API key that caused it, where one did' }),
          copyof: z.number().int().optional().meta({
            description:
              'of an order of a copy pool: the order of the lead that was copied, or the closed one that closed it',
          }),
          ai: aiDecision.optional().meta({
            description:
              'of an opening by AI ordering, and of a close by its opposite signal: the candle that decided',
          }),
          trailing: trailedStop
            .optional()
            .meta({ description: 'of a trailing stop that was set, cleared or reached' }),
          entry: entryTicks.optional().meta({
            description:
              'of an order that filled at the worse of two ticks (`entry_window_ms`): both; `tick` is the worse',
          }),
        }),
      ),
    }),
    refusals: ['notFound'],
    example: { id: 1 },
  }),
} as const
