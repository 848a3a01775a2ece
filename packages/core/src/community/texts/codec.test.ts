import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import {
  listOwnTextsFromWire,
  listOwnTextsToWire,
  listTextsFromWire,
  postReplyToWire,
  textOrderToWire,
  textToWire,
} from '../codec.ts'
import { textRejections } from '../rules.ts'
import {
  type CommentView,
  commentsFromWire,
  commentToWire,
  type OwnReplyView,
  ownCommentsFromWire,
  ownCommentToWire,
  ownRepliesFromWire,
  ownReplyToWire,
  ownSpeechesFromWire,
  ownSpeechToWire,
  repliesFromWire,
  replyToWire,
  type SpeechView,
  speechesFromWire,
  speechToWire,
} from './codec.ts'

const speech: SpeechView = {
  ...{ id: 7, content: 'Compared my record.', phone: '13*****89', avatar: 4, hasLeft: false },
  ...{ createdMs: 1_700_000_000_000, state: 'approved', likes: 3, isLiked: true, isOwn: false },
  ...{ isByStaff: false, isSample: false, isRemoved: false, isCut: false, comments: 2 },
}
const states = ['waiting', 'approved', 'rejected'] as const

describe('a text', () => {
  it('has the fields of the wire', () => {
    expect(speechToWire(speech)).toEqual({
      ...{ id: 7, content: 'Compared my record.', phone: '13*****89', picurl: '/avatars/4.svg' },
      ...{ userphoto: 4, createtime: 1_700_000_000_000, status: 1, likenum: 3, like: 1, staff: false },
      ...{ sample: false, left: false, mine: false, removed: false, cut: false, commentnum: 2 },
    })
    const { comments, ...text } = speech
    expect(commentToWire({ ...text, speechId: 5, replies: 1 })).toMatchObject({ sid: 5, replynum: 1 })
    const reply = { ...text, commentId: 8, answersId: 9, answeredPhone: '17*', answeredContent: 'Yes.' }
    expect(replyToWire(reply)).toMatchObject({
      ...{ cid: 8, toreplyid: 9, replyphone: '17*', replycontent: 'Yes.' },
    })
  })

  it('of staff, of a sample and of a closed account has no picture', () => {
    const wire = speechToWire({ ...speech, avatar: null, hasLeft: true, phone: 'left' })
    expect(wire).toMatchObject({ picurl: '', userphoto: 0, left: true, phone: 'left' })
    expect(speechesFromWire([wire])[0]?.avatar).toBeNull()
    // The first picture is one.
    expect(speechesFromWire([speechToWire({ ...speech, avatar: 0 })])[0]?.avatar).toBe(0)
  })

  it.each([
    ['waiting', 0],
    ['approved', 1],
    ['rejected', 2],
  ] as const)('that is %s has the number %d on the wire', (state, status) => {
    expect(speechToWire({ ...speech, state }).status).toBe(status)
    expect(speechesFromWire([speechToWire({ ...speech, state })])).toEqual([{ ...speech, state }])
  })

  it('says each on its own: liked, own, of staff, a sample, removed, cut, of who left', () => {
    const wire = {
      isLiked: 'like',
      isOwn: 'mine',
      isByStaff: 'staff',
      isSample: 'sample',
      isRemoved: 'removed',
      isCut: 'cut',
      hasLeft: 'left',
    } as const
    const none = { ...speech, isLiked: false }
    for (const [flag, name] of Object.entries(wire)) {
      const row = speechToWire({ ...none, [flag]: true })
      const set = Object.values(wire).filter((one) => row[one] === true || row[one] === 1)
      expect(set, flag).toEqual([name])
      expect(speechesFromWire([row])).toEqual([{ ...none, [flag]: true }])
    }
  })
})

describe('an own text', () => {
  const quote = { content: 'Above', phone: '15*', createdMs: 9, state: 'approved' } as const
  it('names why it was rejected, and what became of the appeal', () => {
    for (const state of states) {
      const appeal = { state, text: 'It is public.', remark: state === 'waiting' ? null : 'No.' }
      const own = {
        ...speech,
        state: 'rejected',
        reason: 'personalData',
        remark: 'A number.',
        appeal,
      } as const
      const row = ownSpeechToWire(own)
      expect(row).toMatchObject({
        ...{ reason: 'personalData', remark: 'A number.' },
        appeal: { status: states.indexOf(state), text: 'It is public.', remark: appeal.remark },
      })
      expect(ownSpeechesFromWire([row])).toEqual([own])
    }
  })

  it('stands under the texts that it names', () => {
    const { comments, ...text } = speech
    const none = { reason: null, remark: null, appeal: null }
    const comment: CommentView = { ...text, speechId: 5, replies: 0 }
    const row = ownCommentToWire({ ...comment, ...none, speech: quote })
    expect(row).toMatchObject({ scontent: 'Above', sphone: '15*', screatetime: 9, sstatus: 1, sid: 5 })
    expect(ownCommentsFromWire([row])).toEqual([{ ...comment, ...none, speech: quote }])
    const reply: OwnReplyView = {
      ...{ ...text, commentId: 8, answersId: null, answeredPhone: '', answeredContent: '', ...none },
      ...{ speechId: 5, speech: quote, comment: { ...quote, content: 'Between', state: 'rejected' } },
    }
    expect(ownReplyToWire(reply)).toMatchObject({
      ...{ scontent: 'Above', ccontent: 'Between', cphone: '15*', ccreatetime: 9, cstatus: 2 },
      ...{ sid: 5, cid: 8, toreplyid: null },
    })
    expect(ownRepliesFromWire([ownReplyToWire(reply)])).toEqual([reply])
  })
})

