import { z } from 'zod'
import { call } from '../wire/call.ts'
import { choiceField, instant, pagingFields, textField, wholeField } from '../wire/fields.ts'
import { maxAppealLength, maxTextBodyBytes, maxTextUnits, textRejections } from './rules.ts'

/** Longest sum of texts of one page, in characters; what lies beyond is cut to `cutLength`. */
export const maxPageLength = 400_000
export const cutLength = 2_000
/** Longest quoted speech, comment or answered reply beside a text, in characters. */
export const quoteLength = 500

const id = wholeField(1)
const statusNumber = z
  .union([z.literal(0), z.literal(1), z.literal(2)])
  .meta({ description: '0 in review, 1 published, 2 rejected' })

const text = {
  id: z.number().int(),
  content: z.string().meta({ description: 'plain text; empty where its author removed it' }),
  phone: z.string().meta({
    description:
      'the author’s masked phone, such as 13*****89; `left` when the account is closed; empty of staff and samples',
  }),
  picurl: z.string().meta({ description: 'the author’s avatar; empty where there is none' }),
  userphoto: z.number().int().meta({ description: 'number of the avatar, 0 to 13' }),
  createtime: instant,
  status: statusNumber,
  likenum: z.number().int().meta({ description: 'distinct customers who like it' }),
  like: z.union([z.literal(0), z.literal(1)]).meta({ description: '1 when I like it' }),
  staff: z.boolean().meta({ description: 'written by staff' }),
  sample: z.boolean().meta({ description: 'a sample text of practice mode' }),
  left: z.boolean().meta({ description: 'the author’s account is closed' }),
  mine: z.boolean(),
  removed: z.boolean(),
  cut: z.boolean().meta({
    description: `only the first ${cutLength} characters: the texts of one page are longer than ${maxPageLength}; a page of at most 4 is never cut`,
  }),
}
export const speechRow = z.object({
  ...text,
  commentnum: z.number().int().meta({ description: 'published comments' }),
})
export const commentRow = z.object({
  ...text,
  sid: z.number().int(),
  replynum: z.number().int().meta({ description: 'published replies' }),
})
export const replyRow = z.object({
  ...text,
  cid: z.number().int(),
  toreplyid: z.number().int().nullable(),
  replyphone: z.string().meta({ description: 'masked phone of the author of the answered reply, or empty' }),
  replycontent: z.string().meta({ description: 'beginning of the answered reply, or empty' }),
})
export type SpeechRow = z.infer<typeof speechRow>
export type CommentRow = z.infer<typeof commentRow>
export type ReplyRow = z.infer<typeof replyRow>

const decision = {
  reason: z.enum(textRejections).nullable().meta({ description: 'why it was rejected' }),
  remark: z.string().nullable().meta({ description: 'what the moderator wrote' }),
  appeal: z
    .object({ status: statusNumber, text: z.string(), remark: z.string().nullable() })
    .nullable()
    .meta({ description: 'my appeal; status 0 waiting, 1 upheld, 2 turned down' }),
}
const quotedSpeech = {
  scontent: z.string().meta({ description: 'beginning of the speech' }),
  sphone: z.string(),
  screatetime: instant,
  sstatus: statusNumber,
}
const quotedComment = {
  ccontent: z.string().meta({ description: 'beginning of the comment' }),
  cphone: z.string(),
  ccreatetime: instant,
  cstatus: statusNumber,
}
export const ownSpeechRow = speechRow.extend(decision)
export const ownCommentRow = commentRow.extend({ ...decision, ...quotedSpeech })
export const ownReplyRow = replyRow.extend({
  ...decision,
  sid: z.number().int(),
  ...quotedSpeech,
  ...quotedComment,
})
export type OwnSpeechRow = z.infer<typeof ownSpeechRow>
export type OwnCommentRow = z.infer<typeof ownCommentRow>
export type OwnReplyRow = z.infer<typeof ownReplyRow>

const paging = pagingFields(['createtime', 'likenum'])
const ownPaging = {
  status: z
    .union([z.literal('').transform(() => undefined), choiceField([0, 1, 2])])
    .optional()
    .meta({ description: 'empty all, 0 in review, 1 published, 2 rejected' }),
  ...paging,
}
const content = textField(maxTextUnits)
const type = choiceField([1, 2, 3])

const own = { audience: 'user', apiKeyScope: 'read', restricted: 'allowed', list: true } as const
const post = {
  audience: 'user',
  apiKeyScope: 'none',
  restricted: 'refused',
  changes: true,
  maxBodyBytes: maxTextBodyBytes,
} as const

