import { z } from 'zod'
import { call } from '../wire/call.ts'
import { formatAmount, instant, pagingFields, textField, usdtField, wholeField } from '../wire/fields.ts'

/** Reserves that the operator can fund with own capital. */
export const reserves = ['trading', 'fees', 'marketing', 'insurance'] as const
export type Reserve = (typeof reserves)[number]

const reserveRow = z.object({
  reserve: z.enum(reserves),
  balance: formatAmount,
  promised: formatAmount.meta({ description: 'what stays in whatever happens' }),
  free: formatAmount.meta({ description: 'what can be taken out' }),
  owed: formatAmount.optional().meta({
    description:
      'of the trading reserve: profits paid out beyond every reserve; what is put in pays them first, and until then nothing new is opened',
  }),
})

export const consoleCalls = {
  '/staff/api/fund': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Moves the operator’s own capital into a reserve or out of it, out only down to what is promised; managers only. Above `fund_second_approval_above` it waits until a second manager makes the same call. It is a ledger transaction of type 90 and reaches no customer.',
    request: z.strictObject({
      reserve: z.enum(reserves),
      direction: z.enum(['in', 'out']),
      amount: usdtField(),
      remark: textField(500),
    }),
    data: reserveRow.extend({
      waits: z
        .boolean()
        .meta({ description: 'true: nothing is done until a second manager asks for the same' }),
      id: z.number().int().nullable(),
    }),
    refusals: ['notAllowed', 'outOfRange', 'insufficientReserve', 'invalidState', 'ledgerSuspended'],
    example: { reserve: 'insurance', direction: 'in', amount: '1000', remark: 'after the storm' },
  }),
  '/staff/api/experienceGrant': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Grants a customer experience funds from the marketing reserve, for the experience product alone and never withdrawable; managers only. It is a ledger transaction of type 24, the customer is written to, and nothing takes the funds back but closing the account. Where grants to a customer within 24 hours come to more than `experience_second_approval_above` it waits until a second manager makes the same call.',
    request: z.strictObject({ uid: wholeField(1), amount: usdtField(), remark: textField(500) }),
    data: z.object({
      waits: z
        .boolean()
        .meta({ description: 'true: nothing is done until a second manager asks for the same' }),
      id: z.number().int().nullable(),
      experiencefund: formatAmount.meta({ description: 'what the customer holds of it now' }),
    }),
    refusals: ['notAllowed', 'notFound', 'outOfRange', 'insufficientReserve', 'invalidState'],
    example: { uid: 10001, amount: '100', remark: 'welcome' },
  }),
  '/staff/api/reserveList': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Lists the reserves with what is promised out of each and what is free.',
    request: z.strictObject({}),
    data: z.array(reserveRow),
  }),
  '/staff/api/fundList': call({
    audience: 'staff',
    requiredRole: 'service',
    list: true,
    summary: 'Lists the operator’s capital in and out of reserves, newest first.',
    request: z.strictObject({ ...pagingFields(['id']) }),
    data: z.array(
      z.object({
        id: z.number().int(),
        reserve: z.enum(reserves),
        direction: z.enum(['in', 'out']),
        amount: formatAmount,
        remark: z.string(),
        staffid: z.number().int(),
        time: instant,
      }),
    ),
  }),
  '/staff/api/metrics': call({
    audience: 'staff',
    requiredRole: 'service',
    summary:
      'Tells how the house is: feed, facts and queues that wait, connections, the newest ledger check and the head of the audit chain, to be noted down somewhere else.',
    request: z.strictObject({}),
    data: z.object({
      mode: z.enum(['practice', 'live']),
      time: instant,
      feed: z.object({
        source: z.string(),
        connected: z.boolean(),
        lost: z.number().int(),
        symbols: z.array(
          z.object({
            symbol: z.string(),
            stale: z.boolean(),
            ageMs: z
              .number()
              .int()
              .nullable()
              .meta({ description: 'of the newest tick, by its source time' }),
            dropped: z.number().int(),
            missed: z.number().int(),
          }),
        ),
      }),
      facts: z.object({
        waiting: z.number().int(),
        oldestMs: z.number().int().nullable().meta({ description: 'how long the oldest one waits' }),
        dead: z.number().int().meta({ description: 'given up; a person has to look' }),
      }),
      queues: z.array(
        z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() }),
      ),
      pool: z.object({ open: z.number().int(), idle: z.number().int(), waiting: z.number().int() }),
      memoryMiB: z.number().int(),
      ledger: z
        .object({
          at: instant,
          balanced: z.boolean(),
          since: instant.nullable().meta({ description: 'when it was found broken' }),
          broken: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
        })
        .nullable()
        .meta({ description: 'the newest check, by itself or by staff' }),
      audit: z.object({ n: z.number().int(), hash: z.string() }).nullable(),
    }),
  }),
} as const
