import { z } from 'zod'
import { ledgerReport } from '../ledger/wire.ts'
import { call } from '../wire/call.ts'
import { amountText, choiceField, instant, pagingFields, textField, wholeField } from '../wire/fields.ts'

export const staffRoles = ['service', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What `userSet` can change, with the values it takes. */
const flags = {
  frozen: choiceField([0, 1]).optional(),
  kycswitch: choiceField([0, 1]).optional().meta({ description: '1 hides the identity check' }),
  transferswitch: choiceField([1, 2]).optional().meta({ description: '2 allows transfers to other users' }),
  creditscore: wholeField(0, 1000).optional(),
  ib: choiceField([0, 1]).optional(),
}
export const customerFlags = ['frozen', 'kycswitch', 'transferswitch', 'creditscore', 'ib'] as const
export type CustomerFlag = (typeof customerFlags)[number]

/** Flags that the role service may set; the others are a manager's. */
export const serviceFlags: readonly CustomerFlag[] = ['kycswitch', 'transferswitch']

const flagValues = z.object({
  frozen: z.number().int(),
  kycswitch: z.number().int(),
  transferswitch: z.number().int(),
  creditscore: z.number().int(),
  ib: z.number().int(),
})
const uid = wholeField(1)
const shown = z.string().meta({ description: 'masked for the role service' })

const customerRow = z.object({
  uid: z.number().int(),
  username: z.string(),
  email: shown,
  utel: shown,
  frozen: z.number().int(),
  registered: instant,
  closed: instant.nullable(),
})

export const staffCalls = {
  '/staff/api/userSearch': call({
    audience: 'staff',
    list: true,
    summary: 'Finds customers by uid, or by the beginning of an e-mail address or a phone.',
    request: z.strictObject({ text: textField(254), ...pagingFields(['uid']) }),
    data: z.array(customerRow),
    example: { text: '10001' },
  }),
  '/staff/api/userDetail': call({
    audience: 'staff',
    summary: 'Returns a customer: profile, balances, newest orders, journal and sessions.',
    request: z.strictObject({ uid }),
    data: z.object({
      profile: customerRow.extend({
        ...flagValues.shape,
        referrer: z.number().int().nullable(),
        country: z.string().nullable(),
        region: z.string(),
      }),
      balances: z.array(z.object({ account: z.string(), asset: z.string(), amount: amountText })),
      orders: z.array(
        z.object({
          id: z.number().int(),
          procode: z.string(),
          type: z.number().int(),
          multiple: z.number().int(),
          number: z.number().int(),
          openPrice: amountText,
          cautionMoney: amountText,
          factProfits: amountText,
          tradeFee: amountText,
          status: z.number().int(),
          createtime: instant,
        }),
      ),
      journal: z.array(
        z.object({
          account: z.string(),
          asset: z.string(),
          type: z.number().int(),
          money: amountText,
          balance: amountText,
          cause: z.string().meta({ description: 'kind and id, such as deposit 17' }),
          time: instant,
        }),
      ),
      sessions: z.array(
        z.object({
          id: z.number().int(),
          started: instant,
          expires: instant,
          ended: instant.nullable(),
          ip: shown,
          userAgent: z.string(),
        }),
      ),
    }),
    refusals: ['notFound'],
    example: { uid: 10001 },
  }),
  '/staff/api/userSet': call({
    audience: 'staff',
    changes: true,
    summary:
      'Sets exactly one of frozen, kycswitch, transferswitch, creditscore and ib of a customer. The role service may set kycswitch and transferswitch. Freezing ends all sessions.',
    request: z.strictObject({ uid, ...flags }),
    data: flagValues,
    refusals: ['notFound', 'notAllowed', 'stateForbids'],
    example: { uid: 10001, frozen: 1 },
  }),
  '/staff/api/auditLog': call({
    audience: 'staff',
    list: true,
    summary: 'Lists what staff did, newest first; managers only.',
    request: z.strictObject({
      staffid: wholeField(1).optional(),
      action: textField(64).optional(),
      target: textField(100).optional().meta({ description: 'such as customer 10001' }),
      from: wholeField(0).optional().meta({ description: 'epoch milliseconds, included' }),
      to: wholeField(0).optional().meta({ description: 'epoch milliseconds, excluded' }),
      ...pagingFields(['id']),
    }),
    data: z.array(
      z.object({
        id: z.number().int(),
        time: instant,
        staffid: z.number().int().nullable().meta({ description: 'null: nobody was signed in' }),
        staff: z.string().nullable(),
        action: z.string(),
        target: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        ip: z.string(),
        userAgent: z.string(),
      }),
    ),
    refusals: ['notAllowed'],
    example: { pageNum: 1, pageSize: 20 },
  }),
  '/staff/api/login': call({
    audience: 'visitor',
    summary: 'Signs a member of staff in and returns the session token.',
    request: z.strictObject({ email: textField(254), pwd: textField(128), otp: textField(8).optional() }),
    data: z.string(),
    refusals: ['credentialsWrong'],
    example: { email: 'manager@glasshouse.test', pwd: 'Manager123!' },
  }),
  '/staff/api/logout': call({
    audience: 'staff',
    summary: 'Ends this session.',
    request: z.strictObject({}),
    data: z.object({}),
  }),
  '/staff/api/me': call({
    audience: 'staff',
    summary: 'Returns who is signed in.',
    request: z.strictObject({}),
    data: z.object({ id: z.number().int(), email: z.string(), name: z.string(), role: z.enum(staffRoles) }),
  }),
  '/staff/api/ledgerCheck': call({
    audience: 'staff',
    summary: 'Checks every invariant of the books.',
    request: z.strictObject({}),
    data: ledgerReport,
  }),
} as const
