/** Wire forms of the texts of the community as lists show them. */
import { stateFromWire, stateToWire } from '../codec.ts'
import type { TextRejection, TextState } from '../rules.ts'
import type { CommentRow, OwnCommentRow, OwnReplyRow, OwnSpeechRow, ReplyRow, SpeechRow } from '../wire.ts'

/** A text with its author. */
export type CommunityText = {
  readonly id: number
  /** Empty where its author removed it. */
  readonly content: string
  /** The author's, masked; empty of staff and samples. */
  readonly phone: string
  /** Number of the author's picture; null where there is none. */
  readonly avatar: number | null
  /** Whether the author's account is closed. */
  readonly hasLeft: boolean
  readonly createdMs: number
  readonly state: TextState
  readonly likes: number
  /** Whether the reader likes it, and whether the reader wrote it. */
  readonly isLiked: boolean
  readonly isOwn: boolean
  readonly isByStaff: boolean
  /** Of practice mode. */
  readonly isSample: boolean
  readonly isRemoved: boolean
  /** Whether only its beginning is here. */
  readonly isCut: boolean
}

export type SpeechView = CommunityText & { readonly comments: number }
export type CommentView = CommunityText & { readonly speechId: number; readonly replies: number }
export type ReplyView = CommunityText & {
  readonly commentId: number
  /** The reply that it answers; null of a reply to the comment. */
  readonly answersId: number | null
  /** Masked phone of the author of the answered reply, and its beginning; empty without one. */
  readonly answeredPhone: string
  readonly answeredContent: string
}

/** What became of an own text. */
export type TextDecision = {
  /** Why it was rejected. */
  readonly reason: TextRejection | null
  /** What the moderator wrote. */
  readonly remark: string | null
  readonly appeal: {
    /** Approved: it was upheld. */
    readonly state: TextState
    readonly text: string
    readonly remark: string | null
  } | null
}

/** The beginning of the text that another one stands under. */
export type TextQuote = {
  readonly content: string
  readonly phone: string
  readonly createdMs: number
  readonly state: TextState
}

export type OwnSpeechView = SpeechView & TextDecision
export type OwnCommentView = CommentView & TextDecision & { readonly speech: TextQuote }
export type OwnReplyView = ReplyView &
  TextDecision & { readonly speechId: number; readonly speech: TextQuote; readonly comment: TextQuote }

const textToWire = (text: CommunityText) => ({
  id: text.id,
  content: text.content,
  phone: text.phone,
  picurl: text.avatar === null ? '' : `/avatars/${text.avatar}.svg`,
  userphoto: text.avatar ?? 0,
  left: text.hasLeft,
  createtime: text.createdMs,
  status: stateToWire(text.state),
  likenum: text.likes,
  like: text.isLiked ? (1 as const) : (0 as const),
  staff: text.isByStaff,
  sample: text.isSample,
  mine: text.isOwn,
  removed: text.isRemoved,
  cut: text.isCut,
})

const textFromWire = (row: Omit<SpeechRow, 'commentnum'>): CommunityText => ({
  id: row.id,
  content: row.content,
  phone: row.phone,
  avatar: row.picurl === '' ? null : row.userphoto,
  hasLeft: row.left,
  createdMs: row.createtime,
  state: stateFromWire(row.status),
  likes: row.likenum,
  isLiked: row.like === 1,
  isOwn: row.mine,
  isByStaff: row.staff,
  isSample: row.sample,
  isRemoved: row.removed,
  isCut: row.cut,
})

/** Formats a speech for the wire. */
export const speechToWire = (speech: SpeechView): SpeechRow => ({
  ...textToWire(speech),
  commentnum: speech.comments,
})

/** Formats a comment for the wire. */
export const commentToWire = (comment: CommentView): CommentRow => ({
  ...textToWire(comment),
  sid: comment.speechId,
  replynum: comment.replies,
})

/** Formats a reply for the wire. */
export const replyToWire = (reply: ReplyView): ReplyRow => ({
  ...textToWire(reply),
  cid: reply.commentId,
  toreplyid: reply.answersId,
  replyphone: reply.answeredPhone,
  replycontent: reply.answeredContent,
})

