import { z } from 'zod'
import { activationStatus } from '../ai/wire.ts'
import { lockReasons } from '../identity/locks.ts'
import { accountLock } from '../identity/wire.ts'
import { optionOrderRow } from '../options/wire.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  formatAmount,
  instant,
  pagingFields,
  passwordField,
  textField,
  wholeField,
} from '../wire/fields.ts'
import { auditCalls } from './audit/wire.ts'
import { passkeyAnswer, webauthnOptions } from './passkeys/wire.ts'
import { staffRoles } from './roles.ts'

/** Flags that `userSet` can change, with their accepted values. */
const flags = {
  frozen: choiceField([0, 1]).optional(),
  kycswitch: choiceField([0, 1]).optional().meta({ description: '1 hides the identity check' }),
  transferswitch: choiceField([1, 2]).optional().meta({ description: '2 allows transfers to other users' }),
  creditscore: wholeField(0, 100, 'with a remark, which the customer reads').optional(),
  ib: z.union([z.literal('').transform(() => 2), choiceField([0, 1])]).optional(),
}
export const customerFlags = ['frozen', 'kycswitch', 'transferswitch', 'creditscore', 'ib'] as const
export type CustomerFlag = (typeof customerFlags)[number]

/** Flags that the role service may set; the others require a manager. */
const flagsServiceMaySet: readonly CustomerFlag[] = ['kycswitch', 'transferswitch']
const managerFlags = Object.fromEntries(
  customerFlags.filter((flag) => !flagsServiceMaySet.includes(flag)).map((flag) => [flag, 'any'] as const),
)

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

const invitation = textField(64).meta({ description: 'the secret part of an invitation' })
const waits = z
  .boolean()
  .meta({ description: 'true: nothing is done until a second manager asks for the same' })
const memberRow = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  frozen: z.number().int(),
  totp: z.boolean(),
  invited: z.boolean().meta({ description: 'an invitation is open; there is no password yet' }),
  since: instant,
  seen: instant.nullable().meta({ description: 'the newest call, by the business calendar' }),
})
const invited = z.object({
  waits,
  invitation: z
    .string()
    .nullable()
    .meta({ description: 'shown this once; good for 24 hours; null while the call waits' }),
  expires: instant.nullable(),
})

const lockRow = z.object({
  id: z.number().int(),
  uid: z.number().int(),
  reason: z.enum(lockReasons),
  remark: z.string(),
  reference: z.string().nullable(),
  origin: z.enum(['customer', 'letter', 'staff']),
  staff: z.string().nullable().meta({ description: 'the manager who locked it or took the lock over' }),
  staffid: z.number().int().nullable(),
  agreed: z.string().nullable().meta({ description: 'the second manager' }),
  from: instant,
  until: instant.nullable().meta({ description: 'null: until it is lifted' }),
  ended: instant.nullable().meta({ description: 'by the business calendar; null while it stands' }),
})
export type LockRow = z.output<typeof lockRow>

