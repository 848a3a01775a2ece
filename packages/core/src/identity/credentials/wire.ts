import { z } from 'zod'
import { apiKeyScopes, call } from '../../wire/call.ts'
import { instant, textField, wholeField } from '../../wire/fields.ts'

const nothing = z.object({})

const scopesField = () =>
  z
    .string()
    .meta({ description: `a comma list of ${apiKeyScopes.join(', ')}` })
    .transform((value, context) => {
      const parts = [...new Set(value.split(','))]
      const known = apiKeyScopes.filter((scope) => parts.includes(scope))
      if (known.length !== parts.length) {
        context.addIssue({ code: 'custom', message: `not a comma list of ${apiKeyScopes.join(', ')}` })
        return z.NEVER
      }
      return known
    })

const credentialField = () =>
  textField(16_384).meta({ description: 'the PublicKeyCredential of the browser as JSON (`toJSON`)' })

const webauthnOptions = z.looseObject({ challenge: z.string() }).meta({
  description: 'options of WebAuthn as JSON, for `PublicKeyCredential.parse…OptionsFromJSON`',
})

/** What a customer signs in or calls with besides passwords: API keys, passkeys, and codes for another device. */
export const credentialCalls = {
  '/api/user/keys': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    summary:
      'Lists my API keys, newest first. A key signs with its own secret (`Authorization: <key>`, `Sign` with the secret), reads or trades within the account, and never sends, withdraws or changes the account. Password reset, lock and closure remove all keys.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        scopes: z.array(z.enum(apiKeyScopes)),
        addresses: z.array(z.string()).meta({ description: 'where it may be used from; empty for anywhere' }),
        created: instant,
        until: instant,
        lastUsed: instant.nullable().meta({ description: 'the newest call, to about five minutes' }),
      }),
    ),
  }),
  '/api/user/keyAdd': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    stepUp: 'always',
    changes: true,
    summary:
      'Creates an API key (at most 5, else 2005) and returns it with the secret its requests are signed with; the secret is shown this once. `until` is at most 366 days away (2002). A letter reports it. With such a key, what is beyond its scope or its addresses gets 1006 (`reason` apiKeyScope, apiKeyAddress), and 102 once it expired or was removed.',
    request: z.strictObject({
      name: textField(64).meta({ description: '1 to 32 letters, digits, blanks and `._-`' }),
      scopes: scopesField(),
      addresses: textField(1200).optional().meta({
        description: 'a comma list of at most 20 addresses and networks, such as 203.0.113.7,2001:db8::/32',
      }),
      until: wholeField(1),
    }),
    data: z.object({ id: z.number().int(), key: z.string(), secret: z.string() }),
    refusals: ['outOfRange', 'tooManyOrders'],
    example: { name: 'Grid bot', scopes: 'read,trade', addresses: '203.0.113.7', until: 1_830_297_600_000 },
  }),
  '/api/user/keyRemove': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    stepUp: 'always',
    changes: true,
    summary: 'Removes an API key at once; its requests get 102 and its push streams are closed.',
    request: z.strictObject({ id: wholeField(1) }),
    data: nothing,
    refusals: ['notFound'],
    example: { id: 3 },
  }),
  '/api/user/passkeys': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    summary:
      'Lists my passkeys (WebAuthn), newest first: a second factor, and a way to sign in without a password.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        created: instant,
        lastUsed: instant.nullable(),
        synced: z
          .boolean()
          .meta({ description: 'it was backed up to an account of its owner when used last' }),
      }),
    ),
  }),
  '/api/user/passkeyAdd': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    stepUp: 'always',
    changes: true,
    summary:
      'Adds a passkey (at most 10, else 2005). Without `credential` it returns the options for `navigator.credentials.create`, whose challenge is good once, for five minutes and in this session; with it, its answer as JSON, the passkey is verified (1007), stored and reported by letter. A known credential gets 1009.',
    request: z.strictObject({
      name: textField(64).meta({ description: '1 to 32 letters, digits, blanks and `._-`' }),
      credential: credentialField().optional(),
    }),
    data: z.object({ options: webauthnOptions.optional(), id: z.number().int().optional() }),
    refusals: ['invalidCredentials', 'alreadyTaken', 'tooManyOrders'],
    example: { name: 'Laptop' },
  }),
  '/api/user/passkeyRemove': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    stepUp: 'always',
    changes: true,
    summary: 'Removes a passkey; a letter reports it.',
    request: z.strictObject({ id: wholeField(1) }),
    data: nothing,
    refusals: ['notFound'],
    example: { id: 3 },
  }),
  '/api/user/passkeyOptions': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    summary:
      'Returns the options for `navigator.credentials.get` with which `stepUp` is answered by a passkey: once, for five minutes, in this session. Without a passkey 2003.',
    request: z.strictObject({}),
    data: z.object({ options: webauthnOptions }),
    refusals: ['invalidState'],
  }),
  '/api/user/passkeyLogin': call({
    audience: 'visitor',
    summary:
      'Signs in with a passkey. Without `credential` it returns the options for `navigator.credentials.get`, whose challenge is good once and for five minutes; with it, its answer as JSON, the session token. It counts as a second factor. What does not verify gets 1007, a locked account 1006 with `data.reason` and `data.until`.',
    request: z.strictObject({ credential: credentialField().optional() }),
    data: z.object({ options: webauthnOptions.optional(), token: z.string().optional() }),
    refusals: ['invalidCredentials', 'notAllowed', 'tooManyRequests'],
  }),
  '/api/user/introduceCode': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary: 'Returns a code that signs me in on another device: once, within 60 s.',
    request: z.strictObject({}),
    data: z.object({ code: z.string() }),
  }),
  '/api/user/introduce': call({
    audience: 'visitor',
    changes: true,
    summary: 'Exchanges an introduction code for a session token.',
    request: z.strictObject({ code: textField(64) }),
    data: z.string(),
    refusals: ['invalidVerificationCode'],
    example: { code: 'b0pSPaYvT3O1kUeKZTkTjQ' },
  }),
  '/api/common/wsTicket': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    changes: true,
    summary:
      'Returns a ticket that opens the push stream (`/ws?ticket=`) as this session or API key: once, within 30 s.',
    request: z.strictObject({}),
    data: z.object({ ticket: z.string() }),
  }),
} as const
