import { z } from 'zod'
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
import { bonusStates } from './bonus.ts'
import { chainStatuses } from './chainStatus.ts'
import { networks } from './networks.ts'

const network = z.union([z.literal(1001), z.literal(1002)])

export const depositCalls = {
  '/api/pay/payChannel': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Lists the online payment channels with their limits.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        minprice: formatAmount,
        maxprice: formatAmount,
        options: z.array(formatAmount),
      }),
    ),
  }),
  '/api/pay/pay': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary: 'Begins an online deposit and returns the address of the page where it is paid.',
    request: z.strictObject({
      comenewtask: textField(64).optional(),
      action: textField(32),
      money: usdtField(),
    }),
    data: z.string(),
    refusals: ['outOfRange', 'notFound', 'selfLimitReached', 'tooManyOrders'],
    example: { action: 'sandbox', money: '1000' },
  }),
  '/api/pay/channelDigital': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Lists the networks that take digital deposits, each with the address to pay to: one of the customer’s own where the operator gave an extended public key, else the operator’s.',
    request: z.strictObject({}),
    data: z.array(z.object({ type: network, typename: z.string(), value: z.string() })),
  }),
  '/api/pay/usualAddr': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Lists the addresses I paid from before, the latest first.',
    request: z.strictObject({}),
    data: z.array(z.object({ address: z.string(), type: network })),
  }),
  '/api/pay/payDigital': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Reports a transfer to my deposit address. Nothing is credited until the chain and the staff have confirmed what arrived; a hash counts once.',
    request: z.strictObject({
      type: choiceField(networks),
      money: usdtField().meta({ description: 'what was sent, in USDT' }),
      hash: textField(200).meta({
        description:
          'spaces are dropped and case does not count; 1001: 0x and 64 hex digits, 1002: 64 letters or digits',
      }),
      url: textField(500).optional().meta({ description: 'a screenshot of mine from uploadFile' }),
      payaddress: textField(100).optional().meta({ description: 'the address paid from' }),
      price: z
        .string()
        .regex(/^(?:\d{1,15}(?:\.\d{1,8})?)?$/)
        .optional()
        .meta({ description: 'the amount in the currency shown, kept for staff; it decides nothing' }),
      onlinepaytype: textField(32).optional().meta({ description: 'kept for staff; it decides nothing' }),
      param: textField(200).optional().meta({ description: 'a remark for staff' }),
    }),
    data: z.object({ id: z.number().int() }),
    refusals: ['outOfRange', 'notFound', 'invalidState', 'selfLimitReached', 'tooManyOrders'],
    example: { type: 1001, money: '1000', hash: `0x${'5b'.repeat(32)}` },
  }),
  '/api/pay/myPay': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary: 'Lists my deposits, those on a chain with what the chain says of them.',
    request: z.strictObject({
      status: choiceField([0, 1, 2]).optional(),
      ...pagingFields(['creatTime', 'id']),
    }),
    data: z.array(
      z.object({
        id: z.number().int(),
        status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
        creatTime: instant,
        money: formatAmount.meta({ description: 'what was asked for or reported' }),
        credited: formatAmount.optional().meta({ description: 'what really arrived and was credited' }),
        channel: z.string(),
        hash: z.string().optional(),
        remark: z.string().optional(),
        finding: z
          .enum(chainStatuses)
          .optional()
          .meta({ description: 'digital only: what the chain says of the hash' }),
        confirmations: z.number().int().optional(),
        needed: z.number().int().optional().meta({ description: 'confirmations that are enough' }),
        url: z.string().optional().meta({ description: 'where a waiting online deposit is paid' }),
      }),
    ),
    example: { pageNum: 1, pageSize: 10 },
  }),
  '/api/pay/bonusOffer': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Tells whether a first-deposit bonus is offered to me, how much, and until when I can claim it.',
    request: z.strictObject({}),
    data: z.object({
      state: z.enum(bonusStates).meta({
        description:
          'off: not offered where I live; waiting: no deposit yet; claimable; claimed; over: seven days are past',
      }),
      percent: z.number().int(),
      extra: formatAmount,
      max: formatAmount,
      bonus: formatAmount.optional().meta({ description: 'what claiming gives, or gave' }),
      until: instant.optional(),
    }),
  }),
  '/api/pay/claimBonus': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Credits the bonus of my first deposit as bonus credit: it pays contract fees and can never be withdrawn. Once, within seven days of that deposit.',
    request: z.strictObject({}),
    data: z.object({ bonus: formatAmount }),
    refusals: ['notAllowed', 'invalidState', 'insufficientReserve'],
  }),
} as const

/** Implementations of an online channel: the practice page, or BTCPay Server. */
export const channelAdapters = ['sandbox', 'btcpay'] as const

const channelRow = z.object({
  code: z.string(),
  name: z.string(),
  adapter: z.enum(channelAdapters),
  minprice: formatAmount,
  maxprice: formatAmount,
  options: z.array(formatAmount),
  on: z.union([z.literal(0), z.literal(1)]),
  place: z.number().int(),
  open: z
    .boolean()
    .meta({ description: 'customers can use it: it is on, and its adapter is there in this mode' }),
})

export const depositStaffCalls = {
  '/staff/api/payChannelList': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Lists every online deposit channel, also those that are off.',
    request: z.strictObject({}),
    data: z.array(channelRow),
  }),
  '/staff/api/payChannelSave': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Adds an online deposit channel or changes one; managers only. What carries it out is chosen once and stays.',
    request: z.strictObject({
      code: textField(32).meta({ description: 'small letters, digits, - and _; names it for ever' }),
      name: textField(60),
      adapter: z.enum(channelAdapters),
      minprice: usdtField().meta({ description: 'smallest deposit' }),
      maxprice: usdtField().meta({ description: 'largest deposit' }),
      options: textField(200).default('').meta({ description: 'amounts on buttons: a comma list of USDT' }),
      on: choiceField([0, 1]),
      place: wholeField(0, 1000).default(1).meta({ description: 'order in the list' }),
    }),
    data: channelRow,
    refusals: ['notAllowed', 'outOfRange', 'invalidState'],
    example: {
      code: 'sandbox',
      name: 'Practice gateway',
      adapter: 'sandbox',
      minprice: '10',
      maxprice: '50000',
      options: '100,500,1000',
      on: 1,
      place: 1,
    },
  }),
} as const
