import { maxTextLength } from '@glasshouse/core/community/rules'
import { sampleTextIn } from '@glasshouse/core/community/samples'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockCustomerById } from '../customers/records/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { communityInvariants } from './index.fixture.ts'
import { postText } from './service/post.ts'
import { likeText, removeText } from './service/standing.ts'
import { findAnswered } from './store/texts.ts'

type Row = Record<string, unknown> & { id: number }
type Person = Awaited<ReturnType<StaffFixture['newcomer']>>

let counter: StaffFixture
let author: Person
let reader: Person
beforeAll(async () => {
  counter = await startStaffFixture()
  author = await counter.newcomer()
  reader = await counter.newcomer()
})
afterAll(() => counter.close())

const db = () => counter.stage.database.db
const ask = (call: string, fields: Record<string, string | number> = {}, person?: Person) =>
  counter.ask(`/api/community/${call}`, fields, person?.token)
const rowsOf = async (call: string, fields: Record<string, string | number> = {}, person?: Person) =>
  (await ask(call, fields, person)).data as Row[]
const idOf = (answer: { retCode: number; data: unknown }): number => {
  expect(answer).toMatchObject({ retCode: 0 })
  return (answer.data as Row).id
}
const decide = (kind: string, id: number, more: object = {}, token = counter.service) =>
  counter.ask('/staff/api/reviewDecide', { kind, id, decision: 'approve', ...more }, token)
const reject = (kind: string, id: number, token = counter.service) =>
  decide(kind, id, { decision: 'reject', reason: 'spam', remark: 'An advertisement.' }, token)
/** Posts and publishes. */
const published = async (call: string, fields: Record<string, string | number>, person: Person) => {
  const id = idOf(await ask(call, fields, person))
  const kind = call === 'releaseSpeech' ? 'speech' : call
  expect(await decide(kind, id)).toMatchObject({ retCode: 0, data: { status: 1 } })
  return id
}
const broken = async (): Promise<string[]> => {
  const found = await Promise.all(communityInvariants.map((one) => one.broken(db())))
  return found.flat()
}

describe('posting', () => {
  it('refuses what shows nothing or is too long, and takes the longest text in a form', async () => {
    const long = '😀'.repeat(maxTextLength)
    for (const content of ['', ' \n ', '\u200B\u2060', `${long}x`])
      expect(await ask('releaseSpeech', { content }, author)).toMatchObject({
        retCode: 1001,
        data: { field: 'content' },
      })
    expect(await ask('releaseSpeech', { content: ` ${long} ` }, author)).toMatchObject({
      retCode: 0,
      data: { content: long, status: 0, mine: true },
    })
    expect((await ask('releaseSpeech', { content: 'x' })).retCode).toBe(102)
  })
  it('shows a text to its author and to staff with its flags, and to visitors once it is published', async () => {
    const content =
      'Compared with example。com\r\n<b>all</b> fit, call ١٢٣٤٥٦٧٨٩٠ or send to TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    const id = idOf(await ask('releaseSpeech', { content }, author))
    expect(await rowsOf('speechList')).toEqual([])
    expect(await rowsOf('speechList', {}, author)).toEqual([])
    const item = await counter.ask('/staff/api/reviewItem', { kind: 'speech', id }, counter.service)
    expect(item.data).toMatchObject({
      summary: 'Speech of 103 characters: link, address, phone',
      fields: [{ name: 'flags', value: 'link, address, phone' }],
      secrets: [{ name: 'content' }],
      may: { approve: true, reject: true },
    })
    expect(await decide('speech', id)).toMatchObject({ retCode: 0, data: { status: 1 } })
    expect(await decide('speech', id)).toMatchObject({ retCode: 2003, data: { reason: 'decided' } })
    const [seen] = await rowsOf('speechList')
    const phone = `${author.phone.slice(0, 2)}*****${author.phone.slice(-2)}`
    expect(seen).toMatchObject({
      ...{ id, phone, status: 1, mine: false, staff: false, sample: false, left: false, commentnum: 0 },
      ...{ content: content.replace('\r\n', '\n'), picurl: '/avatars/0.svg', like: 0, likenum: 0 },
    })
    expect(JSON.stringify(seen)).not.toContain(author.phone)
  })
  it('is not silenced by a pause of one’s own', async () => {
    const paused = await counter.newcomer()
    const until = counter.stage.clock.business() + 86_400_000
    await sql`insert into protection_limit (uid, name, value) values (${paused.uid}, 'pauseUntil', ${until})`.execute(
      db(),
    )
    expect(await ask('releaseSpeech', { content: 'I am on a break.' }, paused)).toMatchObject({ retCode: 0 })
  })
  it('does not hold up a like by a comment of the same customer on the same text', async () => {
    const id = await published('releaseSpeech', { content: 'Both at once, please.' }, author)
    // The steps of a comment: were the like to wait for the customer, the comment would wait for its text.
    await transact(db(), async (tx) => {
      await lockCustomerById(tx, reader.uid)
      const like = await likeText(counter.stage, reader.uid, { kind: 'speech', id })
      expect(like).toEqual({ count: 1, isLiked: true })
      expect(await findAnswered(tx, 'speech', id)).toMatchObject({ state: 'approved' })
    })
  })
  it('serializes concurrent posts of a customer: the same text once, never more than the day allows', async () => {
    const poster = await counter.newcomer()
    const same = await Promise.all(
      ['Buy now', ' buy  NOW ', 'Ｂｕｙ now', 'b\u200Buy now'].map((content) =>
        ask('releaseSpeech', { content }, poster),
      ),
    )
    expect(same.map(({ retCode }) => retCode).sort()).toEqual([0, 2003, 2003, 2003])
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => ask('releaseSpeech', { content: `Text ${at}` }, poster)),
    )
    expect(many.filter(({ retCode }) => retCode === 0)).toHaveLength(9)
    expect(many.filter(({ retCode }) => retCode === 1004)).toHaveLength(3)
    expect(await ask('summary', {}, poster)).toMatchObject({
      data: { mine: { waiting: 10, published: 0, speeches: { left: 0, max: 10 }, comments: { left: 100 } } },
    })
    const { rows } = await sql<{ count: number }>`
      select count(*) from community_text where uid = ${poster.uid}`.execute(db())
    expect(rows[0]?.count).toBe(10)
  })
})

