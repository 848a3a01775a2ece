import { z } from 'zod'
import { userInfo } from '../identity/wire.ts'
import { tickEvidence } from '../markets/wire.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  coinField,
  formatAmount,
  instant,
  passwordField,
  textField,
  usdtField,
  wholeField,
} from '../wire/fields.ts'

const getuserinfo = call({
  audience: 'user',
  restricted: 'allowed',
  apiKeyScope: 'read',
  summary: 'Returns my profile and the free amounts of my wallets in USDT.',
  request: z.strictObject({}),
  data: userInfo,
})

const coinPrices = {
  price: formatAmount.nullable().meta({ description: 'last price; null while there is none' }),
  value: formatAmount.nullable().meta({ description: 'amount × price, rounded down' }),
  rate: formatAmount
    .nullable()
    .meta({ description: 'the best bid, at which it would be sold; null while there is none' }),
  rateTime: instant.nullable().meta({ description: 'when this rate was received' }),
  stale: z.boolean().meta({ description: 'true: the feed has been silent for 5 s and nothing is sold' }),
}

const recipient = {
  accountType: choiceField([1, 2, 3]).meta({ description: '1 phone with its country code, 2 e-mail, 3 uid' }),
  toAccount: textField(254),
}

export const walletCalls = {
  '/api/user/getuserinfo': getuserinfo,
  '/api/user/userInfo': getuserinfo,
  '/api/user/wallet': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Lists the coins of my wallet, USDT first, with price and value.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.number().int(),
        ptitle: z.string(),
        amount: formatAmount,
        ...coinPrices,
      }),
    ),
  }),
  '/api/user/coinWallet': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Lists the products of my coin wallet with price and value; its USDT is `coinwallet` of getuserinfo.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.number().int(),
        pid: z.number().int(),
        ptitle: z.string(),
        amount: formatAmount,
        ...coinPrices,
      }),
    ),
  }),
  '/api/user/transferBalance': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'trade',
    changes: true,
    summary:
      'Sells coins of my wallet, or products of my coin wallet, for USDT at the best bid of a feed that spoke within 5 s. The USDT goes into the same wallet.',
    request: z.strictObject({
      number: coinField(),
      walletId: wholeField(0, 1_999_999_999, 'the id of a row of `wallet` or `coinWallet`'),
    }),
    data: z.object({
      id: z.number().int().meta({ description: 'the number of the sale, for `exchangeReceipt`' }),
      rate: formatAmount.meta({ description: 'the best bid it was sold at' }),
      received: formatAmount.meta({ description: 'number × rate, rounded down' }),
      age: z.number().int().meta({ description: 'milliseconds since this rate was received' }),
    }),
    refusals: [
      'notFound',
      'outOfRange',
      'insufficientBalance',
      'priceChanged',
      'insufficientReserve',
      'ledgerSuspended',
    ],
    example: { number: '0.1', walletId: 1 },
  }),
  '/api/user/exchangeReceipt': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns a sale of coins with the tick that made its rate.',
    request: z.strictObject({ id: wholeField(1, Number.MAX_SAFE_INTEGER, 'a `refid` of a `coinSold` line') }),
    data: z.object({
      id: z.number().int(),
      pid: z.number().int(),
      procode: z.string(),
      place: z
        .enum(['wallet', 'coin'])
        .meta({ description: 'the wallet the coins left and the USDT entered' }),
      amount: formatAmount.meta({ description: 'coins sold' }),
      rate: formatAmount.meta({ description: 'the best bid it was sold at' }),
      received: formatAmount.meta({ description: 'amount × rate, rounded down' }),
      time: instant,
      tick: tickEvidence,
    }),
    refusals: ['notFound'],
    example: { id: 1 },
  }),
  '/api/user/walletTransfer': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'trade',
    changes: true,
    summary: 'Moves USDT between two of my four wallets; the pair codes are those of the wallet table.',
    request: z.strictObject({
      type: choiceField([1, 2, 3, 4, 5, 6]),
      typeReverse: choiceField([1, 2]),
      transfervalue: usdtField(),
    }),
    data: z.object({}),
    refusals: ['insufficientBalance', 'outOfRange', 'priceChanged', 'invalidState'],
    example: { type: 1, typeReverse: 1, transfervalue: '100' },
  }),
  '/api/user/transferRecipient': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    summary:
      'Names the customer a transfer would go to, masked, so that it can be confirmed. Needs transferswitch 2; 30 questions an hour (practice: 2000).',
    request: z.strictObject(recipient),
    data: z.object({ name: z.string(), account: z.string() }),
    refusals: ['notAllowed', 'notFound', 'invalidState'],
    example: { accountType: 3, toAccount: '10002' },
  }),
  '/api/user/internalTransfer': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'withSecondFactor',
    checkedPasswords: ['withdrawpsd'],
    changes: true,
    summary:
      'Sends USDT of my wallet to another customer. Needs transferswitch 2 and the withdraw password; while a pause runs after a change of the account it gets 2003 with data.reason and data.until.',
    request: z.strictObject({
      ...recipient,
      price: usdtField(),
      withdrawpsd: passwordField(),
    }),
    data: z.object({}),
    refusals: [
      'ledgerSuspended',
      'notAllowed',
      'invalidCredentials',
      'notFound',
      'invalidState',
      'outOfRange',
      'insufficientBalance',
    ],
    example: { accountType: 3, toAccount: '10002', price: '25', withdrawpsd: 'secret1' },
  }),
} as const
