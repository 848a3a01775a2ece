import { customerOrderFromWire } from '@glasshouse/core/staff/codec'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../platform/telemetry/index.ts'
import { checkLedger } from './service/health.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
const asManager = (call: string, fields: Fields = {}) =>
  counter.ask(`/staff/api/${call}`, fields, counter.manager)
const asService = (call: string, fields: Fields = {}) =>
  counter.ask(`/staff/api/${call}`, fields, counter.service)
const order = orderRequest({ price: '65850' })

describe('searching', () => {
  it('finds by uid, e-mail and phone, and for managers by their beginnings', async () => {
    const { uid, email, phone } = await counter.newcomer()
    const found = { uid, email, utel: phone, frozen: 0, closed: null }
    for (const text of [String(uid), email, email.toUpperCase(), phone, `+${phone}`, email.slice(0, -4)])
      expect(await asManager('userSearch', { text }), text).toMatchObject({
        retCode: 0,
        data: expect.arrayContaining([expect.objectContaining(found)]),
      })
    const all = await asManager('userSearch', { text: 'person', pageSize: 1, isAsc: 'asc' })
    expect(all.data).toHaveLength(1)
    expect(all.total).toBeGreaterThanOrEqual(1)
  })
  it('returns only complete matches to the role service, masked', async () => {
    const { uid, email, phone } = await counter.newcomer()
    const { data } = await asService('userSearch', { text: email })
    expect(data).toMatchObject([{ uid }])
    expect(JSON.stringify(data)).not.toContain(email)
    expect(JSON.stringify(data)).not.toContain(phone)
    for (const text of [
      email.slice(0, -1),
      'person',
      phone.slice(0, -1),
      'person%',
      '_'.repeat(email.length),
    ])
      expect(await asService('userSearch', { text }), text).toMatchObject({ data: [], total: 0 })
  })
  it('matches % and _ literally', async () => {
    for (const text of ['%%', 'perso_1', 'p%'])
      expect(await asManager('userSearch', { text })).toMatchObject({ data: [], total: 0 })
  })
  it('rejects a text that cannot be any of them', async () => {
    for (const text of ['', ' ', 'a b'])
      expect(await asManager('userSearch', { text })).toMatchObject({
        retCode: 1001,
        data: { field: 'text' },
      })
  })
})

describe('a customer’s page', () => {
  it('shows profile, balances, orders, journal and sessions', async () => {
    const { uid, email, token } = await counter.newcomer()
    await counter.stage.give(uid, '100')
    const bought = await counter.ask('/api/contract/buyContract', order, token)
    const { id } = bought.data as { id: number }
    const { data } = await asManager('userDetail', { uid })
    expect(data).toMatchObject({
      profile: {
        uid,
        email,
        frozen: 0,
        creditscore: 100,
        transferswitch: 1,
        referrer: 10000,
        region: 'other',
      },
      sessions: [{ ended: null, ip: '127.0.0.1' }],
    })
    const { balances, journal, orders } = data as {
      orders: Parameters<typeof customerOrderFromWire>[0][]
      balances: { account: string; amount: string }[]
      journal: { account: string; money: string; cause: string }[]
    }
    expect(orders.map(customerOrderFromWire)).toMatchObject([
      { id, symbol: 'BTCUSDT', state: 'open', margin: '6.585' },
    ])
    expect(balances).toContainEqual({ account: 'contractMargin', asset: 'USDT', amount: '6.585' })
    expect(journal).toContainEqual(
      expect.objectContaining({ account: 'contract', money: '-6.585', cause: `order ${id}` }),
    )
    expect(JSON.stringify(data)).not.toMatch(/argon2|password_hash|secret/)
  })
  it('is masked for the role service, and not found for unknown customers', async () => {
    const { uid, email, phone } = await counter.newcomer()
    const { data } = await asService('userDetail', { uid })
    expect(data).toMatchObject({ profile: { uid }, sessions: [{ ip: '' }] })
    expect(JSON.stringify(data)).not.toContain(email)
    expect(JSON.stringify(data)).not.toContain(phone)
    expect((await asManager('userDetail', { uid: 999_999 })).retCode).toBe(1005)
  })
  it('is listed only for the member who opened it, newest first, masked for the role service', async () => {
    const [first, second] = [await counter.newcomer(), await counter.newcomer()]
    for (const { uid } of [first, second, first]) await asService('userDetail', { uid })
    const { data } = await asService('userRecent')
    expect((data as { uid: number }[]).map(({ uid }) => uid).slice(0, 2)).toEqual([first.uid, second.uid])
    expect(JSON.stringify(data)).not.toContain(first.email)
    const others = (await asManager('userRecent')).data as { uid: number }[]
    expect(others.filter(({ uid }) => uid === first.uid || uid === second.uid)).toEqual([])
  })
})

const lock = { frozen: 1, reason: 'stolen_access', remark: 'A report by telephone.' } as const