describe('answers', () => {
  it('stand below published texts only, and name what they answer in the own lists', async () => {
    const waiting = idOf(await ask('releaseSpeech', { content: 'Waits' }, author))
    for (const person of [author, reader])
      expect(await ask('comment', { sid: waiting, content: 'Hm' }, person)).toMatchObject({
        retCode: 2003,
        data: { reason: 'notApproved' },
      })
    expect((await ask('comment', { sid: 999_999, content: 'Hm' }, reader)).retCode).toBe(1005)
    const sid = await published('releaseSpeech', { content: 'A speech to answer' }, author)
    const cid = await published('comment', { sid, content: 'A comment' }, reader)
    const other = await published('comment', { sid, content: 'Another comment' }, reader)
    const first = await published('reply', { cid, content: 'A reply' }, author)
    expect((await ask('reply', { cid: sid, content: 'Hm' }, reader)).retCode).toBe(1005)
    expect((await ask('reply', { cid: other, toreplyid: first, content: 'Hm' }, reader)).retCode).toBe(1005)
    const second = await published('reply', { cid, toreplyid: first, content: 'To the reply' }, reader)
    expect(await rowsOf('replyList', { cid, isAsc: 'asc' })).toMatchObject([
      { id: first, cid, toreplyid: null, replycontent: '' },
      {
        id: second,
        cid,
        toreplyid: first,
        replycontent: 'A reply',
        replyphone: expect.stringMatching(/^12\*{5}/),
      },
    ])
    expect(await rowsOf('commentListSelf', { status: 1, isAsc: 'asc' }, reader)).toMatchObject([
      { id: cid, sid, scontent: 'A speech to answer', sstatus: 1, replynum: 2 },
      { id: other, sid, replynum: 0 },
    ])
    expect(await rowsOf('replyListSelf', { status: '' }, reader)).toMatchObject([
      { id: second, cid, sid, ccontent: 'A comment', cstatus: 1, scontent: 'A speech to answer' },
    ])
    expect(await rowsOf('speechListSelf', { status: 0 }, author)).toContainEqual(
      expect.objectContaining({ id: waiting, status: 0 }),
    )
    expect((await rowsOf('speechList')).find(({ id }) => id === sid)).toMatchObject({ commentnum: 2 })
    const { data } = await counter.ask('/api/user/noticeList', { pageSize: 100 }, author.token)
    const answered = (data as Row[]).filter(({ kind }) => kind === 'communityAnswered')
    expect(answered).toHaveLength(3)
    expect(answered[0]).toMatchObject({ link: `/community?id=${sid}`, title: 'New answer to your reply' })
    expect(await broken()).toEqual([])
  })
  it('of staff are published at once, marked and audited; staff cannot write as a customer', async () => {
    const sid = await published('releaseSpeech', { content: 'A question to staff' }, author)
    const post = (fields: object) => counter.ask('/staff/api/communityPost', { ...fields }, counter.service)
    const cid = idOf(await post({ type: 2, refid: sid, content: 'An answer' }))
    expect(await rowsOf('commentList', { sid })).toMatchObject([
      { id: cid, staff: true, phone: '', mine: false, content: 'An answer' },
    ])
    expect((await post({ type: 1, refid: sid, content: 'x' })).data).toMatchObject({ field: 'refid' })
    expect((await post({ type: 2, content: 'x' })).data).toMatchObject({ field: 'refid' })
    const { rows } = await sql<{ target: string }>`
      select target from staff_audit where action = 'communityPost'`.execute(db())
    expect(rows).toEqual([{ target: `comment ${cid}` }])
    expect(await broken()).toEqual([])
  })
})

