import { dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../access/passwords/index.ts'
import { accrueInterest } from '../investMidnight/index.ts'
import { postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'

let counter: StaffFixture
let second = ''
beforeAll(async () => {
  counter = await startStaffFixture()
  const passwordHash = await hashPassword(counterPassword)
  const email = 'second@glasshouse.test'
  await transact(counter.stage.database.db, (tx) =>
    addStaffMember(tx, { email, name: 'S', role: 'manager', passwordHash }, 1),
  )
  second = (await counter.ask('/staff/api/login', { email, pwd: counterPassword })).data as string
  // A customer of this file has a withdraw password.
  await sql`update identity_customer set withdraw_password_hash = ${passwordHash}`.execute(
    counter.stage.database.db,
  )
})
afterAll(() => counter.close())

type Cycle = { id?: number; interesttype: number; rete: string; freezedate: number }
type Product = { id: number; approvals: number; status: number; cycles: Required<Cycle>[] }
const limits = { minbuymoney: '100', maxbuymoney: '10000' }
const week: Cycle = { interesttype: 1, rete: '0.0011', freezedate: 7 }
const cycles = (...list: Cycle[]) => JSON.stringify(list.map((cycle) => ({ ...cycle, ...limits })))
const product = {
  kind: 'invest',
  type: 'yield',
  name: 'Seven days',
  onsale: 1,
  redeemdays: 1,
  redeemfee: '0.5',
  cycles: cycles(week),
}
const save = async (fields: object = {}, token = counter.manager) =>
  counter.ask('/staff/api/productSave', { ...product, ...fields }, token)
const created = async (fields: object = {}) => (await save(fields)).data as Product
const fund = (id: number, amount: string, direction = 'in') =>
  counter.ask(
    '/staff/api/fund',
    { reserve: `interest:${id}`, direction, amount, remark: 'why' },
    counter.manager,
  )
const detail = async (id: number, lang = 'en') =>
  (await counter.ask('/api/invest/productDetail', { id, lang })).data as Record<string, unknown>

const buyer = async (amount: string) => {
  const { uid, token } = await counter.newcomer()
  const hash = await hashPassword(counterPassword)
  await sql`update identity_customer set withdraw_password_hash = ${hash} where uid = ${uid}`.execute(
    counter.stage.database.db,
  )
  await transact(counter.stage.database.db, (tx) => {
    const [from, to] = [external('deposits:sandbox'), customer(uid, 'wallet')]
    const transfers = [{ from, to, amount: usdt(amount), type: journal.deposit }]
    return postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers })
  })
  return { uid, token }
}
const buy = (token: string, typeid: number, money: string) =>
  counter.ask('/api/invest/buy', { typeid, interesttype: 1, money, withdrawpsd: counterPassword }, token)

