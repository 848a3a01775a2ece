import { z } from 'zod'
import { call } from '../wire/call.ts'
import { maxPage } from '../wire/codec.ts'
import { choiceField, formatAmount, instant, pagingFields, textField, wholeField } from '../wire/fields.ts'
import { statementSubjects } from './statement.ts'
import { journalWallets, trailSources } from './wallets.ts'

/** Response of `ledgerCheck`: every invariant with the number of violating rows and some of them. */
export const ledgerReport = z.object({
  balanced: z.boolean(),
  at: z.number().int(),
  invariants: z.array(
    z.object({
      name: z.string(),
      holds: z.boolean(),
      broken: z.number().int(),
      examples: z.array(z.string()),
    }),
  ),
})
export type LedgerReport = z.infer<typeof ledgerReport>

const maxTypes = 40

/** A comma list of journal types; unknown types are well-formed and match nothing. */
const typesField = () =>
  z
    .union([z.string(), z.number()])
    .meta({ description: `a comma list of journal types, at most ${maxTypes}; empty means none given` })
    .transform((value, context) => {
      const parts = value === '' ? [] : String(value).split(',')
      if (parts.length > maxTypes || parts.some((part) => !/^\d{1,4}$/.test(part))) {
        context.addIssue({ code: 'custom', message: 'not a comma list of journal types' })
        return z.NEVER
      }
      return parts.map((part) => Number.parseInt(part, 10))
    })

const line = {
  id: z.number().int(),
  type: z.number().int(),
  typename: z.string(),
  asset: z.string(),
  money: formatAmount.meta({ description: 'signed' }),
  balance: formatAmount.meta({ description: 'of this account after the line' }),
  refid: z.number().int().meta({ description: 'id of what caused it' }),
  refkind: z.string().meta({ description: 'what the cause is, such as contractOpened' }),
  refname: z.string().meta({ description: 'the cause in the language of the call, such as order 8' }),
  time: instant,
  apikey: z
    .number()
    .int()
    .optional()
    .meta({ description: 'id of the API key that caused it, where one did' }),
}

const journalLine = z.object({
  ...line,
  wallet: z.enum(journalWallets),
  sourcePhone: z
    .string()
    .optional()
    .meta({ description: 'masked phone of the other customer, where there is one' }),
})

export const journalCalls = {
  '/api/user/priceLog': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary:
      'Lists my journal: one line per touched wallet with the free amount after it. Without types all lines; `createtime` is the order in which they were booked.',
    request: z.strictObject({
      existsType: choiceField([1, 2]).default(1).meta({ description: '1 only these types, 2 all but these' }),
      type: typesField().optional(),
      types: typesField().optional(),
      myself: choiceField([0, 1])
        .default(0)
        .meta({ description: '1 leaves out lines another customer is behind' }),
      wallet: z.enum(journalWallets).optional().meta({ description: 'of this wallet only' }),
      from: textField(8).optional().meta({
        description: 'yyyymmdd at UTC+1; with `to` at most 366 days; without both all lines',
      }),
      to: textField(8).optional().meta({ description: 'yyyymmdd, included' }),
      ...pagingFields(['createtime', 'id', 'time']),
    }),
    data: z.array(journalLine),
    refusals: ['outOfRange'],
    example: { existsType: 1, types: '5,8', pageNum: 1, pageSize: 10 },
  }),
  '/api/user/cashFlowTotalMoney': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Adds up the USDT of my journal lines of some types.',
    request: z.strictObject({ types: typesField() }),
    data: z.object({ total: formatAmount.meta({ description: 'signed' }) }),
    example: { types: '10,11,16' },
  }),
  '/api/user/balanceTrail': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Shows why a balance is what it is: every entry with its cause, newest first, and the sum of all of them beside the balance. A contract wallet includes its margin and holds, as in getuserinfo.',
    request: z.strictObject({
      wallet: z.enum(trailSources),
      asset: textField(16).default('USDT'),
      pageNum: wholeField(1, maxPage).default(1),
      pageSize: wholeField(1, 100).default(10),
    }),
    data: z.object({
      balance: formatAmount,
      sum: formatAmount.meta({ description: 'of all entries there ever were; equals the balance' }),
      before: formatAmount.meta({ description: 'sum of the entries older than those shown' }),
      total: z.number().int().meta({ description: 'number of entries' }),
      entries: z.array(
        z.object({
          ...line,
          account: z.string().meta({ description: 'which part of the wallet, such as contractMargin' }),
        }),
      ),
    }),
    example: { wallet: 'contract', pageNum: 1, pageSize: 10 },
  }),
  '/api/user/statement': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns a link, good for five minutes, to my statement of some days (UTC+1, both included, at most 366): every account with opening balance, lines and closing balance. A PDF has at most 10,000 lines. With `about` referral only what inviters are paid for: its lines with the masked phone of the client, and their sum (CSV). With `about` subscription my applications for new coins made on these days (CSV).',
    request: z.strictObject({
      from: textField(8).meta({ description: 'yyyymmdd' }),
      to: textField(8).meta({ description: 'yyyymmdd' }),
      format: z.enum(['csv', 'pdf']),
      about: z.enum(statementSubjects).optional().meta({ description: 'account if omitted' }),
    }),
    data: z.object({ url: z.string() }),
    refusals: ['outOfRange'],
    example: { from: '20260601', to: '20260630', format: 'csv' },
  }),
} as const
