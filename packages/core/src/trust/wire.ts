import { z } from 'zod'
import { call } from '../wire/call.ts'
import { wholeField } from '../wire/fields.ts'
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
  '/api/trust/key': call({
    audience: 'visitor',
    summary: 'Lists the public keys with which the house signs; old keys stay listed.',
    request: z.strictObject({}),
    data: z.array(houseKey),
  }),
} as const
