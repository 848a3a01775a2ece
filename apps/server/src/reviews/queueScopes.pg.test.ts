/** The scopes of the queue are chosen in the database, over all rows and not over those of one page. */
import { hourMs } from '@glasshouse/core/calendar/durations'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

let counter: StaffFixture
/** Complaints that wait, the oldest first. */
let ids: readonly number[] = []
beforeAll(async () => {
  counter = await startStaffFixture()
  const { uid } = await counter.newcomer()
  const nowMs = counter.stage.clock.business()
  // A complaint is due after 72 h: the last three within 4 h and overdue, all others later.
  const { rows } = await sql<{ id: number }>`
    insert into reviews_complaint (uid, text, created_ms)
    select ${uid}, 'Complaint ' || at, ${nowMs}::bigint - case at when 148 then ${73 * hourMs}::bigint when 149 then ${69 * hourMs}
      when 150 then ${68 * hourMs} else at end
    from generate_series(1, 150) at order by at returning id`.execute(counter.stage.database.db)
  ids = rows.map(({ id }) => id)
})
afterAll(() => counter.close())

type QueuePage = { readonly ids: readonly number[]; readonly total: number | undefined }
const list = async (
  fields: Readonly<Record<string, string | number>>,
  by = counter.manager,
): Promise<QueuePage> => {
  const asked = { kind: 'complaint', isAsc: 'desc', ...fields }
  const { retCode, data, total } = await counter.ask('/staff/api/reviewList', asked, by)
  expect(retCode).toBe(0)
  return { ids: (data as { id: number }[]).map(({ id }) => id), total }
}
const at = (place: number): number => ids[place - 1] ?? 0
const take = (id: number, by: string) =>
  counter.ask('/staff/api/reviewTake', { kind: 'complaint', id, take: 1 }, by)

it('what is due within four hours is found behind a hundred others', async () => {
  // The first hundred by creation, newest first, have none of the three.
  expect((await list({ pageSize: 100 })).ids).not.toContain(at(150))
  expect(await list({ only: 'due', pageSize: 100 })).toEqual({ ids: [at(150), at(149), at(148)], total: 3 })
  expect(await list({ only: 'due', pageSize: 1, pageNum: 2 })).toEqual({ ids: [at(149)], total: 3 })
  await plantRows(
    counter.stage.database.url,
    `update reviews_complaint set created_ms = created_ms + 1000000 where id = ${at(150)}`,
  )
  expect((await list({ only: 'due' })).ids).toEqual([at(149), at(148)])
})

it('what I hold is mine alone, what no one holds is free, and a take that ran out holds nothing', async () => {
  expect((await take(at(149), counter.manager)).retCode).toBe(0)
  expect((await take(at(3), counter.second)).retCode).toBe(0)
  expect(await list({ only: 'mine' })).toEqual({ ids: [at(149)], total: 1 })
  expect(await list({ only: 'mine' }, counter.second)).toEqual({ ids: [at(3)], total: 1 })
  const free = await list({ only: 'free', pageSize: 100 })
  expect(free.total).toBe(148)
  expect(free.ids).not.toContain(at(3))
  await plantRows(
    counter.stage.database.url,
    `update reviews_take set until_ms = 1 where item_id = ${at(149)}`,
  )
  expect(await list({ only: 'mine' })).toEqual({ ids: [], total: 0 })
  expect((await list({ only: 'free' })).total).toBe(149)
})

it('what one manager approved waits for a second approval, while it is pending', async () => {
  expect((await list({ only: 'second' })).total).toBe(0)
  await plantRows(
    counter.stage.database.url,
    `insert into reviews_decision (kind, item_id, staff_id, decision, remark, decided_ms)
     values ('complaint', ${at(2)}, 1, 'approve', '', 1), ('complaint', ${at(4)}, 1, 'reject', '', 1),
       ('withdrawal', ${at(5)}, 1, 'approve', '', 1)`,
  )
  expect(await list({ only: 'second' })).toEqual({ ids: [at(2)], total: 1 })
  expect(await list({ only: 'second', status: 1 })).toEqual({ ids: [], total: 0 })
})

it('a scope goes with a search, over all kinds, and no other word is one', async () => {
  expect(await list({ only: 'free', text: String(at(3)) })).toMatchObject({ total: 0 })
  expect(await list({ only: 'free', text: String(at(6)) })).toEqual({ ids: [at(6)], total: 1 })
  const { data } = await counter.ask('/staff/api/reviewList', { only: 'due' }, counter.manager)
  expect(data).toMatchObject([{ kind: 'complaint' }, { kind: 'complaint' }])
  const wrong = await counter.ask('/staff/api/reviewList', { only: 'all' }, counter.manager)
  expect(wrong).toMatchObject({ retCode: 1001, data: { field: 'only' } })
})
