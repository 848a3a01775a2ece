import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { directionToWire, pageToWire, type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { TextKind, TextState } from './rules.ts'

const kinds = { 1: 'speech', 2: 'comment', 3: 'reply' } as const satisfies Record<number, TextKind>
const states = { 0: 'waiting', 1: 'approved', 2: 'rejected' } as const satisfies Record<number, TextState>
const numbers = { waiting: 0, approved: 1, rejected: 2 } as const

/** Kind of a text by its wire type. */
export const kindFromWire = (type: 1 | 2 | 3): TextKind => kinds[type]

/** State of a text by its wire status. */
export const stateFromWire = (status: 0 | 1 | 2): TextState => states[status]

export const stateToWire = (state: TextState): 0 | 1 | 2 => numbers[state]

/** One page of texts. */
export type ListTextsQuery = SortedRange & {
  readonly orderBy: 'created' | 'likes'
}

const orders = { createtime: 'created', likenum: 'likes' } as const

type ListFields = Pick<
  BodyOf<'/api/community/speechList'>,
  'pageNum' | 'pageSize' | 'isAsc' | 'orderByColumn'
>

/** Parses the paging fields of a list of texts. */
export const listTextsFromWire = (body: ListFields): ListTextsQuery => ({
  ...sortedPageFromWire(body),
  orderBy: orders[body.orderByColumn],
})

/** One page of a customer's own texts; undefined for those of any state. */
export type ListOwnTextsQuery = ListTextsQuery & { readonly state: TextState | undefined }

/** Parses the request of a list of own texts. */
export const listOwnTextsFromWire = (
  body: ListFields & { readonly status?: 0 | 1 | 2 | undefined },
): ListOwnTextsQuery => ({
  ...listTextsFromWire(body),
  state: body.status === undefined ? undefined : stateFromWire(body.status),
})

/** Names the order of a list of texts: the newest or the most liked first. */
export const textOrderToWire = (order: 'newest' | 'liked') =>
  ({ orderByColumn: order === 'liked' ? 'likenum' : 'createtime' }) as const

/** Asks for one page of own texts, those of any state where it is null; pages count from 1. */
export const listOwnTextsToWire = (
  state: TextState | null,
  page: number,
  pageSize: number,
): RequestOf<'/api/community/speechListSelf'> => ({
  status: state === null ? '' : stateToWire(state),
  ...pageToWire(page, pageSize),
})

const typeOf = { speech: 1, comment: 2, reply: 3 } as const satisfies Record<TextKind, 1 | 2 | 3>

/** Names a text in calls about one of any kind. */
export const textToWire = (
  kind: TextKind,
  id: number,
): { readonly refid: number; readonly type: 1 | 2 | 3 } => ({ refid: id, type: typeOf[kind] })

/** Parses the text that a call about one of any kind names. */
export const textFromWire = ({
  refid,
  type,
}: BodyOf<'/api/community/like'>): { readonly kind: TextKind; readonly id: number } => ({
  kind: kindFromWire(type),
  id: refid,
})

/** A text of staff; `parentId` is the speech or comment that it answers. */
export type PostStaffTextCommand = {
  readonly kind: TextKind
  readonly parentId?: number | undefined
  readonly content: string
}

/** Name of the field of a staff text that names what it answers. */
export const parentFieldOfStaffText = 'refid'

/** Parses the request of `/staff/api/communityPost`. */
export const postStaffTextFromWire = ({
  type,
  refid,
  content,
}: BodyOf<'/staff/api/communityPost'>): PostStaffTextCommand => ({
  kind: kindFromWire(type),
  parentId: refid,
  content,
})

/** Formats a text for `/staff/api/communityPost`. */
export const postStaffTextToWire = ({
  kind,
  parentId,
  content,
}: PostStaffTextCommand): RequestOf<'/staff/api/communityPost'> => ({
  type: typeOf[kind],
  ...(parentId === undefined ? {} : { refid: parentId }),
  content,
})

/** Asks for one page of the comments on a speech, oldest first; pages count from 1. */
export const listCommentsToWire = (
  speechId: number,
  page: number,
  pageSize: number,
): RequestOf<'/api/community/commentList'> => ({
  sid: speechId,
  ...pageToWire(page, pageSize),
  ...directionToWire('asc'),
})

/** Asks for one page of the replies to a comment, oldest first; pages count from 1. */
export const listRepliesToWire = (
  commentId: number,
  page: number,
  pageSize: number,
): RequestOf<'/api/community/replyList'> => ({
  cid: commentId,
  ...pageToWire(page, pageSize),
  ...directionToWire('asc'),
})

/** A speech or comment whose answers are listed. */
export const answeredFromWire = (body: { readonly sid: number } | { readonly cid: number }): number =>
  'sid' in body ? body.sid : body.cid

/** Parses a comment on a speech. */
export const postCommentFromWire = ({ sid, content }: BodyOf<'/api/community/comment'>) =>
  ({ kind: 'comment', parentId: sid, content }) as const

/** Parses a reply to a comment, or to the reply that it answers. */
export const postReplyFromWire = ({ cid, content, toreplyid }: BodyOf<'/api/community/reply'>) =>
  ({ kind: 'reply', parentId: cid, content, answersId: toreplyid }) as const

/** Formats the likes of a text and whether the caller's is among them. */
export const likesToWire = ({
  count,
  isLiked,
}: {
  readonly count: number
  readonly isLiked: boolean
}): DataOf<'/api/community/like'> => ({ likenum: count, like: isLiked ? 1 : 0 })

/** Formats a comment on a speech. */
export const postCommentToWire = ({
  speechId,
  content,
}: {
  readonly speechId: number
  readonly content: string
}): RequestOf<'/api/community/comment'> => ({ sid: speechId, content })

/** Formats a reply to a comment, or to the reply that it answers. */
export const postReplyToWire = ({
  commentId,
  answersId,
  content,
}: {
  readonly commentId: number
  readonly answersId?: number | undefined
  readonly content: string
}): RequestOf<'/api/community/reply'> => ({
  cid: commentId,
  content,
  ...(answersId === undefined ? {} : { toreplyid: answersId }),
})
