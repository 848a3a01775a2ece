import { z } from 'zod'
import { call } from '../wire/call.ts'
import { amountText, choiceField, instant, pagingFields, textField, usdtField } from '../wire/fields.ts'

export const fundingCalls = {
  '/api/pay/payChannel': call({
    audience: 'user',
    summary: 'Lists the online payment channels with their limits.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        minprice: amountText,
        maxprice: amountText,
        options: z.array(amountText),
      }),
    ),
  }),
  '/api/pay/pay': call({
    audience: 'user',
    changes: true,
    summary: 'Begins an online deposit and returns the address of the page where it is paid.',
    request: z.strictObject({
      comenewtask: textField(64).optional(),
      action: textField(32),
      money: usdtField(),
    }),
    data: z.string(),
    refusals: ['outsideLimits', 'notFound', 'ownLimit'],
    example: { action: 'sandbox', money: '1000' },
  }),
  '/api/pay/myPay': call({
    audience: 'user',
    list: true,
    summary: 'Lists my deposits.',
    request: z.strictObject({
      status: choiceField([0, 1, 2]).optional(),
      ...pagingFields(['creatTime', 'id']),
    }),
    data: z.array(
      z.object({
        id: z.number().int(),
        status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
        creatTime: instant,
        money: amountText,
        channel: z.string(),
        hash: z.string().optional(),
        remark: z.string().optional(),
      }),
    ),
    example: { pageNum: 1, pageSize: 10 },
  }),
} as const
