import { z } from 'zod'
import { call } from '../wire/call.ts'
import { choiceField, formatAmount, textField, wholeField } from '../wire/fields.ts'

const tier = z.object({
  name: z.string(),
  minmoney: formatAmount,
  maxmoney: formatAmount.meta({ description: 'exclusive' }),
  money: formatAmount.meta({ description: 'a day' }),
  money2: formatAmount.meta({ description: 'a day from `times` days in a row on' }),
  times: z.number().int(),
})

const overview = z.object({
  signincount: z.number().int().meta({ description: 'days in a row' }),
  total: z.number().int().meta({ description: 'all sign-ins' }),
  reward: formatAmount.meta({ description: 'today’s, or what today would bring' }),
  onboardStatus: z.number().int().meta({ description: '1: signed in today' }),
  offered: z.boolean().meta({ description: 'whether rewards are offered where I live' }),
  days: z.array(z.string()).meta({ description: 'days signed in within the last 42, yyyymmdd' }),
  today: z.string().meta({ description: 'yyyymmdd' }),
  rules: z.array(tier),
  totals: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      times: z.number().int(),
      money: formatAmount,
      status: z.number().int().nullable().meta({ description: 'null locked, 1 claimable, 2 claimed' }),
    }),
  ),
})
export type SigninOverview = z.output<typeof overview>

const taskRow = z.object({
  id: z.number().int().meta({ description: '1 to 5' }),
  title: z.string(),
  content: z.string(),
  status: z.number().int().meta({ description: '0 undone, 1 in review, 2 rejected, 3 done' }),
  money: formatAmount,
  remark: z.string().nullable().meta({ description: 'why it was rejected' }),
})
export type TaskRow = z.output<typeof taskRow>

const reading = {
  audience: 'user',
  apiKeyScope: 'read',
  restricted: 'allowed',
} as const

export const rewardCalls = {
  '/api/signin/signInMsg': call({
    ...reading,
    summary: 'Returns my sign-ins, the tiers and the totals.',
    request: z.strictObject({}),
    data: overview,
  }),
  '/api/signin/onboard': call({
    ...reading,
    summary: 'The same as signInMsg.',
    request: z.strictObject({}),
    data: overview,
  }),
  '/api/signin/checkinReward': call({
    ...reading,
    summary: 'Returns the tiers and the reward of today.',
    request: z.strictObject({}),
    data: overview.pick({ rules: true, reward: true }),
  }),
  '/api/signin/checkinDaily': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary:
      'Signs in for today, once a day (UTC+1). The reward is paid into the wallet; where the broker has no money for it the day counts and `funded` is false.',
    request: z.strictObject({}),
    data: z.object({ reward: formatAmount, signincount: z.number().int(), funded: z.boolean() }),
    refusals: ['notAllowed', 'invalidState'],
  }),
  '/api/signin/signinTotalReward': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary: 'Claims the reward of a total once. Refuses 2003 `locked` or `claimed`, 2009 stays claimable.',
    request: z.strictObject({ id: wholeField(1, 1_000_000_000) }),
    data: z.object({ money: formatAmount }),
    refusals: ['notAllowed', 'notFound', 'invalidState', 'insufficientReserve'],
    example: { id: 1 },
  }),
  '/api/task/taskList': call({
    ...reading,
    summary: 'Lists the newbie tasks in their order; other types than 1 are empty.',
    request: z.strictObject({ noticeType: wholeField(0, 100).default(1) }),
    data: z.array(taskRow),
    example: { noticeType: 1 },
  }),
  '/api/task/submit': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary:
      'Hands a task in: 1, 4 and 5 are checked at once, 2 and 3 take a picture that staff review. Refuses 2003 with `reason` previousFirst, tooEarly, notDone, inReview or done.',
    request: z.strictObject({ id: choiceField([1, 2, 3, 4, 5]), url: textField(500).optional() }),
    data: z.object({ status: z.number().int() }),
    refusals: ['notAllowed', 'notFound', 'invalidState', 'insufficientReserve'],
    example: { id: 1 },
  }),
} as const
