import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { type ListNoticesQuery, setSwitchesFromWire } from '@glasshouse/core/notifications/codec'
import type { NoticeContent } from '@glasshouse/core/notifications/kinds'
import { maxNotices } from '@glasshouse/core/notifications/spec'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postNotice, postNotices } from '../../customers/notices/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { listNotices, purgeNotices } from '../index.fixture.ts'
import { listMessagesTo } from '../index.ts'
import { readNotices } from './notices.ts'
import { listSwitches, setSwitches } from './switches.ts'

let stage: WalletStage
beforeAll(async () => {
  stage = await walletFixture()
})
afterAll(() => stage.database.drop())

const ended: NoticeContent = {
  kind: 'investEnded',
  params: { id: 7, product: 'Greenhouse', payout: usdt('2700'), profit: usdt('2.97') },
}
const accrued: NoticeContent = {
  kind: 'investFirstAccrual',
  params: { id: 7, product: 'Greenhouse', amount: usdt('0.42'), day: '20260616' },
}
const post = (uid: number, content: NoticeContent, key: string) =>
  transact(stage.database.db, (tx) => postNotice(tx, stage.clock, uid, content, key))
const inbox = (uid: number, query: Partial<ListNoticesQuery> = {}) =>
  listNotices(
    stage.database.db,
    uid,
    {
      onlyUnread: false,
      tab: null,
      offset: 0,
      limit: 10,
      direction: 'desc',
      ...query,
    },
    'en',
  )
const pushesTo = async (uid: number) => {
  const { rows } = await sql<{ data: unknown }>`
    select body -> 'data' as data from platform_fact
    where kind = 'pushed' and body ->> 'event' = 'NOTICE' and (body ->> 'uid')::bigint = ${uid} order by id`.execute(
    stage.database.db,
  )
  return rows.map(({ data }) => data)
}

it('counts once by kind and key, ten at once and again later: one notice, one push, one mail', async () => {
  const { uid, email } = await stage.newcomer()
  await Promise.all(Array.from({ length: 10 }, () => post(uid, ended, '7')))
  await post(uid, ended, '7')
  await post(uid, accrued, '7')
  const { rows, total } = await inbox(uid)
  expect(total).toBe(2)
  const [second, first] = rows
  expect(first).toEqual({
    id: first?.id,
    kind: 'investEnded',
    title: 'Greenhouse: order 7 has ended',
    content:
      'Order 7 (Greenhouse) has ended. 2,700 USDT were credited to your wallet. Interest in all: 2.97 USDT.',
    link: '/order?id=7',
    time: stage.clock.business(),
    read: false,
  })
  expect(await pushesTo(uid)).toEqual([
    { id: first?.id, kind: 'investEnded', link: '/order?id=7' },
    { id: second?.id, kind: 'investFirstAccrual', link: '/revenueRecord?id=7' },
  ])
  const letters = await listMessagesTo(stage.database.db, email)
  expect(letters.map(({ subject, body }) => [subject, body])).toEqual([[first?.title, first?.content]])
})

it('are listed by their time, also where one was written later than it happened', async () => {
  const { uid } = await stage.newcomer()
  for (const key of ['1', '2', '3']) await post(uid, ended, key)
  const posted = (await inbox(uid)).rows.map(({ id }) => id)
  const [newest, middle, oldest] = posted
  await sql`update notifications_notice set created_ms = created_ms - 60000 where id = ${newest ?? 0}`.execute(
    stage.database.db,
  )
  expect((await inbox(uid)).rows.map(({ id }) => id)).toEqual([middle, oldest, newest])
  expect((await inbox(uid, { direction: 'asc' })).rows.map(({ id }) => id)).toEqual([newest, oldest, middle])
})

