import { usdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import { reviewToWire } from '@glasshouse/core/reviews/codec'
import type { ReviewField } from '@glasshouse/core/reviews/wire'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StaffIdentity } from '../platform/http/index.ts'
import { createMetrics } from '../platform/telemetry/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { updateQueueMetrics } from './jobs.ts'
import { assignmentTtlMs, assignReview, decideReview } from './service/decide.ts'
import type { DecisionResult, QueueItem, ReviewDetail, ReviewKind } from './service/kind.ts'
import { getReview, listReviews, type ReviewItemDeps } from './service/read.ts'

// A kind that exists only here: the queue treats all kinds alike.

let platform: TestPlatform
let deps: ReviewItemDeps
let manager: StaffIdentity
let second: StaffIdentity
let clerk: StaffIdentity
const origin = { ip: '10.0.0.7', userAgent: 'test' }
const carriedOut: { readonly id: number; readonly decided: DecisionResult }[] = []

type ItemRow = QueueItem & { readonly state: ReviewState; readonly needed: 1 | 2 }

const secrets: readonly ReviewField[] = [{ name: 'iban', value: 'DE89370400440532013000', form: 'text' }]

const shownOf = (row: ItemRow): ReviewDetail => ({
  uid: row.uid,
  createdMs: row.created_ms,
  deadlineMs: row.deadline_ms,
  state: row.state,
  summary: `Item ${row.id}`,
  amount: usdt('7'),
  needed: row.needed,
  decidedMs: null,
  remark: null,
  reason: null,
  fields: [],
})

