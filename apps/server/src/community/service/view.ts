import { stateToWire } from '@glasshouse/core/community/codec'
import { maskAuthor } from '@glasshouse/core/community/rules'
import { sampleTextIn } from '@glasshouse/core/community/samples'
import type {
  CommentRow,
  OwnCommentRow,
  OwnReplyRow,
  OwnSpeechRow,
  ReplyRow,
  SpeechRow,
} from '@glasshouse/core/community/wire'
import type { Language } from '@glasshouse/core/wire/languages'
import { type Author, listAuthors } from '../../customers/records/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { type AppealRow, listAppealsOf } from '../store/appeals.ts'
import { findQuotes, type ListedText, type QuotedText } from '../store/texts.ts'

/** Who reads: the uid is null of a visitor. */
export type Viewer = { readonly uid: number | null; readonly lang: Language }

/** What a page of texts needs besides its rows. */
type Context = {
  readonly viewer: Viewer
  readonly authors: ReadonlyMap<number, Author>
  readonly quotes: ReadonlyMap<number, QuotedText>
  readonly appeals: ReadonlyMap<number, AppealRow>
}

const loadContext = async (
  db: Db,
  viewer: Viewer,
  rows: readonly ListedText[],
  quotedIds: readonly number[],
): Promise<Context> => {
  const quotes = await findQuotes(db, [...new Set(quotedIds.filter((id) => id > 0))])
  const uids = [...rows, ...quotes.values()].flatMap(({ uid }) => uid ?? [])
  const own = rows.filter(({ uid, state }) => uid === viewer.uid && state !== 'waiting').map(({ id }) => id)
  return {
    viewer,
    quotes,
    authors: await listAuthors(db, [...new Set(uids)]),
    appeals: await listAppealsOf(db, own),
  }
}

type Words = Pick<QuotedText, 'uid' | 'sample' | 'content'>

/** Address of the avatar with a number. */
const avatarUrl = (avatar: number): string => `/avatars/${avatar}.svg`

const authorOf = ({ authors }: Context, { uid }: Pick<QuotedText, 'uid'>) => {
  const author = uid === null ? undefined : authors.get(uid)
  if (author === undefined) return { phone: '', picurl: '', userphoto: 0, left: false }
  const { phone, avatar } = author
  return phone === null
    ? { phone: 'left', picurl: '', userphoto: 0, left: true }
    : { phone: maskAuthor(phone), picurl: avatarUrl(avatar), userphoto: avatar, left: false }
}

const contentIn = ({ viewer }: Context, { sample, content }: Words): string =>
  sample === null || content === '' ? content : sampleTextIn(sample, viewer.lang)

const viewText = (context: Context, row: ListedText) => ({
  id: row.id,
  content: contentIn(context, row),
  ...authorOf(context, row),
  createtime: row.created_ms,
  status: stateToWire(row.state),
  likenum: row.like_count,
  like: row.is_liked ? (1 as const) : (0 as const),
  staff: row.is_staff,
  sample: row.sample !== null,
  mine: row.uid !== null && row.uid === context.viewer.uid,
  removed: row.removed_ms !== null,
  cut: row.is_cut,
})

const viewSpeech = (context: Context, row: ListedText): SpeechRow => ({
  ...viewText(context, row),
  commentnum: row.answer_count,
})

const viewComment = (context: Context, row: ListedText): CommentRow => ({
  ...viewText(context, row),
  sid: row.parent_id,
  replynum: row.answer_count,
})

const viewReply = (context: Context, row: ListedText): ReplyRow => {
  const answered = row.answers_id === null ? undefined : context.quotes.get(row.answers_id)
  return {
    ...viewText(context, row),
    cid: row.parent_id,
    toreplyid: row.answers_id,
    replyphone: answered === undefined ? '' : authorOf(context, answered).phone,
    replycontent: answered === undefined ? '' : contentIn(context, answered),
  }
}

const decisionOf = ({ appeals }: Context, row: ListedText) => {
  const appeal = appeals.get(row.id)
  return {
    reason: row.reason,
    remark: row.remark,
    appeal:
      appeal === undefined
        ? null
        : { status: stateToWire(appeal.state), text: appeal.content, remark: appeal.remark },
  }
}

/** The text that another one stands under; it exists as long as that one. */
const quoteOf = (context: Context, id: number) => {
  const quote = context.quotes.get(id)
  if (quote === undefined) throw new Error(`community text ${id} does not exist`)
  const { phone } = authorOf(context, quote)
  return {
    content: contentIn(context, quote),
    phone,
    createtime: quote.created_ms,
    status: stateToWire(quote.state),
  }
}

const speechQuoteOf = (context: Context, id: number) => {
  const { content, phone, createtime, status } = quoteOf(context, id)
  return { scontent: content, sphone: phone, screatetime: createtime, sstatus: status }
}

const commentQuoteOf = (context: Context, id: number) => {
  const { content, phone, createtime, status } = quoteOf(context, id)
  return { ccontent: content, cphone: phone, ccreatetime: createtime, cstatus: status }
}

const parentIds = (rows: readonly ListedText[]) => rows.flatMap((row) => [row.parent_id, row.speech_id])
const answeredIds = (rows: readonly ListedText[]) => rows.flatMap(({ answers_id }) => answers_id ?? [])

type Rows = readonly ListedText[]

/** Published speeches in wire form. */
export const viewSpeeches = async (db: Db, viewer: Viewer, rows: Rows): Promise<SpeechRow[]> => {
  const context = await loadContext(db, viewer, rows, [])
  return rows.map((row) => viewSpeech(context, row))
}

/** Published comments in wire form. */
export const viewComments = async (db: Db, viewer: Viewer, rows: Rows): Promise<CommentRow[]> => {
  const context = await loadContext(db, viewer, rows, [])
  return rows.map((row) => viewComment(context, row))
}

/** Published replies in wire form, with the replies that they answer. */
export const viewReplies = async (db: Db, viewer: Viewer, rows: Rows): Promise<ReplyRow[]> => {
  const context = await loadContext(db, viewer, rows, answeredIds(rows))
  return rows.map((row) => viewReply(context, row))
}

/** A customer's own speeches in wire form, with their decisions. */
export const viewOwnSpeeches = async (db: Db, viewer: Viewer, rows: Rows): Promise<OwnSpeechRow[]> => {
  const context = await loadContext(db, viewer, rows, [])
  return rows.map((row) => ({ ...viewSpeech(context, row), ...decisionOf(context, row) }))
}

/** A customer's own comments in wire form, with their decisions and speeches. */
export const viewOwnComments = async (db: Db, viewer: Viewer, rows: Rows): Promise<OwnCommentRow[]> => {
  const context = await loadContext(db, viewer, rows, parentIds(rows))
  return rows.map((row) => ({
    ...viewComment(context, row),
    ...decisionOf(context, row),
    ...speechQuoteOf(context, row.speech_id),
  }))
}

/** A customer's own replies in wire form, with their decisions, comments and speeches. */
export const viewOwnReplies = async (db: Db, viewer: Viewer, rows: Rows): Promise<OwnReplyRow[]> => {
  const context = await loadContext(db, viewer, rows, [...parentIds(rows), ...answeredIds(rows)])
  return rows.map((row) => ({
    ...viewReply(context, row),
    ...decisionOf(context, row),
    sid: row.speech_id,
    ...speechQuoteOf(context, row.speech_id),
    ...commentQuoteOf(context, row.parent_id),
  }))
}