describe('likes', () => {
  it('count distinct customers, whatever is sent at the same time, and are taken back by a second call', async () => {
    const refid = await published('releaseSpeech', { content: 'To be liked' }, author)
    const people = await Promise.all([1, 2, 3, 4].map(() => counter.newcomer()))
    const like = (person: Person, fields = {}) => ask('like', { refid, type: 1, ...fields }, person)
    await Promise.all(people.flatMap((person) => [like(person), like(person), like(person)]))
    expect(await rowsOf('speechList', { orderByColumn: 'likenum', pageSize: 1 }, people[0])).toMatchObject([
      { id: refid, likenum: 4, like: 1 },
    ])
    const [first] = people
    if (first === undefined) throw new Error('nobody was there')
    expect((await like(first)).data).toEqual({ likenum: 3, like: 0 })
    expect(await like(author)).toMatchObject({ retCode: 2003, data: { reason: 'own' } })
    expect((await like(first, { type: 2 })).retCode).toBe(1005)
    const waiting = idOf(await ask('comment', { sid: refid, content: 'Waits' }, reader))
    expect(await like(first, { refid: waiting, type: 2 })).toMatchObject({ data: { reason: 'notApproved' } })
    expect(await broken()).toEqual([])
  })
})

describe('a rejection', () => {
  it('names a reason and a remark, and is appealed once, before another member of staff', async () => {
    const id = idOf(await ask('releaseSpeech', { content: 'Is this an advertisement?' }, reader))
    const appeal = (fields = {}, person = reader) =>
      ask('appeal', { refid: id, type: 1, text: 'It is a question.', ...fields }, person)
    expect((await appeal()).data).toMatchObject({ reason: 'notRejected' })
    expect((await decide('speech', id, { decision: 'reject', remark: 'No' })).data).toMatchObject({
      field: 'reason',
    })
    expect((await reject('speech', id)).data).toMatchObject({ status: 2, reason: 'spam' })
    expect((await appeal({}, author)).retCode).toBe(1005)
    expect((await appeal({ text: ' ' })).data).toMatchObject({ field: 'text' })
    const [first, second] = await Promise.all([appeal(), appeal()])
    expect([first?.retCode, second?.retCode].sort()).toEqual([0, 2003])
    expect((await appeal()).data).toMatchObject({ reason: 'once' })
    const queue = await counter.ask('/staff/api/reviewList', { kind: 'appeal' }, counter.manager)
    const [item] = queue.data as Row[]
    expect(item).toMatchObject({ summary: 'Appeal: speech rejected as spam', uid: reader.uid })
    const appealId = item?.id ?? 0
    expect((await decide('appeal', appealId)).data).toMatchObject({ reason: 'sameManager' })
    expect(await rowsOf('speechListSelf', { status: 2 }, reader)).toMatchObject([
      { id, reason: 'spam', remark: 'An advertisement.', appeal: { status: 0, remark: null } },
    ])
    expect((await decide('appeal', appealId, { remark: 'You are right.' }, counter.manager)).retCode).toBe(0)
    expect((await rowsOf('speechListSelf', {}, reader)).find((row) => row.id === id)).toMatchObject({
      ...{ status: 1, reason: null, appeal: { status: 1, remark: 'You are right.' } },
    })
    const notices = await counter.ask('/api/user/noticeList', {}, reader.token)
    expect((notices.data as Row[]).slice(0, 2).map(({ kind }) => kind)).toEqual([
      'communityAppealUpheld',
      'communityRejected',
    ])
    expect(await ask('summary')).toMatchObject({
      data: { mine: null, moderation: { appeals: expect.any(Number) } },
    })
    expect(await broken()).toEqual([])
  })
})

