import { maskAuthor } from '@glasshouse/core/community/rules'
import { sampleTextIn } from '@glasshouse/core/community/samples'
import type {
  CommentView,
  CommunityText,
  OwnCommentView,
  OwnReplyView,
  OwnSpeechView,
  ReplyView,
  SpeechView,
  TextDecision,
  TextQuote,
} from '@glasshouse/core/community/texts/codec'
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

const authorOf = (
  { authors }: Context,
  { uid }: Pick<QuotedText, 'uid'>,
): Pick<CommunityText, 'phone' | 'avatar' | 'hasLeft'> => {
  const author = uid === null ? undefined : authors.get(uid)
  if (author === undefined) return { phone: '', avatar: null, hasLeft: false }
  const { phone, avatar } = author
  return phone === null
    ? { phone: 'left', avatar: null, hasLeft: true }
    : { phone: maskAuthor(phone), avatar, hasLeft: false }
}

const contentIn = ({ viewer }: Context, { sample, content }: Words): string =>
  sample === null || content === '' ? content : sampleTextIn(sample, viewer.lang)

const viewText = (context: Context, row: ListedText): CommunityText => ({
  id: row.id,
  content: contentIn(context, row),
  ...authorOf(context, row),
  createdMs: row.created_ms,
  state: row.state,
  likes: row.like_count,
  isLiked: row.is_liked,
  isOwn: row.uid !== null && row.uid === context.viewer.uid,
  isByStaff: row.is_staff,
  isSample: row.sample !== null,
  isRemoved: row.removed_ms !== null,
  isCut: row.is_cut,
})

const viewSpeech = (context: Context, row: ListedText): SpeechView => ({
  ...viewText(context, row),
  comments: row.answer_count,
})

const viewComment = (context: Context, row: ListedText): CommentView => ({
  ...viewText(context, row),
  speechId: row.parent_id,
  replies: row.answer_count,
})

const viewReply = (context: Context, row: ListedText): ReplyView => {
  const answered = row.answers_id === null ? undefined : context.quotes.get(row.answers_id)
  return {
    ...viewText(context, row),
    commentId: row.parent_id,
    answersId: row.answers_id,
    answeredPhone: answered === undefined ? '' : authorOf(context, answered).phone,
    answeredContent: answered === undefined ? '' : contentIn(context, answered),
  }
}

const decisionOf = ({ appeals }: Context, row: ListedText): TextDecision => {
  const appeal = appeals.get(row.id)
  return {
    reason: row.reason,
    remark: row.remark,
    appeal:
      appeal === undefined ? null : { state: appeal.state, text: appeal.content, remark: appeal.remark },
  }
}

/** The text that another one stands under; it exists as long as that one. */
const quoteOf = (context: Context, id: number): TextQuote => {
  const quote = context.quotes.get(id)
  if (quote === undefined) throw new Error(`community text ${id} does not exist`)
  const { phone } = authorOf(context, quote)
  return { content: contentIn(context, quote), phone, createdMs: quote.created_ms, state: quote.state }
}

const parentIds = (rows: readonly ListedText[]) => rows.flatMap((row) => [row.parent_id, row.speech_id])
const answeredIds = (rows: readonly ListedText[]) => rows.flatMap(({ answers_id }) => answers_id ?? [])

type Rows = readonly ListedText[]

/** Published speeches. */
export const viewSpeeches = async (db: Db, viewer: Viewer, rows: Rows): Promise<readonly SpeechView[]> => {
  const context = await loadContext(db, viewer, rows, [])
  return rows.map((row) => viewSpeech(context, row))
}

/** Published comments. */
export const viewComments = async (db: Db, viewer: Viewer, rows: Rows): Promise<readonly CommentView[]> => {
  const context = await loadContext(db, viewer, rows, [])
  return rows.map((row) => viewComment(context, row))
}

/** Published replies, with the replies that they answer. */
export const viewReplies = async (db: Db, viewer: Viewer, rows: Rows): Promise<readonly ReplyView[]> => {
  const context = await loadContext(db, viewer, rows, answeredIds(rows))
  return rows.map((row) => viewReply(context, row))
}

/** A customer's own speeches, with their decisions. */
export const viewOwnSpeeches = async (
  db: Db,
  viewer: Viewer,
  rows: Rows,
): Promise<readonly OwnSpeechView[]> => {
  const context = await loadContext(db, viewer, rows, [])
  return rows.map((row) => ({ ...viewSpeech(context, row), ...decisionOf(context, row) }))
}

/** A customer's own comments, with their decisions and speeches. */
export const viewOwnComments = async (
  db: Db,
  viewer: Viewer,
  rows: Rows,
): Promise<readonly OwnCommentView[]> => {
  const context = await loadContext(db, viewer, rows, parentIds(rows))
  return rows.map((row) => ({
    ...viewComment(context, row),
    ...decisionOf(context, row),
    speech: quoteOf(context, row.speech_id),
  }))
}

/** A customer's own replies, with their decisions, comments and speeches. */
export const viewOwnReplies = async (
  db: Db,
  viewer: Viewer,
  rows: Rows,
): Promise<readonly OwnReplyView[]> => {
  const context = await loadContext(db, viewer, rows, [...parentIds(rows), ...answeredIds(rows)])
  return rows.map((row) => ({
    ...viewReply(context, row),
    ...decisionOf(context, row),
    speechId: row.speech_id,
    speech: quoteOf(context, row.speech_id),
    comment: quoteOf(context, row.parent_id),
  }))
}