describe('changing a customer’s flags', () => {
  it('locks: sessions end with 103, sign-in is blocked, and lifting the lock allows it again', async () => {
    const { uid, email, token } = await counter.newcomer()
    expect(await asManager('userSet', { uid, ...lock })).toMatchObject({ retCode: 0, data: { frozen: 1 } })
    expect((await counter.ask('/api/user/limits', {}, token)).retCode).toBe(103)
    expect((await counter.signIn(email)).retCode).toBe(1006)
    expect(await asManager('userSet', { uid, frozen: 0 })).toMatchObject({ retCode: 0, data: { frozen: 0 } })
    expect((await counter.signIn(email)).retCode).toBe(0)
  })
  it('sets each flag, with before and after in the audit log', async () => {
    const { uid } = await counter.newcomer()
    const wishes = { kycswitch: 1, transferswitch: 2, creditscore: 70, ib: 1 } as const
    for (const [flag, value] of Object.entries(wishes))
      expect(await asManager('userSet', { uid, [flag]: value, remark: 'Checked by hand.' })).toMatchObject({
        retCode: 0,
        data: { [flag]: value },
      })
    expect(await asManager('userDetail', { uid })).toMatchObject({ data: { profile: wishes } })
    expect(await asManager('userSet', { uid, ib: '' })).toMatchObject({ retCode: 0, data: { ib: 1 } })
    const log = await asManager('auditLog', { target: `customer ${uid}`, action: 'userSet' })
    expect(log).toMatchObject({
      total: 5,
      data: [
        { before: { ib: 1 }, after: { ib: 'byFigures' } },
        { before: { ib: 0 }, after: { ib: 1 }, staff: 'manager@glasshouse.test', ip: '127.0.0.1' },
        { before: { creditscore: 100 }, after: { creditscore: 70 } },
        { before: { transferswitch: 1 }, after: { transferswitch: 2 } },
        { before: { kycswitch: 0 }, after: { kycswitch: 1 } },
      ],
    })
  })
  it.each<[Fields, number]>([
    [{}, 1001],
    [{ frozen: 1, ib: 1 }, 1001],
    [{ frozen: 2 }, 1001],
    [{ transferswitch: 0 }, 1001],
    [{ creditscore: 101 }, 1001],
    [{ creditscore: 50 }, 1001],
    [{ wallet: '1000' }, 1001],
    [{ balance: 1, frozen: 1 }, 1001],
  ])('refuses %j', async (fields, retCode) => {
    const { uid } = await counter.newcomer()
    expect((await asManager('userSet', { uid, ...fields })).retCode).toBe(retCode)
    expect((await asManager('auditLog', { target: `customer ${uid}`, action: 'userSet' })).total).toBe(0)
  })
  it('allows the role service the two flags of daily work and no other', async () => {
    const { uid, token } = await counter.newcomer()
    expect((await asService('userSet', { uid, kycswitch: 1 })).retCode).toBe(0)
    expect((await asService('userSet', { uid, transferswitch: 2 })).retCode).toBe(0)
    for (const fields of [{ frozen: 1 }, { creditscore: 90 }, { ib: 1 }])
      expect((await asService('userSet', { uid, ...fields })).retCode).toBe(1006)
    expect((await counter.ask('/api/user/limits', {}, token)).retCode).toBe(0)
  })
  it('returns notFound for the platform account and unknown customers', async () => {
    for (const uid of [10000, 999_999])
      expect((await asManager('userSet', { uid, ...lock })).retCode).toBe(1005)
  })
})

describe('the audit log', () => {
  it('has a record of every view, without addresses', async () => {
    const { uid, email, phone } = await counter.newcomer()
    const before = (await asManager('auditLog', {})).total ?? 0
    for (const text of [email, phone, String(uid), email.slice(0, 9)]) await asService('userSearch', { text })
    await asService('userDetail', { uid })
    await asService('configList')
    const { rows } = await sql<{ action: string; target: string }>`
      select action, target from staff_audit order by id desc limit 6`.execute(counter.stage.database.db)
    expect(rows.map(({ action }) => action)).toEqual([
      'configList',
      'userDetail',
      ...Array(4).fill('userSearch'),
    ])
    expect(JSON.stringify(rows)).not.toContain(email)
    expect(JSON.stringify(rows)).not.toContain(phone)
    // Viewing the log itself is recorded too.
    expect((await asManager('auditLog', {})).total).toBe(before + 1 + 6)
  })
  it('filters by member, action and time, and pages', async () => {
    const page = await asManager('auditLog', { action: 'login', pageSize: 1, isAsc: 'asc' })
    expect(page.data).toMatchObject([{ action: 'login', target: 'staff manager@glasshouse.test' }])
    // The managers and the member of the role service.
    expect(page.total).toBe(3)
    const [first] = page.data as { staffid: number; time: number }[]
    const { staffid = 0, time = 0 } = first ?? {}
    expect((await asManager('auditLog', { action: 'login', staffid })).total).toBe(1)
    expect((await asManager('auditLog', { to: time })).total).toBe(0)
    expect((await asManager('auditLog', { from: time, to: time + 1 })).total).toBe(1)
  })
  it('requires a manager', async () => {
    expect((await asService('auditLog', {})).retCode).toBe(1006)
  })
})

it('checks of the ledger that staff ask for at once run one after the other', async () => {
  let [running, most] = [0, 0]
  const { database } = counter.stage
  const broken = async (): Promise<readonly string[]> => {
    running += 1
    most = Math.max(most, running)
    await sql`select 1`.execute(database.db)
    running -= 1
    return []
  }
  const { rows } = await sql<{ id: number }>`select min(id) as id from staff_member`.execute(database.db)
  const id = rows[0]?.id ?? 0
  const staff = { id, sessionId: 0, email: '', name: '', role: 'service' } as const
  const deps = { ...counter.stage, log: createLog('silent'), invariants: [{ name: 'slow', broken }] }
  const check = () => checkLedger(deps, staff, { ip: '', userAgent: '' }, { isWhole: false })
  const reports = await Promise.all([check(), check(), check(), check()])
  expect([most, reports.every(({ balanced }) => balanced)]).toEqual([1, true])
})
