import { z } from 'zod'
import { activationStatus } from '../ai/wire.ts'
import { call } from '../wire/call.ts'
import { choiceField, formatAmount, instant, passwordField, textField, wholeField } from '../wire/fields.ts'
import { lockReasons } from './locks.ts'

const note = textField(64).optional()
const captchaAnswer = textField(2000).optional().meta({
  description: 'the solved captcha (see /api/common/captcha), once 1001 has named the field `code`',
})
const secondFactorCode = textField(64).optional().meta({
  description: 'the six digits of the authenticator app, or a recovery code',
})
const passkeyAnswer = textField(16_384).optional().meta({ description: 'the answer of a passkey as JSON' })
const nothing = z.object({})

export const avatars = 14

/** Why an account is locked and until when, as its customer reads it. */
export const accountLock = z.object({
  reason: z.enum(lockReasons),
  until: instant.nullable().meta({ description: 'by the business calendar; null: until it is lifted' }),
})

export const identityCalls = {
  '/api/user/sendVerifyCode': call({
    audience: 'visitor',
    summary:
      'Sends a six-digit code to an e-mail address or a phone; the answer never tells whether an account exists. Status 1 registers, 2 resets or edits and goes to proven addresses only, 3 (with a session) proves an address of mine or the new one of a change. One code per address and purpose every 120 s (1) or 60 s (2, 3); after many codes or wrong tries a solved captcha is asked for in `code`.',
    request: z.strictObject({
      email: textField(254).optional(),
      phone: textField(20).optional(),
      telcode: textField(6).optional(),
      code: captchaAnswer,
      source: note,
      status: choiceField([1, 2, 3]),
    }),
    data: z.object({ wait: z.number().int() }),
    refusals: ['unauthenticated', 'sessionRevoked', 'tooManyRequests'],
    example: { email: 'you@example.com', status: 1 },
  }),
  '/api/user/register': call({
    audience: 'visitor',
    changes: true,
    summary:
      'Registers a customer with phone, e-mail, password, code and referrer. The address the code went to (type 1 phone, 2 e-mail) is proven by it; the other one counts only after `proveAddress`. The dialling code is of a country that is offered (`countrys`).',
    request: z.strictObject({
      telcode: textField(6),
      comenewtask: note,
      email: textField(254),
      oid: textField(32),
      phone: textField(20),
      pwd: passwordField(),
      verifycode: textField(6),
      type: choiceField([1, 2]),
    }),
    data: z.object({ uid: z.number().int() }),
    refusals: ['invalidVerificationCode', 'alreadyTaken', 'notAllowed'],
    example: {
      telcode: '1',
      email: 'you@example.com',
      oid: '10000',
      phone: '12025550123',
      pwd: 'harbour7',
      verifycode: '123456',
      type: 2,
    },
  }),
  '/api/user/login': call({
    audience: 'visitor',
    checkedPasswords: ['pwd'],
    summary:
      'Signs in by phone or e-mail and returns the session token. With two-step sign-in a right password without `otp` gets 1007 with `data.otp` true; with passkeys, `data.passkey` true, and `credential` (an answer to `passkeyLogin`) does as well. After repeated failure a solved captcha is asked for in `code`, then patience. A locked account gets 1006 with `data.reason` and `data.until` (null: until it is lifted) for the right password; `restricted` 1 with `verifycode`, a code of status 2 to the proven address, then opens a session that may read, export, close, cancel, take back and complain.',
    request: z.strictObject({
      code: captchaAnswer,
      phone: textField(20).optional(),
      email: textField(254).optional(),
      pwd: passwordField(),
      type: choiceField([1, 2]),
      otp: secondFactorCode,
      restricted: choiceField([0, 1]).optional(),
      verifycode: textField(6).optional(),
      credential: passkeyAnswer,
    }),
    data: z.string(),
    refusals: [
      'invalidCredentials',
      'notAllowed',
      'invalidVerificationCode',
      'invalidState',
      'tooManyRequests',
    ],
    example: { email: 'demo@glasshouse.test', pwd: 'Demo123!', type: 2 },
  }),
  '/api/user/logout': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    summary: 'Ends this session.',
    request: z.strictObject({}),
    data: nothing,
  }),
  '/api/user/updatePwd': call({
    audience: 'visitor',
    changes: true,
    summary:
      'Sets a new password with a code sent to phone (type 1) or e-mail (type 2), without a type whichever is given; ends all sessions.',
    request: z.strictObject({
      phone: textField(20).optional(),
      email: textField(254).optional(),
      pwd: passwordField(),
      verifycode: textField(6),
      type: choiceField([1, 2]).optional(),
    }),
    data: nothing,
    refusals: ['invalidVerificationCode'],
    example: { email: 'you@example.com', pwd: 'harbour8', verifycode: '123456', type: 2 },
  }),
  '/api/user/withdrawPwd': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'always',
    changes: true,
    summary:
      'Sets the withdraw password; once one is set, with a code (status 2) sent to my proven phone (type 1) or e-mail (type 2); confirmed by the password alone it pauses sending and digital withdrawals for 24 h, but for the first one within 24 h of registration; a new e-mail address carries such a code after a day (2003 with `until`).',
    request: z.strictObject({
      newpwd: passwordField(),
      verifycode: textField(6).optional(),
      type: choiceField([0, 1, 2]).optional(),
    }),
    data: nothing,
    refusals: ['invalidVerificationCode', 'invalidState'],
    example: { newpwd: 'harbour9' },
  }),
  '/api/user/setUserinfo': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'always',
    stepUpFields: ['email', 'phone'],
    changes: true,
    summary:
      'Changes my e-mail address or phone (with `verifycode`, a code of status 3 sent to the new one) and/or my username, avatar (0 to 13) or the word of my letters. What is as it was gets 2003; addresses can be changed five times a day. The old address is told, with a link that undoes the change within 72 h; confirmed by the password alone it pauses sending and digital withdrawals for 24 h.',
    request: z.strictObject({
      email: textField(254).optional(),
      phone: textField(20).optional(),
      telcode: textField(6).optional(),
      verifycode: textField(6).optional(),
      username: textField(64).optional(),
      userphoto: wholeField(0, avatars - 1).optional(),
      letterword: textField(64).optional().meta({
        description:
          'the word in every letter to me, 2 to 32 letters, digits and single blanks; empty for none',
      }),
    }),
    data: nothing,
    refusals: ['invalidVerificationCode', 'alreadyTaken', 'invalidState', 'tooManyRequests'],
    example: { username: 'Ann' },
  }),
  '/api/user/proveAddress': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Proves my phone (type 1) or e-mail address (type 2) with a code of status 3 that was sent to it. Who proves an address first has it: then 1009 for the others, and 2003 for what is proven already.',
    request: z.strictObject({ type: choiceField([1, 2]), verifycode: textField(6) }),
    data: nothing,
    refusals: ['invalidVerificationCode', 'alreadyTaken', 'invalidState'],
    example: { type: 1, verifycode: '123456' },
  }),
  '/api/user/undo': call({
    audience: 'visitor',
    changes: true,
    summary:
      'Undoes, once, what the link of a letter is for: a changed address becomes the old one again, the account is locked and all sessions end; a request of `lostFactor` is dropped. A token that is unknown, used or over gets 1005.',
    request: z.strictObject({ token: textField(128) }),
    data: z.object({ kind: z.enum(['email', 'phone', 'lostFactor', 'signIn']) }),
    refusals: ['notFound'],
    example: { token: 'b0pSPaYvT3O1kUeKZTkTjQ' },
  }),
  '/api/user/lostFactor': call({
    audience: 'visitor',
    changes: true,
    checkedPasswords: ['pwd'],
    summary:
      'Asks for my second factors to be taken away because I lost them: with a proven address (type 1 phone, 2 e-mail), the password and a code of status 2. It is done seven days later, by the business calendar; a letter each day holds a link that drops the request. Where the identity of the account was checked, `idcard` has to be the number of that document: without it 1001, a wrong one is 1007. Where no second factor is on 2003.',
    request: z.strictObject({
      email: textField(254).optional(),
      phone: textField(20).optional(),
      type: choiceField([1, 2]),
      pwd: passwordField(),
      verifycode: textField(6),
      code: captchaAnswer,
      idcard: textField(100)
        .optional()
        .meta({ description: 'the number of the document of the identity check' }),
    }),
    data: z.object({ until: instant }),
    refusals: [
      'sessionRevoked',
      'invalidCredentials',
      'invalidVerificationCode',
      'invalidState',
      'tooManyRequests',
    ],
    example: { email: 'you@example.com', type: 2, pwd: 'harbour7', verifycode: '123456' },
  }),
  '/api/user/sessions': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    summary:
      'Lists where I am signed in, newest first. A device is what the header `Device` says, without it the user agent; a sign-in from a new one is reported by letter and by the push `NOTICE`.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.number().int(),
        started: instant,
        expires: instant,
        lastUsed: instant.meta({ description: 'the newest call, to about five minutes' }),
        ip: z.string(),
        country: z.string().nullable().meta({
          description: 'ISO code where a trusted proxy named the country at sign-in, else null',
        }),
        userAgent: z.string(),
        current: z.boolean().meta({ description: 'the session that asks' }),
      }),
    ),
  }),
  '/api/user/endSession': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary: 'Signs me out somewhere else; that session gets 103.',
    request: z.strictObject({ id: wholeField(1) }),
    data: nothing,
    refusals: ['notFound'],
    example: { id: 12 },
  }),
  '/api/user/totp': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'always',
    changes: true,
    summary:
      'Two-step sign-in by an authenticator app: start (→ secret, otpauth), confirm (the app’s code switches it on → recovery), recovery (→ ten new recovery codes in place of the old ones), stop (a code or recovery code switches it off). Each recovery code works once wherever `otp` does. A code counts once; after five wrong ones there is a wait.',
    request: z.strictObject({
      action: z.enum(['start', 'confirm', 'recovery', 'stop']),
      code: secondFactorCode,
    }),
    data: z.object({
      secret: z.string().optional(),
      otpauth: z.string().optional(),
      recovery: z.array(z.string()).optional().meta({ description: 'shown this once' }),
    }),
    refusals: ['invalidVerificationCode', 'invalidState', 'tooManyRequests'],
    example: { action: 'start' },
  }),
  '/api/user/stepUp': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    changes: true,
    checkedPasswords: ['pwd'],
    summary:
      'Confirms for ten minutes of this session that it is me: with the password, and with one second factor where one is on: `otp`, or `credential`, the answer of a passkey to `passkeyOptions`. What is wrong or missing gets 1007 (`data.otp` or `data.passkey` true where the password was right). Failures count as those of signing in do.',
    request: z.strictObject({
      pwd: passwordField().optional(),
      otp: secondFactorCode,
      credential: passkeyAnswer,
      code: captchaAnswer,
    }),
    data: z.object({ until: instant.meta({ description: 'until when, by the business calendar' }) }),
    refusals: ['invalidCredentials', 'tooManyRequests'],
    example: { pwd: 'Demo123!' },
  }),
  '/api/user/lock': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary:
      'Locks my account: every session ends (103), resting orders are cancelled, positions keep their stops. It ends by itself after 72 h. Until then `login` with `restricted` 1 opens a restricted session.',
    request: z.strictObject({}),
    data: accountLock,
  }),
  '/api/common/countrys': call({
    audience: 'visitor',
    summary:
      'Lists the countries offered at registration by name in the language of the form, with dialling code and ISO code.',
    request: z.strictObject({}),
    data: z.array(z.object({ name: z.string(), telcode: z.string(), countrycode: z.string() })),
    example: { lang: 'es' },
  }),
  '/api/common/captcha': call({
    audience: 'visitor',
    summary:
      'Returns a proof-of-work challenge (ALTCHA, PBKDF2/SHA-256) for the device to solve without its user. The answer, base64 of the JSON {challenge, solution: {counter, derivedKey}}, goes into the field `code`, once, within ten minutes.',
    request: z.strictObject({}),
    data: z.object({
      id: z.string(),
      expires: instant,
      challenge: z.object({
        parameters: z.object({
          algorithm: z.string(),
          nonce: z.string(),
          salt: z.string(),
          cost: z.number().int(),
          keyLength: z.number().int(),
          keyPrefix: z.string(),
          keySignature: z.string().optional(),
          data: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
        signature: z.string(),
      }),
    }),
  }),
} as const

export const userInfo = z.object({
  uid: z.number().int(),
  username: z.string(),
  email: z.string(),
  utel: z.string(),
  emailproven: z
    .number()
    .int()
    .meta({ description: '1: a code sent to `email` came back; 0: it was merely typed in' }),
  phoneproven: z.number().int().meta({ description: 'as `emailproven`, of `utel`' }),
  userphoto: z.number().int(),
  wallet: formatAmount,
  contractwallet: formatAmount,
  secondcontractwallet: formatAmount,
  coinwallet: formatAmount,
  bonus: formatAmount,
  experiencefund: formatAmount.meta({
    description: 'trial funds: for the trial product alone, not withdrawable',
  }),
  held: z.object({ options: formatAmount, withdrawals: formatAmount, principal: formatAmount }).meta({
    description:
      'what has left `wallet` and is still mine: stakes of open options, withdrawals that wait, invested principal',
  }),
  activecode: z.string(),
  activecodestatus: activationStatus,
  creditscore: z.number().int(),
  withdrawpsd: z.number().int(),
  letterword: z.string().meta({ description: 'the word in every letter to me; empty for none' }),
  twostep: z.number().int().meta({ description: '1: two-step sign-in is on' }),
  pauseuntil: instant.nullable().meta({
    description:
      'until when sending to others and digital withdrawals pause after a change; null when they do not',
  }),
  lock: accountLock
    .extend({ leftMs: z.number().int().nullable().meta({ description: 'until then; null without an end' }) })
    .nullable()
    .meta({ description: 'why this session is restricted and until when; null in an ordinary session' }),
  recoverycodes: z.number().int().meta({ description: 'recovery codes that are left' }),
  kycswitch: z.number().int(),
  transferswitch: z.number().int(),
  experience: z.number().int().meta({ description: '1: the trial product was bought, which is once' }),
  ib: z.number().int(),
})
export type UserInfo = z.infer<typeof userInfo>
