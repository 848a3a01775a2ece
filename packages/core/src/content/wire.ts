import { z } from 'zod'
import { call } from '../wire/call.ts'
import { instant, pagingFields, textField } from '../wire/fields.ts'

const setting = z.object({
  key: z.string(),
  value: z.string(),
  kind: z.enum(['whole', 'amount', 'text']),
  min: z.string(),
  max: z.string(),
  fallback: z.string(),
  meaning: z.string(),
  public: z.boolean().meta({ description: 'anybody may read it with getKeys' }),
  needsTwo: z.boolean().meta({ description: 'it changes only when a second manager asks for the same' }),
  changed: instant.nullable().meta({ description: 'null while it was never changed' }),
})

export const contentCalls = {
  '/api/common/getKeys': call({
    audience: 'visitor',
    summary: 'Returns the values of public settings by their keys; unknown and secret keys are absent.',
    request: z.strictObject({ keys: textField(1000).meta({ description: 'a comma list' }) }),
    data: z.record(z.string(), z.string()),
    example: { keys: 'risk_gate' },
  }),
  '/staff/api/configList': call({
    audience: 'staff',
    summary: 'Lists every setting with its value, range and meaning.',
    request: z.strictObject({}),
    data: z.array(setting),
  }),
  '/staff/api/configSet': call({
    audience: 'staff',
    changes: true,
    summary:
      'Changes a setting within its range; managers only. Kept with its history. Where `needsTwo` is true it waits until a second manager asks for the same value within 24 hours.',
    request: z.strictObject({ key: textField(64), value: textField(2000) }),
    data: setting.extend({
      waits: z
        .boolean()
        .meta({ description: 'true: nothing is done until a second manager asks for the same' }),
    }),
    refusals: ['notAllowed', 'notFound', 'outsideLimits', 'stateForbids'],
    example: { key: 'risk_gate', value: '1' },
  }),
  '/staff/api/configHistory': call({
    audience: 'staff',
    list: true,
    summary: 'Lists who changed which setting from what to what and when, newest first.',
    request: z.strictObject({ key: textField(64).optional(), ...pagingFields(['id']) }),
    data: z.array(
      z.object({
        id: z.number().int(),
        key: z.string(),
        before: z.string(),
        after: z.string(),
        staffid: z.number().int(),
        time: instant,
      }),
    ),
    refusals: ['notFound'],
  }),
} as const