const decisionToWire = ({ reason, remark, appeal }: TextDecision) => ({
  reason,
  remark,
  appeal:
    appeal === null ? null : { status: stateToWire(appeal.state), text: appeal.text, remark: appeal.remark },
})

const speechQuoteToWire = (quote: TextQuote) => ({
  scontent: quote.content,
  sphone: quote.phone,
  screatetime: quote.createdMs,
  sstatus: stateToWire(quote.state),
})

const commentQuoteToWire = (quote: TextQuote) => ({
  ccontent: quote.content,
  cphone: quote.phone,
  ccreatetime: quote.createdMs,
  cstatus: stateToWire(quote.state),
})

/** Formats an own speech for the wire. */
export const ownSpeechToWire = (speech: OwnSpeechView): OwnSpeechRow => ({
  ...speechToWire(speech),
  ...decisionToWire(speech),
})

/** Formats an own comment for the wire. */
export const ownCommentToWire = (comment: OwnCommentView): OwnCommentRow => ({
  ...commentToWire(comment),
  ...decisionToWire(comment),
  ...speechQuoteToWire(comment.speech),
})

/** Formats an own reply for the wire. */
export const ownReplyToWire = (reply: OwnReplyView): OwnReplyRow => ({
  ...replyToWire(reply),
  ...decisionToWire(reply),
  sid: reply.speechId,
  ...speechQuoteToWire(reply.speech),
  ...commentQuoteToWire(reply.comment),
})

const speechFromWire = (row: SpeechRow): SpeechView => ({ ...textFromWire(row), comments: row.commentnum })

const commentFromWire = (row: CommentRow): CommentView => ({
  ...textFromWire(row),
  speechId: row.sid,
  replies: row.replynum,
})

const replyFromWire = (row: ReplyRow): ReplyView => ({
  ...textFromWire(row),
  commentId: row.cid,
  answersId: row.toreplyid,
  answeredPhone: row.replyphone,
  answeredContent: row.replycontent,
})

const decisionFromWire = ({
  reason,
  remark,
  appeal,
}: Pick<OwnSpeechRow, 'reason' | 'remark' | 'appeal'>): TextDecision => ({
  reason,
  remark,
  appeal:
    appeal === null
      ? null
      : { state: stateFromWire(appeal.status), text: appeal.text, remark: appeal.remark },
})

const speechQuoteFromWire = (row: OwnCommentRow | OwnReplyRow): TextQuote => ({
  content: row.scontent,
  phone: row.sphone,
  createdMs: row.screatetime,
  state: stateFromWire(row.sstatus),
})

/** Parses speeches that the server returned. */
export const speechesFromWire = (rows: readonly SpeechRow[]): readonly SpeechView[] =>
  rows.map(speechFromWire)

/** Parses comments that the server returned. */
export const commentsFromWire = (rows: readonly CommentRow[]): readonly CommentView[] =>
  rows.map(commentFromWire)

/** Parses replies that the server returned. */
export const repliesFromWire = (rows: readonly ReplyRow[]): readonly ReplyView[] => rows.map(replyFromWire)

/** Parses own speeches that the server returned. */
export const ownSpeechesFromWire = (rows: readonly OwnSpeechRow[]): readonly OwnSpeechView[] =>
  rows.map((row) => ({ ...speechFromWire(row), ...decisionFromWire(row) }))

/** Parses own comments that the server returned. */
export const ownCommentsFromWire = (rows: readonly OwnCommentRow[]): readonly OwnCommentView[] =>
  rows.map((row) => ({
    ...commentFromWire(row),
    ...decisionFromWire(row),
    speech: speechQuoteFromWire(row),
  }))

/** Parses own replies that the server returned. */
export const ownRepliesFromWire = (rows: readonly OwnReplyRow[]): readonly OwnReplyView[] =>
  rows.map((row) => ({
    ...replyFromWire(row),
    ...decisionFromWire(row),
    speechId: row.sid,
    speech: speechQuoteFromWire(row),
    comment: {
      content: row.ccontent,
      phone: row.cphone,
      createdMs: row.ccreatetime,
      state: stateFromWire(row.cstatus),
    },
  }))