export const staffCalls = {
  '/staff/api/lockList': call({
    audience: 'staff',
    requiredRole: 'service',
    list: true,
    summary:
      'Lists locks of accounts, newest first: those that stand, or with `ended` 1 those that are over.',
    request: z.strictObject({ ended: choiceField([0, 1]).default(0), ...pagingFields(['id']) }),
    data: z.array(lockRow.extend({ username: z.string() })),
    example: { ended: 0 },
  }),
  '/staff/api/userSearch': call({
    audience: 'staff',
    requiredRole: 'service',
    list: true,
    summary: 'Finds customers by uid, or by the beginning of an e-mail address or a phone.',
    request: z.strictObject({ text: textField(254), ...pagingFields(['uid']) }),
    data: z.array(customerRow),
    example: { text: '10001' },
  }),
  '/staff/api/userRecent': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Returns the customers whose page this member opened last, at most ten, newest first.',
    request: z.strictObject({}),
    data: z.array(customerRow.extend({ opened: instant })),
    example: {},
  }),
  '/staff/api/userDetail': call({
    audience: 'staff',
    requiredRole: 'service',
    summary:
      'Returns a customer: profile, what is owned, brought in and taken out, balances, newest orders and options, journal and sessions.',
    request: z.strictObject({ uid }),
    data: z.object({
      profile: customerRow.extend({
        ...flagValues.shape,
        referrer: z.number().int().nullable(),
        country: z.string().nullable(),
        region: z.string(),
        activecode: z.string(),
        activecodestatus: activationStatus,
        activeuntil: instant
          .nullable()
          .meta({ description: 'until when AI ordering is or was active, by the business calendar' }),
        lock: lockRow.nullable(),
      }),
      figures: z
        .object({
          assets: formatAmount.meta({
            description: 'total assets now, less loans, coins at their best bid; below 0 where more is owed',
          }),
          deposited: formatAmount.meta({ description: 'credited since registration' }),
          withdrawn: formatAmount.meta({ description: 'sent since registration, with fees' }),
        })
        .meta({ description: 'in USDT' }),
      balances: z.array(z.object({ account: z.string(), asset: z.string(), amount: formatAmount })),
      orders: z.array(
        z.object({
          id: z.number().int(),
          procode: z.string(),
          type: z.number().int(),
          multiple: z.number().int(),
          number: z.number().int(),
          openPrice: formatAmount,
          cautionMoney: formatAmount,
          factProfits: formatAmount,
          tradeFee: formatAmount,
          status: z.number().int(),
          createtime: instant,
        }),
      ),
      options: z.array(optionOrderRow.omit({ pid: true, ptitle: true, aioperate: true })),
      journal: z.array(
        z.object({
          account: z.string(),
          asset: z.string(),
          type: z.number().int(),
          money: formatAmount,
          balance: formatAmount,
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
    requiredRole: 'service',
    managerFields: managerFlags,
    changes: true,
    summary:
      'Sets exactly one of frozen, kycswitch, transferswitch, creditscore and ib of a customer. The role service may set kycswitch and transferswitch. `frozen` 1 locks the account, with a reason and a remark the customer reads: all sessions end and resting orders are cancelled. It ends after 72 h unless a second manager makes the same call. The reasons sanctions and court_order need a `reference` and two managers from the start: until then the answer has `approvals` 1 and nothing is locked. Lifting a lock to which two agreed needs two.',
    request: z.strictObject({
      uid,
      ...flags,
      reason: z.enum(lockReasons).optional(),
      remark: textField(500).optional(),
      reference: textField(100).optional().meta({ description: 'of the order, such as a file number' }),
    }),
    data: flagValues.extend({
      lock: accountLock.nullable().optional(),
      approvals: z.literal(1).optional().meta({ description: 'waits for a second manager; nothing is done' }),
    }),
    refusals: ['notFound', 'notAllowed', 'invalidState', 'invalidField'],
    example: { uid: 10001, frozen: 1, reason: 'stolen_access', remark: 'A report by telephone.' },
  }),
  ...auditCalls,
  '/staff/api/login': call({
    audience: 'visitor',
    checkedPasswords: ['pwd'],
    summary:
      'Signs a member of staff in and returns the session token: 12 hours at most, half an hour without a call. In live mode with a passkey (`credential`, an answer to `passkeyOptions`), else with one or a code of an app where that is on; without it the call is refused with `data.passkey` true (and the credentials in `data.passkeys`) or `data.otp` true. Failures are counted for an account from an address and for an account; then the next try waits (1004).',
    request: z.strictObject({
      email: textField(254),
      pwd: passwordField(),
      otp: textField(8).optional(),
      credential: passkeyAnswer.optional(),
    }),
    data: z.string(),
    refusals: ['invalidCredentials', 'tooManyRequests'],
    example: { email: 'manager@glasshouse.test', pwd: 'Manager123!' },
  }),
  '/staff/api/logout': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Ends this session.',
    request: z.strictObject({}),
    data: z.object({}),
  }),
  '/staff/api/me': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Returns who is signed in and whether a second factor is on.',
    request: z.strictObject({}),
    data: z.object({
      id: z.number().int(),
      email: z.string(),
      name: z.string(),
      role: z.enum(staffRoles),
      totp: z.boolean(),
    }),
  }),
  '/staff/api/updatePwd': call({
    audience: 'staff',
    requiredRole: 'service',
    checkedPasswords: ['oldpwd'],
    changes: true,
    summary: 'Changes the own password. Every other session of this member ends.',
    request: z.strictObject({ oldpwd: passwordField(), pwd: passwordField() }),
    data: z.object({}),
    refusals: ['invalidCredentials', 'tooManyRequests', 'invalidState'],
    example: { oldpwd: 'Manager123!', pwd: 'four violet lanterns' },
  }),
  '/staff/api/totp': call({
    audience: 'staff',
    requiredRole: 'service',
    changes: true,
    summary:
      'Sets the second factor up: `start` returns a secret for an authenticator app, `confirm` with a code of it switches it on, `stop` with a code switches it off. In live mode a passkey is asked for instead.',
    request: z.strictObject({ action: z.enum(['start', 'confirm', 'stop']), code: textField(8).optional() }),
    data: z.object({ on: z.boolean(), secret: z.string().optional(), otpauth: z.string().optional() }),
    refusals: ['invalidVerificationCode', 'invalidState', 'tooManyRequests'],
    example: { action: 'start' },
  }),
  '/staff/api/joinStart': call({
    audience: 'visitor',
    summary:
      'Opens an invitation: whom it is for, options for creating a passkey, and a fresh secret for an authenticator app. `needsPasskey` tells whether joining without a passkey is refused: in live mode.',
    request: z.strictObject({ invitation }),
    data: z.object({
      email: z.string(),
      name: z.string(),
      role: z.enum(staffRoles),
      needsPasskey: z.boolean(),
      passkey: webauthnOptions,
      secret: z.string(),
      otpauth: z.string(),
    }),
    refusals: ['notFound'],
    example: { invitation: 'the text behind # in the link' },
  }),
  '/staff/api/join': call({
    audience: 'visitor',
    changes: true,
    summary:
      'Accepts an invitation, once: the password of one’s own, the passkey created with the options of `joinStart` (in live mode a must: 1007 with `data.passkey` true), and with a code the app.',
    request: z.strictObject({
      invitation,
      pwd: passwordField(),
      otp: textField(8).optional(),
      credential: passkeyAnswer.optional(),
    }),
    data: z.object({}),
    refusals: ['notFound', 'invalidVerificationCode', 'invalidCredentials', 'alreadyTaken'],
    example: { invitation: 'the text behind # in the link', pwd: 'four violet lanterns', otp: '123456' },
  }),
  '/staff/api/memberList': call({
    audience: 'staff',
    requiredRole: 'manager',
    list: true,
    summary: 'Lists who works here; managers only.',
    request: z.strictObject({ ...pagingFields(['id']) }),
    data: z.array(memberRow),
    refusals: ['notAllowed'],
  }),
  '/staff/api/memberAdd': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Adds a member of staff, who chooses the password by the invitation that is returned. Managers only; adding a manager waits until a second manager makes the same call.',
    request: z.strictObject({
      email: textField(254),
      name: textField(60),
      role: z.enum(staffRoles),
    }),
    data: invited,
    refusals: ['notAllowed', 'alreadyTaken', 'invalidState'],
    example: { email: 'new@glasshouse.test', name: 'New', role: 'service' },
  }),
  '/staff/api/memberSet': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Freezes, thaws or re-roles a member of staff; never oneself. Managers only. Freezing and taking a role away work at once; making or thawing a manager waits until a second manager makes the same call.',
    request: z.strictObject({
      id: wholeField(1),
      frozen: choiceField([0, 1]).optional(),
      role: z.enum(staffRoles).optional(),
    }),
    data: memberRow.extend({ waits }),
    refusals: ['notAllowed', 'notFound', 'invalidState'],
    example: { id: 3, frozen: 1 },
  }),
  '/staff/api/memberInvite': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Invites a member anew who lost the password or the app: both end, all sessions too. Managers only, never oneself; for a manager it waits until a second manager makes the same call.',
    request: z.strictObject({ id: wholeField(1) }),
    data: invited,
    refusals: ['notAllowed', 'notFound', 'invalidState'],
    example: { id: 3 },
  }),
  '/staff/api/proposalList': call({
    audience: 'staff',
    requiredRole: 'manager',
    list: true,
    summary:
      'Lists what waits for a second manager; managers only. A second manager agrees by making the same call within 24 hours; nobody else’s agreement counts.',
    request: z.strictObject({ ...pagingFields(['id']) }),
    data: z.array(
      z.object({
        id: z.number().int(),
        action: z.string().meta({ description: 'the last part of the call’s path' }),
        target: z.string(),
        wish: z.record(z.string(), z.unknown()).meta({ description: 'the fields of the call' }),
        staffid: z.number().int(),
        staff: z.string(),
        time: instant,
        until: instant,
        mine: z.boolean(),
      }),
    ),
    refusals: ['notAllowed'],
  }),
  '/staff/api/proposalDrop': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary: 'Takes back what waits for a second manager; any manager may.',
    request: z.strictObject({ id: wholeField(1) }),
    data: z.object({}),
    refusals: ['notAllowed', 'notFound'],
    example: { id: 1 },
  }),
} as const
