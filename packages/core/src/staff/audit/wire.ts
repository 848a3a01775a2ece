import { z } from 'zod'
import { call } from '../../wire/call.ts'
import { choiceField, instant, pagingFields, textField, wholeField } from '../../wire/fields.ts'

export const auditCalls = {
  '/staff/api/auditLog': call({
    audience: 'staff',
    requiredRole: 'manager',
    list: true,
    summary: 'Lists what staff did, newest first; managers only.',
    request: z.strictObject({
      staffid: wholeField(1).optional(),
      action: textField(64).optional(),
      target: textField(100).optional().meta({ description: 'such as customer 10001' }),
      from: wholeField(0).optional().meta({ description: 'epoch milliseconds, included' }),
      to: wholeField(0).optional().meta({ description: 'epoch milliseconds, excluded' }),
      reads: choiceField([0, 1]).default(1).meta({ description: '0 omits what staff only read' }),
      ...pagingFields(['id']),
    }),
    data: z.array(
      z.object({
        id: z.number().int(),
        n: z.number().int().meta({ description: 'the number in the chain' }),
        hash: z.string().meta({ description: 'hex; continues the hash of the record before' }),
        time: instant,
        staffid: z.number().int().nullable().meta({ description: 'null: nobody was signed in' }),
        staff: z.string().nullable(),
        action: z.string(),
        target: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        ip: z.string(),
        userAgent: z.string(),
      }),
    ),
    refusals: ['notAllowed'],
    example: { pageNum: 1, pageSize: 20 },
  }),
} as const
