import { saveProductFromWire } from '@glasshouse/core/invest/products/save/codec'
import { staffProductToWire } from '@glasshouse/core/invest/products/staff/codec'
import { usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ManagerIdentity } from '../../../platform/http/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { addStaffMember } from '../../../staff/index.ts'
import { saveInvestProduct } from '../products.ts'
import { stopLeading } from './stop.ts'

let stage: CopyStage
const managers: ManagerIdentity[] = []
beforeAll(async () => {
  stage = await copyFixture()
  managers.push(stage.manager)
  for (const name of ['second', 'third']) {
    const person = { email: `${name}@glasshouse.test`, name, role: 'manager' } as const
    const id = await transact(stage.database.db, (tx) =>
      addStaffMember(tx, { ...person, passwordHash: 'x' }, 1),
    )
    managers.push({ ...person, id: id ?? 0, sessionId: 0 })
  }
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

type Fields = Readonly<Record<string, string | number>>
const origin = { ip: '127.0.0.1', userAgent: 'test' }
const save = async (fields: Fields, by = 0) => {
  const staff = managers[by]
  if (staff === undefined) throw new Error('no such manager')
  const command = saveProductFromWire({ kind: 'invest', ...fields })
  return staffProductToWire(await saveInvestProduct(stage, staff, origin, command))
}
const complete = (leaduid: number): Fields => ({
  ...{ type: 'copy', name: 'Copied', onsale: 1, leaduid, freezedate: 30 },
  ...{ minbuymoney: '100', maxbuymoney: '10000' },
})
const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
const poolOf = async (product: number) => {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select * from invest_pool where product_id = ${product}`.execute(stage.database.db)
  const [row] = rows
  if (row === undefined) throw new Error('no pool')
  return row
}
const auditOf = async (product: number) =>
  (
    await sql<{ staff_id: number; before: Fields & { copy?: Fields }; after: Fields & { copy?: Fields } }>`
      select staff_id, before, after from staff_audit
      where action = 'productSave' and target = ${`invest ${product}`} order by id`.execute(stage.database.db)
  ).rows

describe('a new copy product', () => {
  it('has the usual fee, multiple, stop and levy where the call names none, and a pool of its own', async () => {
    const lead = await stage.lead('5000')
    const { id, copy, cycles, quota, approvals } = await save(complete(lead))
    expect({ copy, cycles, quota, approvals }).toMatchObject({
      ...{ cycles: [], quota: '0', approvals: 0 },
      copy: { leaduid: lead, leadfee: '10', maxmultiple: 10, copystop: '50', exitlevy: '0.1' },
    })
    expect(copy).toMatchObject({ state: 'copying', waiting: '0', units: '0', unitprice: '1' })
    const account = await stage.poolOf(id)
    expect(account).toBeGreaterThanOrEqual(1001)
    expect(account).toBeLessThanOrEqual(9999)
    expect(await stage.account(account, 'contract')).toBe(0n)
    // What may enter is known before the first look of the minute: twenty times the equity of the lead.
    expect((await poolOf(id)).capacity).toBe(usdt('100000'))
  })

  it('is of an active lead alone, and names what is missing', async () => {
    const lead = await stage.lead('5000')
    const fields = complete(lead)
    for (const field of ['name', 'onsale', 'leaduid', 'freezedate', 'minbuymoney', 'maxbuymoney']) {
      const { [field]: _, ...rest } = fields
      expect(await refused(save(rest)), field).toEqual({ code: 'invalidField', field })
    }
    const { uid } = await stage.newcomer()
    expect(await refused(save(complete(uid)))).toEqual({ code: 'notFound' })
    await stopLeading(stage, { uid: lead })
    expect(await refused(save(fields))).toEqual({ code: 'notFound' })
  })

  it.each<[field: string, fields: Fields]>([
    ['minbuymoney', { minbuymoney: '0' }],
    ['minbuymoney', { minbuymoney: '150' }],
    ['maxbuymoney', { minbuymoney: '500', maxbuymoney: '400' }],
    ['maxbuymoney', { maxbuymoney: '1000000100' }],
    ['leadfee', { leadfee: '10.00001' }],
    ['leadfee', { leadfee: '-1' }],
    ['copystop', { copystop: '4' }],
    ['copystop', { copystop: '96' }],
    ['copystop', { copystop: '50.5' }],
    ['exitlevy', { exitlevy: '2.0001' }],
    ['exitlevy', { exitlevy: '1e-1' }],
  ])('refuses %s outside its range: %o', async (field, fields) => {
    const lead = await stage.lead('1000')
    const count = async () =>
      (await sql`select id from invest_product`.execute(stage.database.db)).rows.length
    const before = await count()
    expect(await refused(save({ ...complete(lead), ...fields }))).toEqual({ code: 'invalidField', field })
    expect(await count()).toBe(before)
  })

  it('takes every limit itself, and no fee above the setting', async () => {
    const lead = await stage.lead('1000')
    const limits = { leadfee: '30', copystop: '95', exitlevy: '2', maxmultiple: 20, minbuymoney: '100' }
    const { copy } = await save({ ...complete(lead), ...limits, maxbuymoney: '1000000000' })
    expect(copy).toMatchObject({ ...limits, maxbuymoney: '1000000000' })
    expect(await refused(save({ ...complete(lead), leadfee: '30.0001' }))).toEqual({
      code: 'outOfRange',
      max: 30,
    })
    const least = { leadfee: '0', copystop: '5', exitlevy: '0', maxmultiple: 1, freezedate: 1 }
    expect((await save({ ...complete(lead), ...least })).copy).toMatchObject(least)
  })
})

describe('a raise of what followers pay or risk', () => {
  const made = async (fields: Fields = {}) =>
    (await save({ ...complete(await stage.lead('5000')), ...fields })).id

  it('changes nothing until another manager makes the same call, not even what is no raise in it', async () => {
    const id = await made()
    const raise = { id, leadfee: '12', name: 'Renamed', maxbuymoney: '5000' }
    const first = await save(raise)
    expect(first).toMatchObject({ approvals: 1, name: 'Copied' })
    expect(first.copy).toMatchObject({ leadfee: '10', maxbuymoney: '10000' })
    expect(await refused(save(raise))).toEqual({ code: 'invalidState', reason: 'sameManager' })
    expect(await poolOf(id)).toMatchObject({ lead_fee_ppm: 100_000, max_principal: usdt('10000') })
    const done = await save(raise, 1)
    expect(done).toMatchObject({ approvals: 0, name: 'Renamed' })
    expect(done.copy).toMatchObject({ leadfee: '12', maxbuymoney: '5000' })
  })

  it('is not agreed to by a call that raises more, or less, or something beside it', async () => {
    const id = await made()
    expect((await save({ id, exitlevy: '0.5' }, 0)).approvals).toBe(1)
    for (const other of [
      { exitlevy: '0.6' },
      { exitlevy: '0.4' },
      { exitlevy: '0.5', maxmultiple: 11 },
      { exitlevy: '0.50' },
    ])
      expect((await save({ id, ...other }, 1)).approvals, JSON.stringify(other)).toBe(1)
    // Each replaced the one before; the first call is a proposal of its own again.
    expect((await save({ id, exitlevy: '0.5' }, 0)).approvals).toBe(1)
    expect(await poolOf(id)).toMatchObject({ exit_levy_ppm: 1000, max_multiple: 10 })
    expect((await save({ id, exitlevy: '0.5' }, 2)).approvals).toBe(0)
    expect(await poolOf(id)).toMatchObject({ exit_levy_ppm: 5000 })
  })

  it('cannot be split into steps that one manager makes alone: what was lowered is raised by two', async () => {
    const id = await made()
    expect((await save({ id, leadfee: '5', maxmultiple: 3 })).approvals).toBe(0)
    expect((await save({ id, leadfee: '5.0001' })).approvals).toBe(1)
    expect((await save({ id, leadfee: '4', maxmultiple: 4 })).approvals).toBe(1)
    expect((await save({ id, copystop: '49' })).approvals).toBe(0)
    expect((await save({ id, copystop: '50' })).approvals).toBe(1)
    expect(await poolOf(id)).toMatchObject({ lead_fee_ppm: 50_000, max_multiple: 3, copy_stop_percent: 49 })
  })

  it('by many at once is done once, and written once into the audit log', async () => {
    const id = await made()
    const raise = { id, leadfee: '20', maxmultiple: 15 }
    const calls = Array.from({ length: 12 }, (_, at) => save(raise, at % 3))
    const outcomes = await Promise.allSettled(calls)
    const done = outcomes.filter((one) => one.status === 'fulfilled' && one.value.approvals === 0)
    expect(done).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalidState' })
    const changes = (await auditOf(id)).filter(({ after }) => after.copy?.leadfee === '20')
    expect(changes).toHaveLength(1)
    expect(changes[0]?.before).toMatchObject({ copy: { leadfee: '10', maxmultiple: 10 } })
    expect(await poolOf(id)).toMatchObject({ lead_fee_ppm: 200_000, max_multiple: 15 })
  })

  it('is of later orders alone: who is in keeps the terms, who comes gets the new ones', async () => {
    const id = await made()
    const uid = await stage.saver('2000')
    const before = await stage.ask(uid, id, '500')
    await stage.deal()
    for (const by of [0, 1]) await save({ id, leadfee: '25', exitlevy: '1' }, by)
    const after = await stage.ask(await stage.saver('500'), id, '500')
    const { rows } = await sql<{ order_id: number; lead_fee_ppm: number; exit_levy_ppm: number }>`
      select order_id, lead_fee_ppm, exit_levy_ppm from invest_copy where order_id in (${before}, ${after})
      order by order_id`.execute(stage.database.db)
    expect(rows).toEqual([
      { order_id: before, lead_fee_ppm: 100_000, exit_levy_ppm: 1000 },
      { order_id: after, lead_fee_ppm: 250_000, exit_levy_ppm: 10_000 },
    ])
    expect(await stage.broken()).toEqual({})
  })
})

describe('a change', () => {
  it('of the multiple is one of the copies that follow', async () => {
    const lead = await stage.lead('10000')
    const { id } = await save({ ...complete(lead), maxmultiple: 5 })
    await stage.ask(await stage.saver('1000'), id, '1000')
    await stage.deal()
    await stage.open(lead, 1, 20)
    await save({ id, maxmultiple: 2 })
    await stage.open(lead, 1, 20)
    const account = await stage.poolOf(id)
    const { rows } = await sql<{ leverage: number }>`
      select leverage from contracts_order where uid = ${account} order by id`.execute(stage.database.db)
    expect(rows).toEqual([{ leverage: 5 }, { leverage: 2 }])
  })

  it('of the period is possible until the first order, also one that was refunded', async () => {
    const { id } = await save(complete(await stage.lead('1000')))
    expect((await save({ id, freezedate: 7 })).copy).toMatchObject({ freezedate: 7 })
    const uid = await stage.saver('100')
    await stage.end(uid, await stage.ask(uid, id, '100'), 'now')
    expect(await refused(save({ id, freezedate: 8 }))).toEqual({ code: 'invalidState', reason: 'sold' })
    // Naming the period that it has is no change of it.
    expect((await save({ id, freezedate: 7, name: 'Other' })).name).toBe('Other')
  })

  it('never makes it the product of another lead or of another kind, nor another product one of a lead', async () => {
    const [lead, other] = [await stage.lead('1000'), await stage.lead('1000')]
    const { id } = await save(complete(lead))
    expect(await refused(save({ id, leaduid: other }))).toEqual({ code: 'invalidState', reason: 'lead' })
    const interest = await stage.product()
    expect(await refused(save({ ...complete(lead), id: interest }))).toEqual({
      code: 'invalidState',
      reason: 'kind',
    })
    expect(await refused(save({ ...complete(lead), id: 999_999 }))).toEqual({ code: 'notFound' })
    expect(await poolOf(id)).toMatchObject({ lead_fee_ppm: 100_000 })
  })

  it('of nothing is refused, and each other one is in the audit log as it was and as it became', async () => {
    const { id } = await save(complete(await stage.lead('1000')))
    expect(await refused(save({ id }))).toEqual({ code: 'invalidState', reason: 'unchanged' })
    expect(await refused(save({ id, leadfee: '10', exitlevy: '0.10' }))).toMatchObject({
      reason: 'unchanged',
    })
    await save({ id, leadfee: '9', remark: 'Less' }, 1)
    const [created, changed, ...rest] = await auditOf(id)
    expect(rest).toEqual([])
    expect(created?.before).toEqual({})
    expect(created?.after).toMatchObject({ name: 'Copied', copy: { leadfee: '10' } })
    expect(changed).toMatchObject({
      ...{ staff_id: managers[1]?.id, before: { remark: '', copy: { leadfee: '10' } } },
      after: { remark: 'Less', copy: { leadfee: '9' } },
    })
    // Nothing that moves by itself is in it: what changed is what was saved.
    for (const name of ['units', 'unitprice', 'waiting', 'state'])
      expect(changed?.after.copy).not.toHaveProperty(name)
  })

  longIt('while orders arrive is made between them: no order has terms of both', async () => {
    const { id } = await save({ ...complete(await stage.lead('10000')), exitlevy: '1', leadfee: '20' })
    const savers = await Promise.all(Array.from({ length: 8 }, () => stage.saver('100')))
    const [, ...placed] = await Promise.all([
      save({ id, exitlevy: '0.5', leadfee: '10' }),
      ...savers.map((uid) => stage.ask(uid, id, '100')),
    ])
    const { rows } = await sql<{ lead_fee_ppm: number; exit_levy_ppm: number }>`
      select distinct c.lead_fee_ppm, c.exit_levy_ppm from invest_copy c where c.product_id = ${id}`.execute(
      stage.database.db,
    )
    expect(placed).toHaveLength(8)
    for (const { lead_fee_ppm, exit_levy_ppm } of rows)
      expect([
        [200_000, 10_000],
        [100_000, 5_000],
      ]).toContainEqual([lead_fee_ppm, exit_levy_ppm])
    expect(await stage.broken()).toEqual({})
  })
})