export const communityCalls = {
  '/api/community/speechList': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists published speeches, the newest or the most liked first; with an id only this one.',
    request: z.strictObject({ id: id.optional(), ...paging }),
    data: z.array(speechRow),
    example: { pageNum: 1, pageSize: 5 },
  }),
  '/api/community/commentList': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists the published comments on a speech.',
    request: z.strictObject({ sid: id, ...paging }),
    data: z.array(commentRow),
    example: { sid: 1, pageNum: 1, pageSize: 5 },
  }),
  '/api/community/replyList': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists the published replies to a comment.',
    request: z.strictObject({ cid: id, ...paging }),
    data: z.array(replyRow),
    example: { cid: 1, pageNum: 1, pageSize: 5 },
  }),
  '/api/community/summary': call({
    audience: 'visitor',
    summary:
      'Returns how moderation went in the last 30 days, and of a signed-in customer how many texts there are by state and how many more may be posted today.',
    request: z.strictObject({}),
    data: z.object({
      moderation: z.object({
        decided: z.number().int(),
        published: z.number().int().meta({ description: 'decided texts that were published' }),
        median: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'milliseconds to a decision; null without one' }),
        appeals: z.number().int().meta({ description: 'decided appeals' }),
        reversed: z.number().int().meta({ description: 'appeals that were upheld' }),
      }),
      mine: z
        .object({
          published: z.number().int(),
          waiting: z.number().int(),
          rejected: z.number().int(),
          speeches: z.object({ left: z.number().int(), max: z.number().int() }),
          comments: z.object({ left: z.number().int(), max: z.number().int() }),
        })
        .nullable(),
    }),
  }),
  '/api/community/speechListSelf': call({
    ...own,
    summary: 'Lists my speeches in every state.',
    request: z.strictObject(ownPaging),
    data: z.array(ownSpeechRow),
    example: { status: 2, pageNum: 1, pageSize: 5 },
  }),
  '/api/community/commentListSelf': call({
    ...own,
    summary: 'Lists my comments in every state, each with its speech.',
    request: z.strictObject(ownPaging),
    data: z.array(ownCommentRow),
    example: { pageNum: 1, pageSize: 5 },
  }),
  '/api/community/replyListSelf': call({
    ...own,
    summary: 'Lists my replies in every state, each with its comment and its speech.',
    request: z.strictObject(ownPaging),
    data: z.array(ownReplyRow),
    example: { pageNum: 1, pageSize: 5 },
  }),
  '/api/community/releaseSpeech': call({
    ...post,
    summary: 'Posts a speech. It is published once a moderator approved it.',
    request: z.strictObject({ content }),
    data: ownSpeechRow,
    refusals: ['tooManyRequests', 'invalidState'],
    example: { content: 'Compared my revenue record with the receipts of May.' },
  }),
  '/api/community/comment': call({
    ...post,
    summary: 'Comments on a published speech.',
    request: z.strictObject({ sid: id, content }),
    data: ownCommentRow,
    refusals: ['notFound', 'invalidState', 'tooManyRequests'],
    example: { sid: 1, content: 'The levy is 0.1 %.' },
  }),
  '/api/community/reply': call({
    ...post,
    summary: 'Replies to a published comment, or to a published reply to it.',
    request: z.strictObject({ cid: id, content, toreplyid: id.optional() }),
    data: ownReplyRow,
    refusals: ['notFound', 'invalidState', 'tooManyRequests'],
    example: { cid: 1, content: 'Thanks.' },
  }),
  '/api/community/like': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary: 'Likes a published text of another author; a second call takes it back.',
    request: z.strictObject({ refid: id, type }),
    data: z.object({ likenum: z.number().int(), like: z.union([z.literal(0), z.literal(1)]) }),
    refusals: ['notFound', 'invalidState'],
    example: { refid: 1, type: 1 },
  }),
  '/api/community/remove': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary: 'Empties a text of mine for good; answers to it stay.',
    request: z.strictObject({ refid: id, type }),
    data: z.object({}),
    refusals: ['notFound'],
    example: { refid: 1, type: 1 },
  }),
  '/api/community/appeal': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary: 'Appeals once against the rejection of a text of mine; another member of staff decides.',
    request: z.strictObject({ refid: id, type, text: textField(2 * maxAppealLength) }),
    data: z.object({}),
    refusals: ['notFound', 'invalidState'],
    example: { refid: 1, type: 1, text: 'The number is of a public hotline.' },
  }),
} as const

export const communityStaffCalls = {
  '/staff/api/communityPost': call({
    audience: 'staff',
    requiredRole: 'service',
    changes: true,
    maxBodyBytes: maxTextBodyBytes,
    summary:
      'Publishes a text marked as written by staff: a speech (type 1), a comment on a speech (2) or a reply to a comment (3) named by `refid`. Staff cannot edit a text or write as a customer.',
    request: z.strictObject({ type, refid: id.optional(), content }),
    data: z.object({ id: z.number().int() }),
    refusals: ['notFound', 'invalidState', 'invalidField'],
    example: {
      type: 2,
      refid: 1,
      content: 'Right. If you ask three days before the period ends there is none.',
    },
  }),
} as const
