import { z } from 'zod'
import { ledgerReport } from '../ledger/wire.ts'
import { call } from '../wire/call.ts'
import { textField } from '../wire/fields.ts'

export const staffRoles = ['service', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffCalls = {
  '/staff/api/login': call({
    audience: 'visitor',
    summary: 'Signs a member of staff in and returns the session token.',
    request: z.strictObject({ email: textField(254), pwd: textField(128), otp: textField(8).optional() }),
    data: z.string(),
    refusals: ['credentialsWrong'],
    example: { email: 'manager@glasshouse.test', pwd: 'Manager123!' },
  }),
  '/staff/api/logout': call({
    audience: 'staff',
    summary: 'Ends this session.',
    request: z.strictObject({}),
    data: z.object({}),
  }),
  '/staff/api/me': call({
    audience: 'staff',
    summary: 'Returns who is signed in.',
    request: z.strictObject({}),
    data: z.object({ id: z.number().int(), email: z.string(), name: z.string(), role: z.enum(staffRoles) }),
  }),
  '/staff/api/ledgerCheck': call({
    audience: 'staff',
    summary: 'Checks every invariant of the books.',
    request: z.strictObject({}),
    data: ledgerReport,
  }),
} as const