describe('whatever was written', () => {
  const instant = fc.integer({ min: 1, max: 2_000_000_000_000 })
  const state = fc.constantFrom(...states)
  const text = {
    ...{
      id: instant,
      content: fc.string(),
      phone: fc.string(),
      avatar: fc.option(fc.nat(13)),
      createdMs: instant,
    },
    ...{ hasLeft: fc.boolean(), state, likes: fc.nat(), isLiked: fc.boolean(), isOwn: fc.boolean() },
    ...{ isByStaff: fc.boolean(), isSample: fc.boolean(), isRemoved: fc.boolean(), isCut: fc.boolean() },
  }
  const decision = {
    ...{ reason: fc.option(fc.constantFrom(...textRejections)), remark: fc.option(fc.string()) },
    appeal: fc.option(fc.record({ state, text: fc.string(), remark: fc.option(fc.string()) })),
  }
  const quote = fc.record({ content: fc.string(), phone: fc.string(), createdMs: instant, state })
  const comment = { ...text, speechId: instant, replies: fc.nat() }
  const reply = {
    ...{ ...text, commentId: instant, answersId: fc.option(instant) },
    ...{ answeredPhone: fc.string(), answeredContent: fc.string() },
  }
  it('speeches, comments and replies return from the wire as they were sent', () => {
    fc.assert(
      fc.property(
        ...([fc.record({ ...text, comments: fc.nat() }), fc.record(comment), fc.record(reply)] as const),
        (one, two, three) => {
          expect(speechesFromWire([speechToWire(one)])).toEqual([one])
          expect(commentsFromWire([commentToWire(two)])).toEqual([two])
          expect(repliesFromWire([replyToWire(three)])).toEqual([three])
        },
      ),
    )
  })
  it('own ones return with their decisions and what they stand under, as their schemas have them', () => {
    fc.assert(
      fc.property(
        ...([
          fc.record({ ...text, ...decision, comments: fc.nat() }),
          fc.record({ ...comment, ...decision, speech: quote }),
          fc.record({ ...reply, ...decision, speechId: instant, speech: quote, comment: quote }),
        ] as const),
        (one, two, three) => {
          expect(ownSpeechesFromWire([ownSpeechToWire(one)])).toEqual([one])
          expect(ownCommentsFromWire([ownCommentToWire(two)])).toEqual([two])
          expect(ownRepliesFromWire([ownReplyToWire(three)])).toEqual([three])
          const row = ownReplyToWire(three)
          expect(calls['/api/community/replyListSelf'].data.parse([row])).toEqual([row])
        },
      ),
    )
  })
})

describe('requests', () => {
  it('for own texts name the state and a page', () => {
    const { request } = calls['/api/community/speechListSelf']
    for (const state of [null, ...states])
      expect(listOwnTextsFromWire(request.parse(listOwnTextsToWire(state, 2, 5)))).toEqual({
        ...{ state: state ?? undefined, orderBy: 'created', offset: 5, limit: 5, direction: 'desc' },
      })
  })
  it('for texts name their order', () => {
    const { request } = calls['/api/community/speechList']
    for (const [order, orderBy] of [
      ['newest', 'created'],
      ['liked', 'likes'],
    ] as const)
      expect(listTextsFromWire(request.parse(textOrderToWire(order)))).toMatchObject({ orderBy })
  })
  it('about a text name its kind, and a reply what it answers', () => {
    expect((['speech', 'comment', 'reply'] as const).map((kind) => textToWire(kind, 7).type)).toEqual([
      1, 2, 3,
    ])
    expect(textToWire('reply', 7)).toEqual({ refid: 7, type: 3 })
    expect(postReplyToWire({ commentId: 8, content: 'Yes.' })).toEqual({ cid: 8, content: 'Yes.' })
    expect(postReplyToWire({ commentId: 8, answersId: 9, content: 'Yes.' })).toEqual({
      ...{ cid: 8, toreplyid: 9, content: 'Yes.' },
    })
  })
})
