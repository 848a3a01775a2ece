import { z } from 'zod'
import { call } from '../wire/call.ts'
import { regions } from './policy.ts'

const region = z.enum(regions)

const policy = z.object({
  region,
  countries: z.array(z.string()).meta({ description: 'ISO 3166-1 alpha-2; empty for every other country' }),
  leverageCap: z.number().int().nullable().meta({ description: 'null: contracts are not offered' }),
  closeOutPercent: z.number().int(),
  shortestOptionSeconds: z.number().int().nullable().meta({ description: 'null: options are not offered' }),
  yieldProducts: z.boolean(),
  copyTrading: z.boolean(),
  loans: z.boolean(),
  subscriptions: z.boolean(),
  bonuses: z.boolean(),
  referralPay: z.boolean(),
  coolingOffHours: z.number().int(),
})

export const alwaysEnabledProducts = ['view', 'export', 'cancel', 'close', 'complain', 'withdraw'] as const

export const policyCalls = {
  '/api/common/policy': call({
    audience: 'visitor',
    summary:
      'Tells what is offered in which country, and which policy stands for you when you are signed in (practice mode uses “other” for everybody).',
    request: z.strictObject({}),
    data: z.object({
      version: z.string(),
      alwaysOn: z.array(z.enum(alwaysEnabledProducts)),
      policies: z.array(policy),
      yours: z
        .object({
          country: z.string().nullable().meta({ description: 'of the phone; null when it cannot be told' }),
          region,
        })
        .nullable()
        .meta({ description: 'null for a visitor' }),
    }),
  }),
} as const