describe('an own text', () => {
  it('is emptied and never rewritten; answers stay, and it leaves the queue', async () => {
    const refid = await published('releaseSpeech', { content: 'I will remove this' }, author)
    await published('comment', { sid: refid, content: 'An answer that stays' }, reader)
    const alone = await published('releaseSpeech', { content: 'Nobody answered this' }, author)
    const waiting = idOf(await ask('comment', { sid: refid, content: 'Never mind' }, author))
    expect((await ask('remove', { refid, type: 1 }, reader)).retCode).toBe(1005)
    for (const [id, type] of [
      [refid, 1],
      [refid, 1],
      [alone, 1],
      [waiting, 2],
    ] as const)
      expect((await ask('remove', { refid: id, type }, author)).retCode).toBe(0)
    const listed = await rowsOf('speechList', { pageSize: 100 })
    expect(listed.find(({ id }) => id === refid)).toMatchObject({ content: '', removed: true, commentnum: 1 })
    expect(listed.find(({ id }) => id === alone)).toBeUndefined()
    expect(await rowsOf('commentList', { sid: refid })).toMatchObject([{ content: 'An answer that stays' }])
    expect((await decide('comment', waiting)).retCode).toBe(1005)
    expect((await ask('comment', { sid: refid, content: 'Late' }, reader)).data).toMatchObject({
      reason: 'removed',
    })
    // The one before is still remembered, though its words are gone.
    expect((await ask('comment', { sid: refid, content: 'NEVER mind' }, author)).retCode).toBe(2003)
    for (const change of [
      sql`update community_text set content = 'something else' where uid = ${author.uid} and content <> ''`,
      sql`update community_text set uid = ${reader.uid} where id = ${refid}`,
      sql`update community_text set state = 'waiting', decided_ms = null where id = ${refid}`,
      sql`delete from community_text where id = ${refid}`,
    ])
      await expect(change.execute(db())).rejects.toThrow(/not allowed/)
  })
  it('loses its name with the account, and its words where they were not published', async () => {
    const leaver = await counter.newcomer()
    const sid = await published('releaseSpeech', { content: 'Goodbye' }, leaver)
    idOf(await ask('releaseSpeech', { content: 'My secret' }, leaver))
    const closed = await counter.ask('/api/user/closeAccount', { pwd: counterPassword }, leaver.token)
    expect(closed.retCode).toBe(0)
    expect((await rowsOf('speechList')).find(({ id }) => id === sid)).toMatchObject({
      ...{ phone: 'left', left: true, content: 'Goodbye', picurl: '' },
    })
    const { rows } = await sql`select from community_text where content = 'My secret'`.execute(db())
    expect(rows).toEqual([])
  })
})

describe('a page of texts', () => {
  it('is bounded: long texts behind the first ones are cut, and the sample is read in the language', async () => {
    const writer = await counter.newcomer()
    await sql`
      insert into community_text (kind, uid, parent_id, speech_id, content, content_hash, flags, created_ms, state)
      select 'speech', ${writer.uid}, 0, 0, repeat('x', 100000), n, '{}', n, 'waiting'
      from generate_series(1, 6) n`.execute(db())
    const rows = await rowsOf('speechListSelf', { isAsc: 'asc' }, writer)
    expect(rows.map(({ cut, content }) => [cut, String(content).length])).toEqual([
      ...Array.from({ length: 4 }, () => [false, 100_000]),
      ...Array.from({ length: 2 }, () => [true, 2000]),
    ])
    const sample = {
      kind: 'speech',
      content: sampleTextIn('moderation', 'en'),
      sample: 'moderation',
    } as const
    const id = await postText(counter.stage, writer.uid, sample)
    const own = async () => (await rowsOf('speechListSelf', { lang: 'ja' }, writer))[0]
    expect(await own()).toMatchObject({ sample: true, content: sampleTextIn('moderation', 'ja') })
    await removeText(counter.stage, writer.uid, { kind: 'speech', id })
    expect(await own()).toMatchObject({ content: '', removed: true })
    expect(await broken()).toEqual([])
  })
})

describe('the invariants', () => {
  it('find a wrong count, a forbidden like and an answer in the wrong place', async () => {
    const sid = await published('releaseSpeech', { content: 'To be broken' }, reader)
    const cid = await published('comment', { sid, content: 'To be broken too' }, reader)
    const plant = async (change: ReturnType<typeof sql>) => {
      const found = await transact(db(), async (tx) => {
        await change.execute(tx)
        const results = await Promise.all(communityInvariants.map((one) => one.broken(tx)))
        throw new Error(JSON.stringify(results.map((result) => result.length)))
      }).catch((error: unknown) => (error instanceof Error ? error.message : ''))
      return JSON.parse(found) as number[]
    }
    expect(await plant(sql`update community_text set like_count = 7 where id = ${sid}`)).toEqual([1, 0, 0, 0])
    expect(await plant(sql`update community_text set answer_count = 7 where id = ${sid}`)).toEqual([
      0, 1, 0, 0,
    ])
    expect(await plant(sql`insert into community_like values (${cid}, ${reader.uid}, 1)`)).toEqual([
      1, 0, 1, 0,
    ])
    expect(
      await plant(sql`
        insert into community_text (kind, uid, parent_id, speech_id, content, content_hash, flags, created_ms, state)
        values ('reply', ${reader.uid}, ${sid}, ${sid}, 'x', 'x', '{}', 1, 'waiting')`),
    ).toEqual([0, 0, 0, 1])
    expect(await broken()).toEqual([])
  })
})
