import { z } from 'zod'
import { call } from '../wire/call.ts'
import { passwordField } from '../wire/fields.ts'

export const privacyCalls = {
  '/api/user/export': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    stepUp: 'always',
    summary:
      'Returns a link, good for five minutes, to everything about me as one JSON file: profile, balances, sessions, limits, risk checks, deposits, withdrawals, orders, journal and messages.',
    request: z.strictObject({}),
    data: z.object({ url: z.string() }),
  }),
  '/api/user/closeAccount': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'always',
    checkedPasswords: ['pwd'],
    changes: true,
    summary:
      'Closes my account for ever, when no money, no open order, no loan, no waiting withdrawal and no waiting deposit is left (2003 with data.reason leading, loanRunning, moneyLeft, ordersOpen, withdrawalWaiting or depositWaiting). Applications for new coins that are not paid are cancelled. What says whose it was is erased; the uid and the journal stay.',
    request: z.strictObject({ pwd: passwordField() }),
    data: z.object({}),
    refusals: ['invalidCredentials', 'invalidState', 'tooManyRequests'],
    example: { pwd: 'Demo123!' },
  }),
} as const
