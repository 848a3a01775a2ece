import {
  answeredFromWire,
  likesToWire,
  listOwnTextsFromWire,
  listTextsFromWire,
  postCommentFromWire,
  postReplyFromWire,
  textFromWire,
} from '@glasshouse/core/community/codec'
import {
  commentToWire,
  ownCommentToWire,
  ownReplyToWire,
  ownSpeechToWire,
  replyToWire,
  speechToWire,
} from '@glasshouse/core/community/texts/codec'
import type { Language } from '@glasshouse/core/wire/languages'
import { authenticateCustomer } from '../identity/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { createModerationReader, getOwnSummary, listOwn, listTextsBelow } from './service/lists.ts'
import { type PostCommand, postText } from './service/post.ts'
import { appealRejection, likeText, removeText } from './service/standing.ts'
import {
  viewComments,
  viewOwnComments,
  viewOwnReplies,
  viewOwnSpeeches,
  viewReplies,
  viewSpeeches,
} from './service/view.ts'
import { findListedText } from './store/texts.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Calls of the community: texts, comments, likes, appeals. */
export const communityRoutes = (deps: Deps): AnyRoute[] => {
  const { db } = deps.database
  const readModeration = createModerationReader(deps)
  /** Visitors read as well; who has a session sees own likes. */
  const viewerOf = async (token: string | null, lang: Language) => {
    const session = token === null ? null : await authenticateCustomer(db, deps.clock, token)
    return { uid: session?.kind === 'ok' ? session.customer.uid : null, lang }
  }
  const posted = async (uid: number, command: PostCommand) => [
    await findListedText(db, await postText(deps, uid, command), uid),
  ]
  return [
    route('/api/community/speechList', async ({ token, lang, body }) =>
      page(
        await listTextsBelow(
          db,
          await viewerOf(token, lang),
          { kind: 'speech', parentId: 0, id: body.id },
          listTextsFromWire(body),
          viewSpeeches,
        ),
        speechToWire,
      ),
    ),
    route('/api/community/commentList', async ({ token, lang, body }) =>
      page(
        await listTextsBelow(
          db,
          await viewerOf(token, lang),
          { kind: 'comment', parentId: answeredFromWire(body) },
          listTextsFromWire(body),
          viewComments,
        ),
        commentToWire,
      ),
    ),
    route('/api/community/replyList', async ({ token, lang, body }) =>
      page(
        await listTextsBelow(
          db,
          await viewerOf(token, lang),
          { kind: 'reply', parentId: answeredFromWire(body) },
          listTextsFromWire(body),
          viewReplies,
        ),
        replyToWire,
      ),
    ),
    route('/api/community/summary', async ({ token, lang }) => {
      const { uid } = await viewerOf(token, lang)
      return {
        moderation: await readModeration(),
        mine: uid === null ? null : await getOwnSummary(deps, uid),
      }
    }),
    route('/api/community/speechListSelf', async ({ customer: { uid }, lang, body }) =>
      page(
        await listOwn(db, { uid, lang }, 'speech', listOwnTextsFromWire(body), viewOwnSpeeches),
        ownSpeechToWire,
      ),
    ),
    route('/api/community/commentListSelf', async ({ customer: { uid }, lang, body }) =>
      page(
        await listOwn(db, { uid, lang }, 'comment', listOwnTextsFromWire(body), viewOwnComments),
        ownCommentToWire,
      ),
    ),
    route('/api/community/replyListSelf', async ({ customer: { uid }, lang, body }) =>
      page(
        await listOwn(db, { uid, lang }, 'reply', listOwnTextsFromWire(body), viewOwnReplies),
        ownReplyToWire,
      ),
    ),
    route('/api/community/releaseSpeech', async ({ customer: { uid }, lang, body: { content } }) => {
      const rows = await posted(uid, { kind: 'speech', content })
      return ownSpeechToWire(only(await viewOwnSpeeches(db, { uid, lang }, rows)))
    }),
    route('/api/community/comment', async ({ customer: { uid }, lang, body }) => {
      const rows = await posted(uid, postCommentFromWire(body))
      return ownCommentToWire(only(await viewOwnComments(db, { uid, lang }, rows)))
    }),
    route('/api/community/reply', async ({ customer: { uid }, lang, body }) => {
      const rows = await posted(uid, postReplyFromWire(body))
      return ownReplyToWire(only(await viewOwnReplies(db, { uid, lang }, rows)))
    }),
    ...standingRoutes(deps),
  ]
}

/** Calls about one text of any kind. */
const standingRoutes = (deps: Deps): AnyRoute[] => [
  route('/api/community/like', async ({ customer: { uid }, body }) => {
    return likesToWire(await likeText(deps, uid, textFromWire(body)))
  }),
  route('/api/community/remove', async ({ customer: { uid }, body }) => {
    await removeText(deps, uid, textFromWire(body))
    return {}
  }),
  route('/api/community/appeal', async ({ customer: { uid }, body: { text, ...body } }) => {
    await appealRejection(deps, uid, textFromWire(body), text)
    return {}
  }),
]

/** A page with its rows in wire form. */
const page = <Row, WireRow>(
  { rows, total }: { readonly rows: readonly Row[]; readonly total: number },
  toWire: (row: Row) => WireRow,
): { readonly rows: WireRow[]; readonly total: number } => ({ rows: rows.map(toWire), total })

const only = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a posted text is not listed')
  return row
}