it('is written with its transaction or not at all, and mailed to proven addresses only', async () => {
  const { uid, email } = await stage.newcomer()
  const undone = transact(stage.database.db, async (tx) => {
    await postNotice(tx, stage.clock, uid, ended, '1')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect([(await inbox(uid)).total, await pushesTo(uid)]).toEqual([0, []])
  await sql`update identity_customer set email_proven_ms = null where uid = ${uid}`.execute(stage.database.db)
  await post(uid, ended, '1')
  expect((await inbox(uid)).total).toBe(1)
  expect(await listMessagesTo(stage.database.db, email)).toEqual([])
})

it('reaches each customer of a batch, and no one reads or marks those of another', async () => {
  const people = [await stage.newcomer(), await stage.newcomer(), await stage.newcomer()]
  const [ann, bob] = [people[0]?.uid ?? 0, people[1]?.uid ?? 0]
  await transact(stage.database.db, (tx) =>
    postNotices(
      tx,
      stage.clock,
      people.toReversed().map(({ uid }) => ({ ...ended, uid, key: '1' })),
    ),
  )
  for (const { uid, email } of people) {
    expect((await inbox(uid)).total).toBe(1)
    expect(await listMessagesTo(stage.database.db, email)).toHaveLength(1)
  }
  await post(ann, accrued, '1')
  const [newest] = (await inbox(ann)).rows
  expect((await expectDomainError(readNotices(stage, bob, { id: newest?.id }))).code).toBe('notFound')
  for (const neither of [{}, { id: 1, all: 1 as const }])
    expect((await expectDomainError(readNotices(stage, ann, neither))).data).toEqual({ field: 'id' })
  expect(await readNotices(stage, ann, { id: newest?.id })).toEqual({ unread: 1 })
  expect(await readNotices(stage, ann, { id: newest?.id })).toEqual({ unread: 1 })
  expect((await inbox(ann, { onlyUnread: true })).rows.map(({ kind }) => kind)).toEqual(['investEnded'])
  expect([(await inbox(ann, { tab: 'invest' })).total, (await inbox(ann, { tab: 'money' })).total]).toEqual([
    2, 0,
  ])
  const marked = await Promise.all(Array.from({ length: 10 }, () => readNotices(stage, ann, { all: 1 })))
  expect(marked).toEqual(Array.from({ length: 10 }, () => ({ unread: 0 })))
  expect((await inbox(ann)).rows.every(({ read }) => read)).toBe(true)
  expect((await inbox(bob, { onlyUnread: true })).total).toBe(1)
})

it('keeps the newest thousand of a customer, 90 days after reading and at most a year', async () => {
  const { uid } = await stage.newcomer()
  await sql`
    insert into notifications_notice (uid, kind, key, params, created_ms, expires_ms)
    select ${uid}, 'investEnded', 'old:' || n, '{}', 1, ${Number.MAX_SAFE_INTEGER}
    from generate_series(1, ${maxNotices}) n`.execute(stage.database.db)
  await Promise.all([1, 2, 3].map((key) => post(uid, ended, `new:${key}`)))
  await post(uid, ended, 'last')
  expect((await inbox(uid)).total).toBe(maxNotices)
  await sql`delete from notifications_notice where uid = ${uid} and key like 'old:%'`.execute(
    stage.database.db,
  )

  const ids = (await inbox(uid)).rows.map(({ id }) => id)
  const left = async () => (await inbox(uid)).rows.map(({ id }) => id)
  await readNotices(stage, uid, { id: ids[0] })
  stage.clock.advance(89 * dayMs)
  expect(await purgeNotices(stage)).toBe(0)
  // Reading again does not keep it longer.
  await readNotices(stage, uid, { id: ids[0] })
  stage.clock.advance(dayMs)
  await purgeNotices(stage)
  expect(await left()).toEqual(ids.slice(1))
  stage.clock.advance(275 * dayMs)
  await purgeNotices(stage)
  expect(await left()).toEqual([])
})

it('goes only where its customer wants its topic, and still counts once', async () => {
  const [ann, bob] = [await stage.newcomer(), await stage.newcomer()]
  const set = (uid: number, body: Parameters<typeof setSwitchesFromWire>[0]) =>
    setSwitches(stage.database.db, uid, setSwitchesFromWire(body))
  const of = async (uid: number, topic: string) =>
    (await listSwitches(stage.database.db, uid)).find((row) => row.topic === topic)
  expect(await of(ann.uid, 'invest')).toEqual({
    ...{ topic: 'invest', inbox: 1, toast: 0, mail: 1 },
    switchable: ['inbox', 'toast', 'mail'],
  })
  // Ten changes at once of two channels: neither is lost.
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      set(ann.uid, { topic: 'invest', [n % 2 ? 'toast' : 'mail']: n % 2 }),
    ),
  )
  expect(await of(ann.uid, 'invest')).toMatchObject({ inbox: 1, toast: 1, mail: 0 })
  await post(ann.uid, ended, '1')
  await post(bob.uid, ended, '1')
  expect(await listMessagesTo(stage.database.db, ann.email)).toEqual([])
  expect(await listMessagesTo(stage.database.db, bob.email)).toHaveLength(1)
  const [annPush, bobPush] = [await pushesTo(ann.uid), await pushesTo(bob.uid)]
  expect(annPush).toEqual([expect.objectContaining({ kind: 'investEnded', toast: 1 })])
  expect(bobPush).not.toEqual([expect.objectContaining({ toast: 1 })])

  // Without the inbox nothing is listed or pushed, and a mail that is wanted comes once.
  expect(await set(ann.uid, { topic: 'invest', inbox: 0, mail: 1 })).toMatchObject({
    inbox: 0,
    toast: 0,
    mail: 1,
  })
  await Promise.all(Array.from({ length: 10 }, () => post(ann.uid, ended, '2')))
  expect([(await inbox(ann.uid)).total, (await pushesTo(ann.uid)).length]).toEqual([1, 1])
  expect((await inbox(ann.uid, { onlyUnread: true })).total).toBe(1)
  expect(await listMessagesTo(stage.database.db, ann.email)).toHaveLength(1)
  const { rows } = await sql`
    select params from notifications_notice where uid = ${ann.uid} and not is_listed`.execute(
    stage.database.db,
  )
  expect(rows).toEqual([{ params: {} }])

  for (const [channels, field] of [
    [{ topic: 'security', inbox: 0 }, 'inbox'],
    [{ topic: 'withdrawals', toast: 1, mail: 0 }, 'mail'],
    [{ topic: 'community', mail: 1 }, 'mail'],
    [{ topic: 'invest' }, 'topic'],
  ] as const)
    expect((await expectDomainError(set(ann.uid, channels))).data).toEqual({ field })
  expect(await of(bob.uid, 'invest')).toMatchObject({ inbox: 1, toast: 0, mail: 1 })
})
