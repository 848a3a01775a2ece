import { z } from 'zod'
import { contractCalls } from '../contracts/wire.ts'
import { ledgerReport } from '../ledger/wire.ts'
import { call } from '../wire/call.ts'
import { instant, textField, wholeField } from '../wire/fields.ts'

export const practiceCalls = {
  '/api/practice/outbox': call({
    audience: 'practice',
    summary: 'Returns the messages sent to an address or phone, newest first.',
    request: z.strictObject({ to: textField(254) }),
    data: z.array(
      z.object({
        channel: z.enum(['email', 'sms']),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        code: z.string().optional(),
        time: instant,
      }),
    ),
    example: { to: 'you@example.com' },
  }),
  '/api/practice/clock': call({
    audience: 'practice',
    summary: 'Moves the business calendar forward and runs what fell due.',
    request: z.strictObject({ advanceMs: wholeField(0, 10 * 366 * 86_400_000) }),
    data: z.object({ now: instant }),
    example: { advanceMs: 86_400_000 },
  }),
  '/api/practice/bots': call({
    audience: 'practice',
    summary: 'Stops or starts the trading of the sample leads; what they have open stays.',
    request: z.strictObject({ run: z.union([z.literal(0), z.literal(1)]) }),
    data: z.object({
      run: z.union([z.literal(0), z.literal(1)]).meta({
        description: '1: they trade; always 0 with a feed of real prices, with which they do not trade',
      }),
    }),
    example: { run: 0 },
  }),
  '/api/practice/receipt': call({
    audience: 'practice',
    summary: 'Returns the receipt of the position that the demo customer closed last, for visitors.',
    request: z.strictObject({}),
    data: contractCalls['/api/contract/receipt'].data,
    refusals: ['notFound'],
  }),
  '/api/practice/state': call({
    audience: 'practice',
    summary: 'Returns the business time, the state of every market and the check of the books.',
    request: z.strictObject({}),
    data: z.object({
      now: instant,
      feed: z.object({
        source: z.string(),
        symbols: z.array(
          z.object({
            symbol: z.string(),
            last: z.string().nullable(),
            lastTime: instant.nullable(),
            stale: z.boolean(),
          }),
        ),
      }),
      ledger: ledgerReport,
    }),
  }),
} as const
