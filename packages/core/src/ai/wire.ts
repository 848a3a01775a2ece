import { z } from 'zod'
import { call } from '../wire/call.ts'
import { instant, wholeField } from '../wire/fields.ts'
import { maxDaysAhead } from './rules.ts'

/** State of an activation, as shown to the customer and to staff. */
export const activationStatus = z
  .number()
  .int()
  .meta({ description: '1 unclaimed, 2 claimed and not active, 3 active, 4 over' })

const claimedCode = { activecode: z.string(), activecodestatus: activationStatus }

export const aiCalls = {
  '/api/ai/obtainAI': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Claims my activation code for AI ordering, which staff then activate; one that waits or is active stays as it is, one that is over is claimed anew.',
    request: z.strictObject({}),
    data: z.object(claimedCode),
  }),
  '/api/ai/aiStatus': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Tells whether AI ordering is active for me, and until when.',
    request: z.strictObject({}),
    data: z.object({
      active: z.boolean(),
      until: instant
        .nullable()
        .meta({ description: 'of the business calendar; null while it is not active' }),
    }),
  }),
  '/staff/api/aiActivate': call({
    audience: 'staff',
    requiredRole: 'service',
    changes: true,
    summary: `Activates the code that a customer claimed, for days that are added to what is left of a running activation; at most ${maxDaysAhead} days ahead.`,
    request: z.strictObject({ uid: wholeField(1), days: wholeField(1, maxDaysAhead) }),
    data: z.object({
      ...claimedCode,
      until: instant.meta({ description: 'of the business calendar' }),
    }),
    refusals: ['notFound', 'outOfRange', 'invalidState'],
    example: { uid: 10001, days: 30 },
  }),
} as const
