import { hourMs } from '@glasshouse/core/calendar/durations'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../access/passwords/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'

const until72h = () => counter.stage.clock.business() + 72 * hourMs

let counter: StaffFixture
let second = ''
/** Signed in anew for each test, because the tests move the calendar by days. */
const signInStaff = async (email: string): Promise<string> =>
  (await counter.ask('/staff/api/login', { email, pwd: counterPassword })).data as string
let first = ''
beforeAll(async () => {
  counter = await startStaffFixture()
  const passwordHash = await hashPassword(counterPassword)
  const member = { email: 'second@glasshouse.test', name: 'Second', role: 'manager' as const, passwordHash }
  await transact(counter.stage.database.db, (tx) => addStaffMember(tx, member, 1))
})
beforeEach(async () => {
  first = await signInStaff('manager@glasshouse.test')
  second = await signInStaff('second@glasshouse.test')
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
const set = (token: string, uid: number, fields: Fields) =>
  counter.ask('/staff/api/userSet', { uid, ...fields }, token)
const theft = { frozen: 1, reason: 'stolen_access', remark: 'A report by telephone.' }
const order = { frozen: 1, reason: 'court_order', remark: 'The court forbids it.', reference: '3 O 12/26' }
/** Moves the calendar; each call moves it by another millisecond. */
const pass = (byMs: number) => counter.stage.clock.tick(byMs)
const letters = async (email: string) =>
  (
    await sql<{ template: string; subject: string; body: string }>`
      select template, subject, body from notifications_message
      where recipient = ${email} and template in ('lock', 'unlock') order by id`.execute(
      counter.stage.database.db,
    )
  ).rows

describe('a lock by one manager', () => {
  it('needs a reason and a text', async () => {
    const { uid, token } = await counter.newcomer()
    for (const [fields, field] of [
      [{ frozen: 1 }, 'reason'],
      [{ frozen: 1, remark: 'x' }, 'reason'],
      [{ frozen: 1, reason: 'boredom', remark: 'x' }, 'reason'],
      [{ frozen: 1, reason: 'stolen_access' }, 'remark'],
      [{ frozen: 1, reason: 'stolen_access', remark: '  ' }, 'remark'],
      [{ frozen: 1, reason: 'sanctions', remark: 'x' }, 'reference'],
      [{ frozen: 1, reason: 'court_order', remark: 'x', reference: ' ' }, 'reference'],
    ] as const)
      expect(await set(first, uid, fields)).toMatchObject({ retCode: 1001, data: { field } })
    expect((await counter.ask('/api/user/limits', {}, token)).retCode).toBe(0)
  })

  it('ends sessions, says why and until when, and ends by itself after exactly 72 h', async () => {
    const { uid, email, token } = await counter.newcomer()
    const answer = await set(first, uid, theft)
    const lock = { reason: 'stolen_access', until: until72h() }
    expect(answer).toMatchObject({ retCode: 0, data: { frozen: 1, lock } })
    expect(answer.data).not.toHaveProperty('approvals')
    expect((await counter.ask('/api/user/limits', {}, token)).retCode).toBe(103)
    expect(await counter.signIn(email)).toMatchObject({ retCode: 1006, data: lock })
    const wrong = await counter.ask('/api/user/login', { email, pwd: 'wrong-1234', type: 2 })
    expect(wrong.retCode).toBe(1007)
    const [letter] = await letters(email)
    expect(letter?.body).toContain('suspected access by another person')
    expect(letter?.body).toContain('A report by telephone.')
    expect(letter?.body).toContain('complain')
    pass(lock.until - counter.stage.clock.business() - 2)
    expect((await counter.signIn(email)).retCode).toBe(1006)
    pass(lock.until - counter.stage.clock.business() - 1)
    expect((await counter.signIn(email)).retCode).toBe(0)
    first = await signInStaff('manager@glasshouse.test')
    expect(await counter.ask('/staff/api/userDetail', { uid }, first)).toMatchObject({
      data: { profile: { frozen: 0, lock: null } },
    })
  })

  it('has no end any more once a second manager makes the same call; the same one cannot', async () => {
    const { uid, email } = await counter.newcomer()
    await set(first, uid, theft)
    expect(await set(first, uid, theft)).toMatchObject({ retCode: 2003, data: { reason: 'sameManager' } })
    const other = { ...theft, reason: 'customer_request' }
    expect(await set(second, uid, other)).toMatchObject({ retCode: 2003, data: { reason: 'locked' } })
    expect(await set(second, uid, theft)).toMatchObject({
      data: { frozen: 1, lock: { reason: 'stolen_access', until: null } },
    })
    pass(73 * hourMs)
    expect(await counter.signIn(email)).toMatchObject({
      retCode: 1006,
      data: { reason: 'stolen_access', until: null },
    })
    expect((await letters(email)).map(({ template }) => template)).toEqual(['lock', 'lock'])
  })

  it('counts one of two managers who agree at once', async () => {
    const { uid } = await counter.newcomer()
    const both = await Promise.all([set(first, uid, theft), set(second, uid, theft)])
    expect(both.map(({ retCode }) => retCode)).toEqual([0, 0])
    const ends = both.map(({ data }) => (data as { lock: { until: number | null } }).lock.until)
    // The first one locked for 72 h, the other one agreed.
    expect(ends.filter((until) => until === null)).toHaveLength(1)
    const { rows } = await sql`select from identity_lock where uid = ${uid}`.execute(
      counter.stage.database.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('is not repeated by one manager once it stood for 72 h within seven days', async () => {
    const { uid, email } = await counter.newcomer()
    await set(first, uid, theft)
    pass(72 * hourMs)
    first = await signInStaff('manager@glasshouse.test')
    expect(await set(first, uid, theft)).toMatchObject({ retCode: 0, data: { frozen: 0, approvals: 1 } })
    expect((await counter.signIn(email)).retCode).toBe(0)
    second = await signInStaff('second@glasshouse.test')
    expect(await set(second, uid, theft)).toMatchObject({ data: { frozen: 1, lock: { until: null } } })
  })
})

describe('a lock that an authority orders', () => {
  it('does nothing until a second manager makes the same call, then has no end', async () => {
    for (const reason of ['sanctions', 'court_order']) {
      const { uid, email, token } = await counter.newcomer()
      const request = { ...order, reason }
      expect(await set(first, uid, request)).toMatchObject({
        retCode: 0,
        data: { frozen: 0, approvals: 1, lock: null },
      })
      expect((await counter.ask('/api/user/limits', {}, token)).retCode).toBe(0)
      expect((await set(first, uid, request)).retCode).toBe(2003)
      const otherFile = await set(second, uid, { ...request, reference: '4 O 1/26' })
      expect(otherFile).toMatchObject({ data: { frozen: 0, approvals: 1 } })
      expect(await set(first, uid, { ...request, reference: '4 O 1/26' })).toMatchObject({
        data: { frozen: 1, lock: { reason, until: null } },
      })
      expect((await counter.ask('/api/user/limits', {}, token)).retCode).toBe(103)
      expect(await counter.signIn(email)).toMatchObject({ retCode: 1006, data: { reason, until: null } })
    }
  })

  it('replaces a lock of one manager when both agree', async () => {
    const { uid } = await counter.newcomer()
    await set(first, uid, theft)
    expect(await set(second, uid, order)).toMatchObject({
      data: { frozen: 1, approvals: 1, lock: { reason: 'stolen_access' } },
    })
    expect(await set(first, uid, order)).toMatchObject({
      data: { frozen: 1, lock: { reason: 'court_order', until: null } },
    })
  })
})

describe('lifting a lock', () => {
  it('takes one manager for a lock of one, and says so in a letter', async () => {
    const { uid, email } = await counter.newcomer()
    await set(first, uid, theft)
    expect(await set(first, uid, { frozen: 0 })).toMatchObject({ data: { frozen: 0, lock: null } })
    expect((await counter.signIn(email)).retCode).toBe(0)
    expect((await letters(email)).map(({ template }) => template)).toEqual(['lock', 'unlock'])
    expect(await set(first, uid, { frozen: 0 })).toMatchObject({ retCode: 0, data: { frozen: 0 } })
  })

  it('takes two managers for a lock to which two agreed', async () => {
    const { uid, email } = await counter.newcomer()
    await set(first, uid, order)
    await set(second, uid, order)
    expect(await set(first, uid, { frozen: 0 })).toMatchObject({ data: { frozen: 1, approvals: 1 } })
    expect((await counter.signIn(email)).retCode).toBe(1006)
    expect(await set(second, uid, { frozen: 0 })).toMatchObject({ data: { frozen: 0 } })
    expect((await counter.signIn(email)).retCode).toBe(0)
  })
})

describe('a lock of the customer’s own choice', () => {
  it('ends every session, and managers take it over, agree to it and lift it', async () => {
    const { uid, email, token } = await counter.newcomer()
    const own = await counter.ask('/api/user/lock', {}, token)
    const lock = { reason: 'customer_request', until: until72h() }
    expect(own).toMatchObject({ retCode: 0, data: lock })
    expect((await counter.ask('/api/user/limits', {}, token)).retCode).toBe(103)
    expect(await counter.signIn(email)).toMatchObject({ retCode: 1006, data: lock })
    // The first manager moves nothing: the end stays the customer's.
    expect(await set(first, uid, theft)).toMatchObject({ data: { lock: { until: lock.until } } })
    expect((await set(first, uid, theft)).retCode).toBe(2003)
    expect(await set(second, uid, theft)).toMatchObject({ data: { lock: { until: null } } })
  })
})

describe('the list of locks', () => {
  it('shows those that stand and those that are over, also to the role service', async () => {
    const { uid } = await counter.newcomer()
    await set(first, uid, theft)
    const list = async (ended: 0 | 1) =>
      (
        await counter.ask(
          '/staff/api/lockList',
          { ended, pageSize: 100 },
          await signInStaff('service@glasshouse.test'),
        )
      ).data as readonly { uid: number; staff: string; ended: number | null }[]
    expect((await list(0)).find((row) => row.uid === uid)).toMatchObject({
      reason: 'stolen_access',
      remark: 'A report by telephone.',
      origin: 'staff',
      staff: 'manager@glasshouse.test',
      agreed: null,
      ended: null,
    })
    expect((await list(1)).find((row) => row.uid === uid)).toBeUndefined()
    pass(72 * hourMs)
    expect((await list(0)).find((row) => row.uid === uid)).toBeUndefined()
    expect((await list(1)).find((row) => row.uid === uid)?.ended).not.toBeNull()
  })

  it('is kept by the database: one open lock of an account, and no end without two managers', async () => {
    const { uid } = await counter.newcomer()
    await set(first, uid, theft)
    const { db } = counter.stage.database
    const insert = (more: string) =>
      sql
        .raw(
          `insert into identity_lock (uid, reason, remark, origin, staff_id, from_ms, until_ms)
           values (${uid}, 'stolen_access', 'x', 'staff', 1, 1, ${more})`,
        )
        .execute(db)
    await expect(insert('2')).rejects.toThrow('identity_lock_running')
    const noEnd = sql`update identity_lock set until_ms = null where uid = ${uid}`.execute(db)
    await expect(noEnd).rejects.toThrow('check')
    const longer = sql`update identity_lock set until_ms = until_ms + 1 where uid = ${uid}`.execute(db)
    await expect(longer).rejects.toThrow('check')
  })
})
