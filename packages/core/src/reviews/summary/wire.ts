import { z } from 'zod'
import { lockReasons } from '../../identity/locks.ts'
import { formatAmount, instant } from '../../wire/fields.ts'
import { summaryRows } from '../summaryRows.ts'

const count = z
  .number()
  .int()
  .meta({ description: `at most ${summaryRows}, of the newest` })

/** What a reviewer of a deposit, withdrawal or loan knows about its customer. Amounts in USDT, instants of the business calendar. */
export const customerSummary = z.object({
  assets: formatAmount.meta({
    description: 'total assets now, less loans, coins at their best bid; below 0 where more is owed',
  }),
  registered: instant,
  deposited: formatAmount.meta({ description: 'credited since registration' }),
  withdrawn: formatAmount.meta({ description: 'sent since registration, with fees' }),
  firstDeposit: instant.nullable(),
  velocity: z.array(
    z.object({
      hours: z.number().int(),
      deposited: formatAmount,
      deposits: z.number().int(),
      withdrawn: formatAmount.meta({
        description: 'requested, also this one, without what was rejected or cancelled',
      }),
      withdrawals: z.number().int(),
    }),
  ),
  destination: z
    .object({
      first: instant.meta({ description: 'the first request of this customer to it' }),
      sent: count,
      shared: z.boolean().meta({ description: 'whether another customer withdrew to it' }),
    })
    .nullable()
    .meta({ description: 'null for deposits, loans and erased destinations' }),
  device: z
    .object({ first: instant, last: instant })
    .nullable()
    .meta({ description: 'the newest device of the account: its first and its last sign-in' }),
  withdrawals: z.object({ sent: count, rejected: count, cancelled: count }),
  deposits: z.object({ credited: count, rejected: count }),
  loans: z.object({
    repaid: count,
    settled: count.meta({ description: 'repaid from the collateral' }),
    rejected: count,
    owed: formatAmount.meta({ description: 'now, with interest' }),
    isOverdue: z.boolean(),
  }),
  lastRejection: z
    .object({ reason: z.string(), time: instant })
    .nullable()
    .meta({ description: 'of a withdrawal' }),
  locks: z.object({ count, running: z.enum(lockReasons).nullable(), last: instant.nullable() }),
  kyc: z
    .object({ status: z.union([z.literal(1), z.literal(2), z.literal(3)]), time: instant })
    .nullable()
    .meta({ description: 'of the newest identity check: 1 in review, 2 approved, 3 rejected' }),
})
