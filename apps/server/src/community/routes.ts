import { kindFromWire, listOwnTextsFromWire, listTextsFromWire } from '@glasshouse/core/community/codec'
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
      listTextsBelow(
        db,
        await viewerOf(token, lang),
        { kind: 'speech', parentId: 0, id: body.id },
        listTextsFromWire(body),
        viewSpeeches,
      ),
    ),
    route('/api/community/commentList', async ({ token, lang, body }) =>
      listTextsBelow(
        db,
        await viewerOf(token, lang),
        { kind: 'comment', parentId: body.sid },
        listTextsFromWire(body),
        viewComments,
      ),
    ),
    route('/api/community/replyList', async ({ token, lang, body }) =>
      listTextsBelow(
        db,
        await viewerOf(token, lang),
        { kind: 'reply', parentId: body.cid },
        listTextsFromWire(body),
        viewReplies,
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
      listOwn(db, { uid, lang }, 'speech', listOwnTextsFromWire(body), viewOwnSpeeches),
    ),
    route('/api/community/commentListSelf', async ({ customer: { uid }, lang, body }) =>
      listOwn(db, { uid, lang }, 'comment', listOwnTextsFromWire(body), viewOwnComments),
    ),
    route('/api/community/replyListSelf', async ({ customer: { uid }, lang, body }) =>
      listOwn(db, { uid, lang }, 'reply', listOwnTextsFromWire(body), viewOwnReplies),
    ),
    route('/api/community/releaseSpeech', async ({ customer: { uid }, lang, body: { content } }) => {
      const rows = await posted(uid, { kind: 'speech', content })
      return only(await viewOwnSpeeches(db, { uid, lang }, rows))
    }),
    route('/api/community/comment', async ({ customer: { uid }, lang, body: { sid, content } }) => {
      const rows = await posted(uid, { kind: 'comment', parentId: sid, content })
      return only(await viewOwnComments(db, { uid, lang }, rows))
    }),
    route('/api/community/reply', async ({ customer: { uid }, lang, body: { cid, content, toreplyid } }) => {
      const rows = await posted(uid, { kind: 'reply', parentId: cid, content, answersId: toreplyid })
      return only(await viewOwnReplies(db, { uid, lang }, rows))
    }),
    route('/api/community/like', async ({ customer: { uid }, body: { refid, type } }) => {
      const { count, isLiked } = await likeText(deps, uid, { kind: kindFromWire(type), id: refid })
      return { likenum: count, like: isLiked ? 1 : 0 }
    }),
    route('/api/community/remove', async ({ customer: { uid }, body: { refid, type } }) => {
      await removeText(deps, uid, { kind: kindFromWire(type), id: refid })
      return {}
    }),
    route('/api/community/appeal', async ({ customer: { uid }, body: { refid, type, text } }) => {
      await appealRejection(deps, uid, { kind: kindFromWire(type), id: refid }, text)
      return {}
    }),
  ]
}

const only = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a posted text is not listed')
  return row
}
