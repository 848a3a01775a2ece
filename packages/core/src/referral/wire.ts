import { z } from 'zod'
import { call } from '../wire/call.ts'
import { choiceField, formatAmount, instant, pagingFields } from '../wire/fields.ts'
import { referralLevels } from './rules.ts'

const level = z.number().int().meta({ description: '1 invited by me, 2 by those, 3 by these' })

/** A client as the inviter sees one: nothing about balances, deposits or losses. */
const clientRow = z.object({
  utel: z.string().meta({ description: 'masked phone; "" once the account is closed' }),
  creditmoney: formatAmount.meta({ description: 'what this client brought me so far' }),
  buymoney: formatAmount.meta({ description: 'invested in fixed and compound products so far' }),
  utime: instant.meta({ description: 'joined' }),
})
export type ReferralClient = z.output<typeof clientRow>

export const referralCalls = {
  '/api/user/userCenter': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns my income from those I invited (journal types 10, 11, 16, 17, 18, 19), what accrued and is not paid yet, how many I invited on each level and my invitation link.',
    request: z.strictObject({}),
    data: z.object({
      totalincome: formatAmount,
      yestodayincome: formatAmount,
      oidUrl: z.string(),
      usercount: z.number().int().meta({ description: 'direct clients' }),
      accrued: z.object({
        yesterday: formatAmount.meta({ description: 'accrued for yesterday' }),
        month: formatAmount.meta({ description: 'accrued and not paid yet; paid on the 1st' }),
      }),
      levels: z.array(
        z.object({
          level,
          count: z.number().int(),
          rate: z.number().int().meta({ description: 'percent of the interest' }),
          first: z.number().int().meta({ description: 'percent of what a first order promises, once' }),
        }),
      ),
      payers: z
        .array(
          z.object({
            type: z.number().int().meta({ description: 'journal type of the income' }),
            funded: z.boolean().meta({
              description: 'whether money is set aside for every running order that could pay it',
            }),
          }),
        )
        .meta({ description: 'one row per kind of income; the broker pays all of them' }),
      monthmax: formatAmount.meta({ description: 'the most one inviter earns in a month' }),
      inviter: z
        .boolean()
        .meta({ description: 'whether somebody other than the broker earns of my interest' }),
    }),
  }),
  '/api/user/childList': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary: 'Lists those I invited on one level, without those who left or closed their account.',
    request: z.strictObject({
      level: choiceField(referralLevels).default(1),
      ...pagingFields(['utime'], 'utime'),
    }),
    data: z.array(clientRow),
    example: { level: 1, pageNum: 1, pageSize: 5 },
  }),
  '/api/user/leaveReferrer': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Ends for ever, on all levels, that others earn of my interest. What accrued for them is still paid; what was set aside for the rest goes back to the broker. Refuses 2003 (`reason` noReferrer) where nobody earns.',
    request: z.strictObject({}),
    data: z.object({}),
    refusals: ['invalidState'],
  }),
} as const
