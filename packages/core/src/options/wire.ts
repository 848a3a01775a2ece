import { z } from 'zod'
import { tickEvidence } from '../markets/wire.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  formatAmount,
  instant,
  pagingFields,
  priceField,
  textField,
  usdtField,
  wholeField,
} from '../wire/fields.ts'
import { optionRules } from './rules.ts'

export const optionOrderRow = z.object({
  id: z.number().int(),
  pid: z.number().int(),
  procode: z.string(),
  ptitle: z.string(),
  ostyle: z.union([z.literal(0), z.literal(1)]).meta({ description: '0 CALL, 1 PUT' }),
  fee: formatAmount.meta({ description: 'the stake' }),
  scale: formatAmount.meta({ description: 'what a win earns, in percent of the stake' }),
  buyprice: formatAmount.meta({ description: 'the last price at which it was accepted' }),
  sellprice: formatAmount.meta({ description: 'the price that settled it; 0 while open and of a void' }),
  buytime: instant.meta({ description: 'accepted' }),
  selltime: instant.meta({ description: 'expires; the last tick at or before it decides' }),
  ostaus: z.union([z.literal(0), z.literal(1)]).meta({ description: '0 open, 1 settled' }),
  isWin: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .nullable()
    .meta({ description: 'null while open, 1 win, 2 loss, 3 draw or void: stake back' }),
  void: z
    .boolean()
    .meta({ description: 'no price could decide it: the market was silent around its expiry' }),
  ploss: formatAmount.meta({
    description: 'profit of a win, minus the stake of a loss, 0 of a draw or void and while open',
  }),
  aioperate: z.number().int(),
})
export type OptionOrderRow = z.infer<typeof optionOrderRow>

/** `data` of the push OPTION_SETTLED: the settled order. */
export type OptionSettled = OptionOrderRow

const orderId = wholeField(1)

export const optionCalls = {
  '/api/option/placeOrder': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'trade',
    changes: true,
    summary: 'Buys an option at the last price: CALL wins above it at the expiry, PUT below it.',
    request: z.strictObject({
      pid: wholeField(1, 1_000_000_000),
      ostyle: choiceField([0, 1]),
      endprofit: wholeField(1, 1_000_000_000, 'seconds to the expiry, one of the product’s'),
      fee: usdtField(),
      buyprice: priceField(),
      terms: textField(64).optional().meta({
        description:
          '`terms` of the market as it was seen; refused with 2007 and the new `data.terms` when it is not the present one',
      }),
    }),
    data: optionOrderRow,
    refusals: [
      'insufficientBalance',
      'outOfRange',
      'tooManyOrders',
      'priceChanged',
      'insufficientReserve',
      'notFound',
      'notTradable',
      'notAllowed',
      'invalidState',
      'riskCheckRequired',
      'selfLimitReached',
      'ledgerSuspended',
    ],
    example: { pid: 1, ostyle: 0, endprofit: 30, fee: '10', buyprice: '66128.74' },
  }),
  '/api/option/orderList': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary: 'Lists my options, open ones or settled ones or both.',
    request: z.strictObject({
      ostaus: choiceField([0, 1]).optional(),
      ...pagingFields(['buytime', 'selltime', 'id']),
    }),
    data: z.array(optionOrderRow),
    example: { ostaus: 0, pageNum: 1, pageSize: 20 },
  }),
  '/api/option/receipt': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns the ticks an option began and ended with, and how its payout follows from them.',
    request: z.strictObject({ id: orderId }),
    data: z.object({
      order: optionOrderRow,
      seenPrice: formatAmount.meta({ description: 'the price the customer saw' }),
      tolerancePpm: z.number().int().meta({ description: 'how far it may differ, in parts in a million' }),
      win: formatAmount.meta({ description: 'stake × scale ÷ 100, rounded down; waits in the escrow' }),
      payout: formatAmount
        .nullable()
        .meta({ description: 'what came back, stake included; null while open' }),
      entry: z.object({
        tick: tickEvidence,
        time: instant,
        transactionId: z.number().int(),
        apikey: z
          .number()
          .int()
          .optional()
          .meta({ description: 'id of the API key that placed it, where one did' }),
        acceptedTime: instant.optional().meta({
          description: 'of an option that waited for the first trade after it: when it was accepted',
        }),
        accepted: tickEvidence.optional().meta({ description: 'the tick in force then' }),
      }),
      exit: z
        .object({
          rule: z.enum(optionRules),
          tick: tickEvidence.nullable().meta({ description: 'null of a void without any tick' }),
          time: instant,
          transactionId: z.number().int(),
          silentFrom: instant
            .nullable()
            .meta({ description: 'of a void: receive time of the last message before the expiry' }),
          silentTo: instant
            .nullable()
            .meta({ description: 'of a void: receive time of the next message; null when none had come' }),
        })
        .nullable()
        .meta({ description: 'null while open' }),
    }),
    refusals: ['notFound'],
    example: { id: 1 },
  }),
} as const
