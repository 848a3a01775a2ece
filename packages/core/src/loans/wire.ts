import { z } from 'zod'
import { call } from '../wire/call.ts'
import { choiceField, formatAmount, instant, usdtField, wholeField } from '../wire/fields.ts'
import { scoreReasons } from './rules.ts'

const collateral = z.object({
  id: z.number().int(),
  typename: z.string(),
  buymoney: formatAmount,
  value: formatAmount.meta({ description: 'what an early redemption now would return of the principal' }),
  endtime: instant,
  counts: z.boolean().meta({ description: 'whether it secures a loan of these days' }),
  reason: z.enum(['redeeming', 'pledged', 'endsEarly']).nullable().meta({ description: 'why it does not' }),
})

const terms = z.object({
  limit: formatAmount.meta({ description: 'the largest loan for these days, in USDT' }),
  score: z.number().int(),
  rate: z.number().int().meta({ description: 'interest a day in parts per million' }),
  days: z.array(z.number().int()).meta({ description: 'the days to choose from' }),
  min: formatAmount,
  step: formatAmount,
  orders: z.array(collateral),
  ltv: z.number().int().meta({ description: 'percent of the values that can be borrowed, before the score' }),
  call: z.number().int().meta({ description: 'loan to value in percent at which you are warned' }),
  liquidation: z
    .number()
    .int()
    .meta({ description: 'loan to value in percent at which orders are redeemed' }),
  grace: z.number().int().meta({ description: 'hours after the due day before orders are redeemed' }),
  kyc: z
    .enum(['notNeeded', 'approved', 'missing'])
    .meta({ description: 'whether an approved identity is needed and there' }),
})

const pledge = z.object({
  id: z.number().int(),
  typename: z.string(),
  value: formatAmount.meta({ description: 'its value as security now; of a seized one what it returned' }),
  endtime: instant,
  state: z.enum(['pledged', 'released', 'seized']),
})

const standing = z.object({
  time: instant,
  owed: formatAmount,
  value: formatAmount.meta({ description: 'of the pledged orders' }),
  ltv: z.string().nullable().meta({ description: 'percent with two decimals' }),
})

const loan = z.object({
  id: z.number().int(),
  amount: formatAmount,
  outstanding: formatAmount.meta({ description: 'principal that is owed' }),
  interest: formatAmount.meta({ description: 'interest that is owed' }),
  rate: z.number().int().meta({ description: 'parts per million a day' }),
  days: z.number().int(),
  autorepay: z.union([z.literal(0), z.literal(1)]),
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]).meta({
    description: '0 in review, 1 running, 2 rejected, 3 repaid, 4 overdue, 5 settled from collateral',
  }),
  createtime: instant,
  paidtime: instant.nullable().meta({ description: 'when it was paid out' }),
  due: instant.nullable(),
  graceend: instant
    .nullable()
    .meta({ description: 'until when it can be repaid before orders are redeemed' }),
  ended: instant.nullable(),
  repaid: formatAmount.meta({ description: 'all that was paid back, interest included' }),
  surplus: formatAmount.meta({ description: 'what redeemed orders returned beyond what was owed' }),
  ltv: z.string().nullable().meta({ description: 'percent with two decimals, of a loan that runs' }),
  standings: z.array(standing).meta({
    description: 'of a loan that is owed: its figures at the payout and at each midnight since, oldest first',
  }),
  call: z.number().int(),
  liquidation: z.number().int(),
  pledged: z.array(pledge),
  remark: z.string().nullable().meta({ description: 'of staff, with a rejection' }),
})

const scoreEvent = z.object({
  time: instant,
  reason: z.enum(scoreReasons),
  change: z.number().int(),
  score: z.number().int().meta({ description: 'the score after it' }),
  loan: z.number().int().nullable(),
  remark: z.string().nullable().meta({ description: 'of a manager' }),
})

export const loanCalls = {
  '/api/loan/loanTerms': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    summary:
      'What I can borrow for a number of days against my running fixed and compound orders: the limit, interest, and which orders count. Without days those of 30 days, or of the longest loan where 30 are not offered.',
    request: z.strictObject({ days: wholeField(1, 365).optional() }),
    data: terms,
    refusals: ['invalidField'],
    example: { days: 30 },
  }),
  '/api/loan/creditScore': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    summary:
      'My credit score, the points of each event, and the newest 100 events. It sets the limit of a loan and nothing else.',
    request: z.strictObject({}),
    data: z.object({
      score: z.number().int(),
      rule: z.object({
        max: z.number().int(),
        repaid: z.number().int(),
        repaidLate: z.number().int(),
        settled: z.number().int(),
      }),
      events: z.array(scoreEvent),
    }),
  }),
  '/api/loan/applyLoan': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary:
      'Asks for a loan against my running orders; a manager decides. Without an amount the whole limit, without days 30 or the longest, without autorepay 0. One loan at a time (2003 `oneLoan`).',
    request: z.strictObject({
      amount: usdtField().optional(),
      days: wholeField(1, 365).optional(),
      autorepay: choiceField([0, 1])
        .default(0)
        .meta({ description: '1: repaid from the wallet on the due day' }),
    }),
    data: z.object({ id: z.number().int() }),
    refusals: ['notAllowed', 'invalidState', 'outOfRange', 'insufficientReserve'],
    example: { amount: '1500', days: 30, autorepay: 1 },
  }),
  '/api/loan/myLoan': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    summary: 'My newest 100 loans, the newest first, with what is owed and the orders that secure each.',
    request: z.strictObject({}),
    data: z.array(loan),
  }),
  '/api/loan/repay': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary:
      'Pays back a loan from my USDT wallet, interest first; more than is owed is cut to it. There is no fee. Fully repaid, its orders are free at once.',
    request: z.strictObject({ id: wholeField(1), amount: usdtField() }),
    data: loan,
    refusals: ['notFound', 'invalidState', 'insufficientBalance', 'outOfRange'],
    example: { id: 1, amount: '500' },
  }),
} as const
