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

/** What a customer signs in or calls with besides passwords: API keys and passkeys. */
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
} as const
