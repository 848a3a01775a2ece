import { z } from 'zod'
import { call } from '../wire/call.ts'
import { instant, wholeField } from '../wire/fields.ts'
import { houseKey, signedText } from './heads.ts'

export const trustCalls = {
  '/api/trust/heads': call({
    audience: 'visitor',
    summary:
      'Returns the signed heads of all chains of a minute, or the newest: one line per market with number and hash of its newest record, and those of the settlement chain, the list of terms and the day files.',
    request: z.strictObject({
      minute: wholeField().optional().meta({ description: 'a whole minute of real time in milliseconds' }),
    }),
    data: signedText,
    refusals: ['notFound'],
    example: { minute: 1_700_000_040_000 },
  }),
  '/api/trust/day': call({
    audience: 'visitor',
    summary:
      'Lists the files of a UTC day, or the newest day that has some: logs, heads, settlements with receipts and ledger lines, terms and keys as JSON lines, and `day.json`, the signed text that names them by their hashes. `npm run verify` checks the folder they are downloaded into.',
    request: z.strictObject({
      day: z
        .string()
        .regex(/^\d{8}$/)
        .optional()
        .meta({ description: 'a UTC day as yyyymmdd' }),
    }),
    data: z.object({
      files: z.array(
        z.object({
          name: z.string(),
          url: z.string().meta({ description: 'the path of the download; ranges are served' }),
          hash: z.string().meta({ description: 'SHA-256 of the bytes of the file' }),
        }),
      ),
    }),
    refusals: ['notFound'],
    example: { day: '20260616' },
  }),
  '/api/trust/key': call({
    audience: 'visitor',
    summary: 'Lists the public keys with which the house signs; old keys stay listed.',
    request: z.strictObject({}),
    data: z.array(houseKey),
  }),
  '/api/trust/status': call({
    audience: 'visitor',
    summary:
      'Tells whether the invariants of the ledger hold. While one is broken, new orders, transfers to other customers and withdrawals answer 2012; closing, cancelling and reading go on. Only a clean check of the whole ledger ends it.',
    request: z.strictObject({}),
    data: z.object({
      ledger: z.object({
        sound: z.boolean(),
        since: instant.nullable().meta({ description: 'when it was found broken' }),
        checked: instant.nullable().meta({ description: 'the newest check; one runs every minute' }),
        broken: z.array(z.string()).meta({ description: 'names of the broken invariants' }),
      }),
    }),
  }),
} as const
