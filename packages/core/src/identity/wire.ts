import { z } from 'zod'
import { call } from '../wire/call.ts'
import { amountText, choiceField, textField, wholeField } from '../wire/fields.ts'

const note = textField(64).optional()

export const identityCalls = {
  '/api/user/sendVerifyCode': call({
    audience: 'visitor',
    summary:
      'Sends a six-digit code to an e-mail address or a phone; the answer never tells whether an account exists.',
    request: z.strictObject({
      email: textField(254).optional(),
      phone: textField(20).optional(),
      telcode: textField(6).optional(),
      code: note,
      source: note,
      status: choiceField([1, 2]),
    }),
    data: z.object({ wait: z.number().int() }),
    refusals: ['tooManyRequests'],
    example: { email: 'you@example.com', status: 1 },
  }),
  '/api/user/register': call({
    audience: 'visitor',
    changes: true,
    summary: 'Registers a customer with phone, e-mail, password, code and referrer.',
    request: z.strictObject({
      telcode: textField(6),
      comenewtask: note,
      email: textField(254),
      oid: textField(32),
      phone: textField(20),
      pwd: textField(64),
      verifycode: textField(6),
      type: choiceField([1, 2]),
    }),
    data: z.object({ uid: z.number().int() }),
    refusals: ['verificationCodeWrong', 'alreadyTaken'],
    example: {
      telcode: '1',
      email: 'you@example.com',
      oid: '10000',
      phone: '12025550123',
      pwd: 'secret1',
      verifycode: '123456',
      type: 2,
    },
  }),
  '/api/user/login': call({
    audience: 'visitor',
    summary: 'Signs in by phone or e-mail and returns the session token.',
    request: z.strictObject({
      phone: textField(20).optional(),
      email: textField(254).optional(),
      pwd: textField(128),
      type: choiceField([1, 2]),
      otp: textField(8).optional(),
    }),
    data: z.string(),
    refusals: ['credentialsWrong'],
    example: { email: 'demo@glasshouse.test', pwd: 'Demo123!', type: 2 },
  }),
  '/api/user/logout': call({
    audience: 'user',
    summary: 'Ends this session.',
    request: z.strictObject({}),
    data: z.object({}),
  }),
} as const

export const userInfo = z.object({
  uid: z.number().int(),
  username: z.string(),
  email: z.string(),
  utel: z.string(),
  userphoto: z.number().int(),
  wallet: amountText,
  contractwallet: amountText,
  secondcontractwallet: amountText,
  coinwallet: amountText,
  bonus: amountText,
  activecode: z.string(),
  activecodestatus: z.number().int(),
  creditscore: z.number().int(),
  withdrawpsd: z.number().int(),
  kycswitch: z.number().int(),
  transferswitch: z.number().int(),
  experience: z.number().int(),
  ib: z.number().int(),
})
export type UserInfo = z.infer<typeof userInfo>

export const avatars = 14
export const avatarField = wholeField(0, avatars - 1)