describe('a product', () => {
  it('is sold out until its reserve is funded, and shows how it is funded', async () => {
    const { id, approvals, status } = await created()
    expect([approvals, status]).toEqual([0, 2])
    expect(await detail(id)).toMatchObject({ status: 2, funding: { capacity: '0', reserved: '0' } })
    expect(await fund(id, '2.97')).toMatchObject({ retCode: 0, data: { promised: '0', free: '2.97' } })
    expect(await detail(id)).toMatchObject({
      status: 1,
      ...{
        rete: '0.0011',
        freezedate: 7,
        rete2: '0',
        freezedate2: 0,
        annual: '5.65',
        apr: '5.73',
        apy: '5.9',
      },
      funding: { capacity: '2700', reserved: '0', sold: '0', quota: '0' },
    })
    const { token } = await buyer('3000')
    expect((await buy(token, id, '2700')).retCode).toBe(0)
    expect(await detail(id)).toMatchObject({
      status: 2,
      funding: { capacity: '0', reserved: '2.97', sold: '2700' },
    })
    // What is promised stays in.
    expect((await fund(id, '0.00000001', 'out')).data).toEqual({ max: '0' })
    expect((await fund(999, '1')).retCode).toBe(1005)
  })

  it('tells its terms in the language of the call, and shows a claim with its source', async () => {
    const claims = JSON.stringify({ agency: { text: 'An agency', source: 'https://agency.example/1' } })
    const texts = JSON.stringify({ en: { riskmsg: 'A risk.' }, es: { riskmsg: 'Un riesgo.' } })
    const { id } = await created({ claims, texts })
    const { detail: english } = await detail(id)
    expect(english).toMatchObject({
      dividend: '0.11% in 7 days. Paid in daily parts into your wallet.',
      dividend2: '',
      riskmsg: 'A risk.',
      agency: { text: 'An agency', source: 'https://agency.example/1' },
    })
    expect((english as Record<string, string>).source).toContain('own capital')
    expect((english as Record<string, string>).referralreward).toContain(
      '30 / 10 / 5% of your interest, and once 10 / 6 / 4% of the interest',
    )
    expect(english).not.toHaveProperty('security')
    expect((await detail(id, 'es')).detail).toMatchObject({ riskmsg: 'Un riesgo.' })
    expect((await detail(id, 'ja')).detail).toMatchObject({ riskmsg: 'A risk.' })
  })

  it('keeps terms that were sold: orders their own, cycles their method and days', async () => {
    const { id, cycles: saved } = await created()
    await fund(id, '100')
    const { uid, token } = await buyer('200')
    await buy(token, id, '200')
    const known = saved[0]?.id ?? 0
    const change = (cycle: Cycle) => save({ id, cycles: cycles(cycle) })
    expect(await change({ ...week, id: known, freezedate: 8 })).toMatchObject({
      retCode: 2003,
      data: { reason: 'sold' },
    })
    expect((await save({ id, type: 'experience' })).data).toEqual({ reason: 'kind' })
    expect((await change({ ...week, id: 999_999 })).retCode).toBe(1005)
    expect((await change({ ...week, id: known, rete: '0.0005' })).retCode).toBe(0)
    expect((await counter.ask('/api/invest/myFinancial', {}, token)).data).toMatchObject([
      { typerete: '0.0011', promised: '0.22' },
    ])
    const refused = (statement: string) =>
      expect(sql.raw(statement).execute(counter.stage.database.db)).rejects.toThrow(
        /not allowed|keeps its terms/,
      )
    await refused(`update invest_order set rate = rate + 1 where uid = ${uid}`)
    await refused(`update invest_order set promised = 0 where uid = ${uid}`)
    await refused(`delete from invest_order where uid = ${uid}`)
    await refused(`update invest_cycle set days = 1 where id = ${known}`)
    await refused(`delete from invest_product where id = ${id}`)
    await refused('update invest_accrual set amount = 0')
    const offSale = { kind: 'invest', id, onsale: 0 }
    expect((await counter.ask('/staff/api/productSave', offSale, counter.manager)).retCode).toBe(0)
    expect((await buy(token, id, '100')).retCode).toBe(2004)
    expect((await detail(id)).status).toBe(2)
  })

  it('is not written by the role service, nor above the largest yearly rate, nor twice the same', async () => {
    expect((await save({}, counter.service)).retCode).toBe(1006)
    expect(await save({ cycles: cycles({ ...week, rete: '0.007' }) })).toMatchObject({
      retCode: 2002,
      data: { max: 36 },
    })
    expect((await save({ pid: 1 })).data).toEqual({ field: 'pid' })
    expect((await save({ name: '' })).data).toEqual({ field: 'name' })
    const { id, cycles: saved } = await created()
    expect((await save({ id, cycles: cycles({ ...week, id: saved[0]?.id ?? 0 }) })).data).toEqual({
      reason: 'unchanged',
    })
  })
})

describe('a raise', () => {
  it('of a rate or fee waits for a second manager, and until then nothing changes', async () => {
    const { id, cycles: saved } = await created()
    const raised = { id, cycles: cycles({ ...week, id: saved[0]?.id ?? 0, rete: '0.0012' }), redeemfee: '1' }
    expect((await save(raised)).data).toMatchObject({
      approvals: 1,
      redeemfee: '0.5',
      cycles: [{ rete: '0.0011' }],
    })
    expect(await detail(id)).toMatchObject({ rete: '0.0011', redeemfee: '0.5' })
    expect(await save(raised)).toMatchObject({ retCode: 2003, data: { reason: 'sameManager' } })
    expect((await save(raised, second)).data).toMatchObject({
      approvals: 0,
      redeemfee: '1',
      cycles: [{ rete: '0.0012' }],
    })
    expect(await detail(id)).toMatchObject({ rete: '0.0012', redeemfee: '1' })
  })
})

