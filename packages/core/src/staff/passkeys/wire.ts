import { z } from 'zod'
import { call } from '../../wire/call.ts'
import { instant, passwordField, textField, wholeField } from '../../wire/fields.ts'

/** The answer of a passkey in a request. */
export const passkeyAnswer = textField(16_384).meta({ description: 'the answer of a passkey as JSON' })
/** Options for a passkey in a response. */
export const webauthnOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ description: 'options of WebAuthn as JSON' })

/** Passkeys of staff. */
export const staffPasskeyCalls = {
  '/staff/api/passkeyOptions': call({
    audience: 'visitor',
    summary:
      'Returns the options for `navigator.credentials.get` with which `login` is answered by a passkey: once, within five minutes.',
    request: z.strictObject({}),
    data: z.object({ options: webauthnOptions }),
  }),
  '/staff/api/passkeys': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Lists my passkeys, newest first.',
    request: z.strictObject({}),
    data: z.array(
      z.object({ id: z.number().int(), name: z.string(), created: instant, lastUsed: instant.nullable() }),
    ),
  }),
  '/staff/api/passkeyAdd': call({
    audience: 'staff',
    requiredRole: 'service',
    changes: true,
    checkedPasswords: ['pwd'],
    summary:
      'Adds one more passkey of mine, with my password: without `credential` it returns the options for `navigator.credentials.create`, with it, its answer as JSON, the passkey is verified and stored.',
    request: z.strictObject({
      name: textField(64),
      pwd: passwordField(),
      credential: passkeyAnswer.optional(),
    }),
    data: z.object({ options: webauthnOptions.optional() }),
    refusals: ['invalidCredentials', 'alreadyTaken', 'tooManyOrders', 'tooManyRequests'],
    example: { name: 'Laptop', pwd: 'Manager123!' },
  }),
  '/staff/api/passkeyRemove': call({
    audience: 'staff',
    requiredRole: 'service',
    changes: true,
    checkedPasswords: ['pwd'],
    summary:
      'Removes a passkey of mine, with my password; in live mode not the last one (2003 `lastPasskey`).',
    request: z.strictObject({ id: wholeField(1), pwd: passwordField() }),
    data: z.object({}),
    refusals: ['notFound', 'invalidCredentials', 'invalidState', 'tooManyRequests'],
    example: { id: 1, pwd: 'Manager123!' },
  }),
} as const
