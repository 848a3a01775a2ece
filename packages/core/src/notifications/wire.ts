import { z } from 'zod'
import { call } from '../wire/call.ts'
import { choiceField, instant, pagingFields, wholeField } from '../wire/fields.ts'
import { noticeKindNames } from './kinds.ts'
import { maxNotices, noticeTabs } from './spec.ts'
import { noticeChannels, noticeTopics } from './topics.ts'

const noticeRow = z.object({
  id: z.number().int(),
  kind: z.enum(noticeKindNames),
  title: z.string(),
  content: z.string(),
  link: z.string().meta({ description: 'an address in the site, or empty' }),
  time: instant,
  read: z.boolean(),
})
export type NoticeRow = z.infer<typeof noticeRow>

const onOrOff = z.union([z.literal(0), z.literal(1)])
const topicSwitches = z.object({
  topic: z.enum(noticeTopics),
  inbox: onOrOff,
  toast: onOrOff.meta({ description: 'shown at once on open pages; 0 without the inbox' }),
  mail: onOrOff,
  switchable: z.array(z.enum(noticeChannels)).meta({ description: 'the others cannot be changed' }),
})
/** A topic of notices with the channels it uses. */
export type TopicSwitches = z.infer<typeof topicSwitches>

export const noticeCalls = {
  '/api/user/noticeList': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    list: true,
    summary: `Lists the notices of my inbox in the language of the request, newest first. An inbox keeps the newest ${maxNotices}, for a year, and for 90 days after they were read.`,
    request: z.strictObject({
      unread: choiceField([0, 1]).default(0).meta({ description: '1 only those not read' }),
      tab: z.enum(noticeTabs).optional().meta({ description: 'without it all' }),
      ...pagingFields(['createtime', 'id']),
    }),
    data: z.array(noticeRow),
    example: { unread: 1, pageNum: 1, pageSize: 10 },
  }),
  '/api/user/noticeRead': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    summary: 'Marks one of my notices as read, or with `all` 1 every one; either of the two.',
    request: z.strictObject({
      id: wholeField(1).optional(),
      all: choiceField([1]).optional(),
    }),
    data: z.object({ unread: z.number().int().meta({ description: 'how many are left unread' }) }),
    refusals: ['notFound'],
    example: { all: 1 },
  }),
  '/api/user/noticeSwitches': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    summary:
      'Which notices reach me where, by topic: inbox, toast on open pages, mail. Notices about security, withdrawals and deadlines of loans cannot be switched off.',
    request: z.strictObject({}),
    data: z.array(topicSwitches),
    example: {},
  }),
  '/api/user/setNoticeSwitches': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary: 'Changes the named channels of one topic of notices, at least one; the others stay.',
    request: z.strictObject({
      topic: z.enum(noticeTopics),
      inbox: choiceField([0, 1]).optional(),
      toast: choiceField([0, 1]).optional(),
      mail: choiceField([0, 1]).optional(),
    }),
    data: topicSwitches,
    example: { topic: 'invest', mail: 0 },
  }),
} as const