const bookOf = async (id: number) => {
  const { data } = await counter.ask('/staff/api/investBook', {}, counter.service)
  const row = (data as { id: number; due: object[] }[]).find((one) => one.id === id)
  if (row === undefined) throw new Error(`the book has no product ${id}`)
  return row
}

it('the book shows what falls due on each day against the reserve', async () => {
  const { id } = await created({ name: 'Booked' })
  await fund(id, '100')
  const { token } = await buyer('2700')
  await buy(token, id, '2700')
  const row = await bookOf(id)
  expect(row).toMatchObject({ sold: '2700', promised: '2.97', reserve: '100', free: '97.03', orders: 1 })
  expect(row.due).toHaveLength(7)
  expect(row.due[0]).toEqual({ daily: '20260616', interest: '0.42428571', principal: '0' })
  expect(row.due[6]).toEqual({ daily: '20260622', interest: '0.42428574', principal: '2700' })
  // Orders that are paid on the same days are added up, each with its own rest on the last day.
  const { token: other } = await buyer('200')
  await buy(other, id, '100')
  await buy(other, id, '100')
  const { due } = await bookOf(id)
  expect(due[0]).toEqual({ daily: '20260616', interest: '0.45571427', principal: '0' })
  expect(due[6]).toEqual({ daily: '20260622', interest: '0.45571438', principal: '2900' })
  // An order that redeems is paid at the next midnight, and nothing of it later.
  const set = (fields: string) =>
    sql`update invest_order set ${sql.raw(fields)} where product_id = ${id}`.execute(
      counter.stage.database.db,
    )
  await set(`state = 'redeeming', redeem_ms = created_ms, accrued = 0, accrued_days = 2`)
  await sql`update invest_order set accrued = 99007425 where product_id = ${id} and principal = ${usdt('2700')}`.execute(
    counter.stage.database.db,
  )
  expect(await bookOf(id)).toMatchObject({
    ...{ orders: 3, due: [{ daily: '20260616', interest: '0', principal: '2899.50496287' }] },
  })
  await set(`state = 'running', redeem_ms = null, accrued = 0, accrued_days = 0`)
})

it('lists products by kind, featured first where asked, and never one that is off sale', async () => {
  const { id } = await created({ name: 'Featured', ishot: 1 })
  const list = async (fields: object) =>
    (
      (await counter.ask('/api/invest/productlist', { pageSize: 100, ...fields })).data as { id: number }[]
    ).map((row) => row.id)
  expect(await list({ ishot: 1 })).toEqual([])
  await fund(id, '10')
  expect(await list({ ishot: 1 })).toEqual([id])
  const { id: trial } = await created({ type: 'experience' })
  expect(await list({ type: 1 })).toEqual([trial])
  expect(await list({ type: 2 })).toContain(trial)
  expect(await list({ type: 4 })).toEqual([])
  expect(await list({ type: 5 })).toEqual([])
  await counter.ask('/staff/api/productSave', { kind: 'invest', id, onsale: 0 }, counter.manager)
  expect(await list({})).not.toContain(id)
  expect((await counter.ask('/api/invest/productlist', { type: 6 })).retCode).toBe(1001)
})

it('an account with an order in processing cannot be closed, and the export holds orders and accruals', async () => {
  const { id } = await created({ name: 'Exported' })
  await fund(id, '100')
  const { token } = await buyer('2700')
  await buy(token, id, '2700')
  const close = { pwd: counterPassword }
  expect(await counter.ask('/api/user/closeAccount', close, token)).toMatchObject({
    retCode: 2003,
    data: { reason: 'ordersOpen' },
  })
  const { clock, database } = counter.stage
  const atMs = startOfDay(clock.business()) + dayMs
  const midnight = { atMs, day: dayOf(atMs - dayMs), isLast: true }
  await accrueInterest({ clock, database }, midnight)
  const { url } = (await counter.ask('/api/user/export', {}, token)).data as { url: string }
  expect(await (await fetch(counter.url + url)).json()).toMatchObject({
    investments: [{ typename: 'Exported', buymoney: '2700', profit: '0.42428571', state: 'running' }],
    investmentAccruals: [{ daily: midnight.day, profit: '0.42428571' }],
    journal: expect.arrayContaining([
      expect.objectContaining({ purpose: 'wallet', amount: '0.42428571', causeKind: 'investAccrued' }),
    ]),
  })
})