const toy = (kind: ReviewKind['kind'], table: string, roles: ReviewKind['roles']): ReviewKind => ({
  kind,
  roles,
  items: (state) =>
    sql<QueueItem>`select id, uid, created_ms, deadline_ms, words from ${sql.table(table)} where state = ${state}`,
  show: async (db, ids) => {
    const { rows } = await sql<ItemRow>`
      select * from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db)
    return new Map(rows.map((row) => [row.id, shownOf(row)]))
  },
  secretsOf: async () => secrets,
  lock: async (tx, id) => {
    const { rows } = await sql<ItemRow>`
      select * from ${sql.table(table)} where id = ${id} for update`.execute(tx)
    return rows[0] ?? null
  },
  decide: async (tx, id, decided) => {
    carriedOut.push({ id, decided })
    const state = decided.decision === 'approve' ? 'approved' : 'rejected'
    await sql`update ${sql.table(table)} set state = ${state} where id = ${id}`.execute(tx)
  },
})

const employ = async (email: string, role: StaffIdentity['role']): Promise<StaffIdentity> => {
  const member = { email, name: email, role, passwordHash: 'x' }
  const id = await transact(platform.database.db, (tx) => addStaffMember(tx, member, 1))
  return { id: id ?? 0, sessionId: 0, email, name: email, role }
}

beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  for (const table of ['toy_withdrawal', 'toy_deposit'])
    await sql`create table ${sql.table(table)} (id bigint primary key, uid bigint, created_ms bigint,
      deadline_ms bigint, words text, state text, needed int)`.execute(platform.database.db)
  const kinds = [
    toy('withdrawal', 'toy_withdrawal', ['manager']),
    toy('deposit', 'toy_deposit', ['manager', 'service']),
  ]
  deps = { ...platform, kinds, summaryOf: async () => null }
  manager = await employ('manager@glasshouse.test', 'manager')
  second = await employ('second@glasshouse.test', 'manager')
  clerk = await employ('clerk@glasshouse.test', 'service')
})
afterAll(() => platform.database.drop())
beforeEach(() => {
  carriedOut.splice(0)
})

let made = 0
const add = async (table: 'withdrawal' | 'deposit', row: Partial<ItemRow> = {}): Promise<number> => {
  made += 1
  const {
    uid = 10_000,
    created_ms = made,
    deadline_ms = null,
    words = '',
    state = 'pending',
    needed = 1,
  } = row
  await sql`insert into ${sql.table(`toy_${table}`)} values
    (${made}, ${uid}, ${created_ms}, ${deadline_ms}, ${words}, ${state}, ${needed})`.execute(
    platform.database.db,
  )
  return made
}
type WithdrawalRequest = Parameters<typeof listReviews>[3]
const list = (query: Partial<WithdrawalRequest> = {}, staff = manager) =>
  listReviews(deps, staff, origin, {
    state: 'pending',
    scope: null,
    text: '',
    offset: 0,
    limit: 100,
    orderBy: 'created',
    direction: 'asc',
    ...query,
  })
const ids = async (query: Partial<WithdrawalRequest> = {}, staff = manager) =>
  (await list(query, staff)).rows.map(({ id }) => id)
const decide = (staff: StaffIdentity, id: number, more: Partial<Parameters<typeof decideReview>[3]> = {}) =>
  decideReview(deps, staff, origin, { kind: 'withdrawal', id, decision: 'approve', ...more })
const rejection = { decision: 'reject', reason: 'sanctions', remark: 'On a list.' } as const
const take = (staff: StaffIdentity, id: number, isTaken = true) =>
  assignReview(deps, staff, origin, { kind: 'withdrawal', id, isTaken })
const audited = async (action: string) =>
  (
    await sql<{ target: string; staff_id: number; after: Record<string, unknown> }>`
      select target, staff_id, after from staff_audit where action = ${action} order by id`.execute(
      platform.database.db,
    )
  ).rows

describe('the list', () => {
  it('shows all kinds together by age or deadline, page by page', async () => {
    await sql`truncate toy_withdrawal, toy_deposit`.execute(platform.database.db)
    const first = await add('withdrawal', { created_ms: 10, deadline_ms: 900 })
    const later = await add('deposit', { created_ms: 20 })
    const last = await add('withdrawal', { created_ms: 30, deadline_ms: 500 })
    const done = await add('deposit', { state: 'approved' })
    expect(await ids()).toEqual([first, later, last])
    expect(await ids({ direction: 'desc' })).toEqual([last, later, first])
    expect(await ids({ orderBy: 'deadline' })).toEqual([last, first, later])
    expect(await ids({ kind: 'withdrawal' })).toEqual([first, last])
    expect(await ids({ state: 'approved' })).toEqual([done])
    expect(await ids({ limit: 1, offset: 1 })).toEqual([later])
    expect((await list({ limit: 1 })).total).toBe(3)
  })

  it('shows age, value and overdue deadline of an item', async () => {
    const nowMs = platform.clock.business()
    const late = await add('withdrawal', { created_ms: nowMs - 500, deadline_ms: nowMs - 1 })
    const due = await add('withdrawal', { created_ms: nowMs - 400, deadline_ms: nowMs })
    const { rows } = await list()
    expect(rows.find(({ id }) => id === late)).toMatchObject({
      ageMs: 500,
      isOverdue: true,
      amount: usdt('7'),
      approvals: 0,
    })
    expect(rows.find(({ id }) => id === due)).toMatchObject({ ageMs: 400, isOverdue: false })
  })

  it('finds by id, uid, words and address; the role service only by the complete address', async () => {
    const ann = await newCustomer(platform)
    const [own, hashed] = [
      await add('withdrawal', { uid: ann.uid }),
      await add('deposit', { words: '0xABC_1' }),
    ]
    await add('deposit', { words: '0xabcd1' })
    expect(await ids({ text: String(own) })).toContain(own)
    expect(await ids({ text: String(ann.uid) })).toEqual([own])
    expect(await ids({ text: ann.email.toUpperCase() })).toEqual([own])
    expect(await ids({ text: `+${ann.phone}` })).toEqual([own])
    // Wildcards of the search are matched literally.
    expect(await ids({ text: '0xabc_1' })).toEqual([hashed])
    expect(await ids({ text: ann.email.slice(0, 9) })).toContain(own)
    expect(await ids({ text: ann.email.slice(0, 9) }, clerk)).toEqual([])
    expect(await ids({ text: ann.email }, clerk)).toEqual([own])
    expect(await ids({ text: 'nobody@example.com' })).toEqual([])
  })

  it('rejects a kind without a module', async () => {
    const without = { ...deps, kinds: [] }
    const query = {
      kind: 'deposit',
      state: 'pending',
      scope: null,
      text: '',
      offset: 0,
      limit: 1,
      orderBy: 'created',
      direction: 'asc',
    } as const
    expect((await expectDomainError(listReviews(without, manager, origin, query))).code).toBe('notFound')
    expect(await listReviews(without, manager, origin, { ...query, kind: undefined })).toEqual({
      rows: [],
      total: 0,
    })
  })
})

describe('an item', () => {
  it('shows its secrets only with an audit record of the view', async () => {
    const id = await add('withdrawal')
    const item = await getReview(deps, clerk, origin, { kind: 'withdrawal', id })
    expect(item).toMatchObject({ id, secrets, reasons: expect.arrayContaining(['sanctions']) })
    expect(item.may).toEqual({ approve: false, reject: false })
    expect(JSON.stringify((await list()).rows.map(reviewToWire))).not.toContain('DE8937')
    const looks = (await audited('reviewItem')).filter(({ target }) => target === `withdrawal ${id}`)
    expect(looks).toEqual([{ target: `withdrawal ${id}`, staff_id: clerk.id, after: null }])
    expect(
      (await expectDomainError(getReview(deps, clerk, origin, { kind: 'withdrawal', id: 999_999 }))).code,
    ).toBe('notFound')
  })

  it('shows which decisions the staff member may make', async () => {
    const id = await add('withdrawal', { needed: 2 })
    const may = async (staff: StaffIdentity) =>
      (await getReview(deps, staff, origin, { kind: 'withdrawal', id })).may
    expect(await may(manager)).toEqual({ approve: true, reject: true })
    await decide(manager, id)
    expect(await may(manager)).toEqual({ approve: false, reject: true })
    await take(second, id)
    expect(await may(manager)).toEqual({ approve: false, reject: false })
    expect(await may(second)).toEqual({ approve: true, reject: true })
    await decide(second, id)
    expect(await may(second)).toEqual({ approve: false, reject: false })
    const { decisions } = await getReview(deps, second, origin, { kind: 'withdrawal', id })
    expect(decisions.map(({ staff, decision }) => `${staff} ${decision}`)).toEqual([
      'manager@glasshouse.test approve',
      'second@glasshouse.test approve',
    ])
  })
})

describe('assigning', () => {
  it('blocks decisions of others for a quarter of an hour, and is visible in the list', async () => {
    const id = await add('withdrawal')
    expect(await take(manager, id)).toEqual({ untilMs: platform.clock.now() + assignmentTtlMs })
    const row = (await list()).rows.find((found) => found.id === id)
    expect(row?.holder).toEqual({
      id: manager.id,
      name: manager.name,
      untilMs: platform.clock.now() + assignmentTtlMs,
    })
    expect((await expectDomainError(take(second, id))).data).toEqual({ reason: 'held' })
    expect((await expectDomainError(decide(second, id))).data).toEqual({ reason: 'held' })
    await take(manager, id)
    platform.clock.tick(assignmentTtlMs - 1)
    expect((await expectDomainError(decide(second, id))).data).toEqual({ reason: 'held' })
    platform.clock.tick(1)
    expect(await decide(second, id)).toMatchObject({ state: 'approved', holder: null })
  })

  it('ends when the assignee releases it, not when another member does', async () => {
    const id = await add('withdrawal')
    await take(manager, id)
    await take(second, id, false)
    expect((await expectDomainError(decide(second, id))).data).toEqual({ reason: 'held' })
    expect(await take(manager, id, false)).toEqual({ untilMs: null })
    expect(await decide(second, id)).toMatchObject({ state: 'approved' })
    expect((await expectDomainError(take(manager, id))).data).toEqual({ reason: 'decided' })
    expect((await expectDomainError(take(manager, 999_999))).code).toBe('notFound')
  })

  it('is another member’s turn after two in a row, however they ended', async () => {
    const id = await add('withdrawal')
    await take(clerk, id)
    platform.clock.tick(assignmentTtlMs)
    await take(clerk, id)
    const refusal = { code: 'notAllowed', data: { reason: 'takenTwice' } }
    expect(await expectDomainError(take(clerk, id))).toMatchObject(refusal)
    await take(clerk, id, false)
    expect(await expectDomainError(take(clerk, id))).toMatchObject(refusal)
    platform.clock.tick(assignmentTtlMs)
    expect(await expectDomainError(take(clerk, id))).toMatchObject(refusal)
    await take(manager, id)
    expect((await expectDomainError(take(clerk, id))).data).toEqual({ reason: 'held' })
    await take(manager, id, false)
    expect(await take(clerk, id)).toEqual({ untilMs: platform.clock.now() + assignmentTtlMs })
  })

  it('succeeds for one of many concurrent requests', async () => {
    const id = await add('withdrawal')
    const takers = Array.from({ length: 20 }, (_, at) => take(at % 2 === 0 ? manager : second, id))
    const won = (await Promise.allSettled(takers)).map(({ status }) => status)
    // One of the two gets it, and takes it twice at most.
    expect(won.filter((status) => status === 'fulfilled')).toHaveLength(2)
  })
})

describe('deciding', () => {
  it('counts once, is audited with before and after, and notifies the customer', async () => {
    const { uid } = await newCustomer(platform)
    const id = await add('withdrawal', { uid })
    expect(await decide(manager, id)).toMatchObject({ state: 'approved', approvals: 1 })
    for (const staff of [manager, second])
      expect((await expectDomainError(decide(staff, id, rejection))).data).toEqual({ reason: 'decided' })
    expect(carriedOut.map((one) => one.id)).toEqual([id])
    const [record] = (await audited('reviewDecide')).filter(({ target }) => target === `withdrawal ${id}`)
    expect(record?.after).toMatchObject({ decision: 'approve', approvals: 1, status: 1 })
    const { rows } = await sql`select body -> 'data' as data from platform_fact
      where body ->> 'event' = 'REVIEW_DECIDED' and (body ->> 'uid')::bigint = ${uid}`.execute(
      platform.database.db,
    )
    expect(rows).toEqual([{ data: { kind: 'withdrawal', id, decision: 'approve' } }])
  })

  it('after the deadline still counts, and stays recorded as late', async () => {
    const nowMs = platform.clock.business()
    const [late, due] = [
      await add('withdrawal', { deadline_ms: nowMs - 1 }),
      await add('withdrawal', { deadline_ms: nowMs }),
    ]
    for (const id of [late, due]) expect(await decide(manager, id)).toMatchObject({ state: 'approved' })
    const records = (await audited('reviewDecide')).slice(-2).map(({ target, after }) => [target, after.late])
    expect(records).toEqual([
      [`withdrawal ${late}`, true],
      [`withdrawal ${due}`, false],
    ])
  })

  it('rejects with a remark and one of the reasons, and passes both on', async () => {
    const id = await add('withdrawal')
    const fields = async (more: object) => (await expectDomainError(decide(manager, id, more))).data
    expect(await fields({ decision: 'reject', reason: 'sanctions' })).toEqual({ field: 'remark' })
    expect(await fields({ decision: 'reject', reason: 'sanctions', remark: '  ' })).toEqual({
      field: 'remark',
    })
    expect(await fields({ decision: 'reject', remark: 'x' })).toEqual({ field: 'reason' })
    expect(await fields({ decision: 'reject', remark: 'x', reason: 'no_money' })).toEqual({ field: 'reason' })
    await decide(manager, id, rejection)
    expect(carriedOut[0]?.decided).toMatchObject({ ...rejection, amount: null })
  })

  it('is rejected for insufficient roles and for the staff member’s own items', async () => {
    const [forManagers, forAll] = [await add('withdrawal'), await add('deposit')]
    expect((await expectDomainError(decide(clerk, forManagers))).code).toBe('notAllowed')
    expect(await decide(clerk, forAll, { kind: 'deposit' })).toMatchObject({ state: 'approved' })
    const person = await newCustomer(platform)
    const self = await employ(person.email, 'manager')
    const own = await add('withdrawal', { uid: person.uid })
    expect((await expectDomainError(decide(self, own))).code).toBe('notAllowed')
    expect((await expectDomainError(decide(self, own, rejection))).code).toBe('notAllowed')
    expect((await expectDomainError(decide(manager, 999_999))).code).toBe('notFound')
  })

  it('is rolled back completely when it cannot be executed', async () => {
    const failing: ReviewKind = {
      ...toy('withdrawal', 'toy_withdrawal', ['manager']),
      decide: () => Promise.reject(new Error('it cannot be')),
    }
    const id = await add('withdrawal')
    const decision = { kind: 'withdrawal', id, decision: 'approve' } as const
    await expect(decideReview({ ...deps, kinds: [failing] }, manager, origin, decision)).rejects.toThrow(
      'it cannot be',
    )
    expect(await decide(manager, id)).toMatchObject({ state: 'approved', approvals: 1 })
  })
})

it('counts pending and overdue items of every kind and tells the age of the oldest pending one', async () => {
  await sql`truncate toy_withdrawal, toy_deposit`.execute(platform.database.db)
  const nowMs = platform.clock.business()
  await add('withdrawal', { deadline_ms: nowMs - 1, created_ms: nowMs - 90_500 })
  await add('withdrawal', { deadline_ms: nowMs + 1, created_ms: nowMs })
  await add('deposit', { state: 'approved' })
  const metrics = createMetrics()
  const [withdrawals, ...others] = deps.kinds
  if (withdrawals === undefined) throw new Error('there is a kind')
  const late = { ...withdrawals, countLate: async () => 4 }
  await updateQueueMetrics({ ...platform, metrics, kinds: [late, ...others] })
  const text = await metrics.registry.metrics()
  expect(text).toContain('glasshouse_reviews_pending{kind="withdrawal"} 2')
  expect(text).toContain('glasshouse_reviews_overdue{kind="withdrawal"} 5')
  expect(text).toContain('glasshouse_reviews_pending{kind="deposit"} 0')
  expect(text).toContain('glasshouse_reviews_oldest_seconds{kind="withdrawal"} 90')
  expect(text).toContain('glasshouse_reviews_oldest_seconds{kind="deposit"} 0')
})
