import { z } from 'zod'
import { userInfo } from '../identity/wire.ts'
import { call } from '../wire/call.ts'
import { amountText, choiceField, usdtField } from '../wire/fields.ts'

const getuserinfo = call({
  audience: 'user',
  summary: 'Returns my profile and the free amounts of my wallets in USDT.',
  request: z.strictObject({}),
  data: userInfo,
})

export const walletCalls = {
  '/api/user/getuserinfo': getuserinfo,
  '/api/user/userInfo': getuserinfo,
  '/api/user/wallet': call({
    audience: 'user',
    summary: 'Lists the coins of my wallet, USDT first, with price and value.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.number().int(),
        ptitle: z.string(),
        amount: amountText,
        price: amountText.nullable().meta({ description: 'last price; null while there is none' }),
        value: amountText.nullable().meta({ description: 'amount × price, rounded down' }),
      }),
    ),
  }),
  '/api/user/walletTransfer': call({
    audience: 'user',
    changes: true,
    summary: 'Moves USDT between two of my four wallets; the pair codes are those of the wallet table.',
    request: z.strictObject({
      type: choiceField([1, 2, 3, 4, 5, 6]),
      typeReverse: choiceField([1, 2]),
      transfervalue: usdtField(),
    }),
    data: z.object({}),
    refusals: ['balanceLow', 'outsideLimits', 'priceMoved'],
    example: { type: 1, typeReverse: 1, transfervalue: '100' },
  }),
} as const
