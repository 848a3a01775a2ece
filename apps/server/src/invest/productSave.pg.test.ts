import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../access/passwords/index.ts'
import { postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
type Cycle = {
  readonly id?: number
  readonly interesttype?: number
  readonly rete?: string
  readonly freezedate?: number
  readonly minbuymoney?: string
  readonly maxbuymoney?: string
}
type Product = {
  readonly id: number
  readonly approvals: number
  readonly status: number
  readonly onsale: number
  readonly cycles: readonly Required<Cycle>[]
}
const week = { interesttype: 1, rete: '0.0011', freezedate: 7, minbuymoney: '100', maxbuymoney: '10000' }
const cycles = (...list: readonly Cycle[]) => JSON.stringify(list.map((cycle) => ({ ...week, ...cycle })))
const product: Fields = {
  ...{ kind: 'invest', type: 'yield', name: 'Seven days', onsale: 1, redeemdays: 1, redeemfee: '0.5' },
  cycles: cycles({}),
}
const save = (fields: Fields, token = counter.manager) => counter.ask('/staff/api/productSave', fields, token)
const change = (id: number, fields: Fields, token = counter.manager) =>
  save({ kind: 'invest', id, ...fields }, token)
const created = async (fields: Fields = {}): Promise<Product> => {
  const { retCode, data } = await save({ ...product, ...fields })
  if (retCode !== 0) throw new Error(JSON.stringify(data))
  return data as Product
}
const fund = (id: number, amount: string, direction = 'in') =>
  counter.ask(
    '/staff/api/fund',
    { reserve: `interest:${id}`, direction, amount, remark: 'why' },
    counter.manager,
  )
const listed = async (id: number) => {
  const { data } = await counter.ask('/staff/api/productList', { kind: 'invest' }, counter.service)
  return (data as (Product & Record<string, unknown>)[]).find((one) => one.id === id)
}
const detail = async (id: number, lang = 'en') =>
  (await counter.ask('/api/invest/productDetail', { id, lang })).data as Record<string, unknown>
const buyer = async (amount: string) => {
  const { uid, token } = await counter.newcomer()
  const hash = await hashPassword(counterPassword)
  const { db } = counter.stage.database
  await sql`update identity_customer set withdraw_password_hash = ${hash} where uid = ${uid}`.execute(db)
  await transact(db, (tx) => {
    const [from, to] = [external('deposits:sandbox'), customer(uid, 'wallet')]
    const transfers = [{ from, to, amount: usdt(amount), type: journal.deposit }]
    return postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers })
  })
  return { uid, token }
}
const buy = (token: string, typeid: number, money: string, key?: string) =>
  counter.ask('/api/invest/buy', { typeid, interesttype: 1, money, withdrawpsd: counterPassword }, token, key)

describe('who may save a product', () => {
  it('is a manager: the role is compared before any field, and whatever is wrong', async () => {
    const broken = { kind: 'invest', id: 0, name: '', cycles: 'none', quota: '-1' }
    expect((await save(broken, counter.service)).retCode).toBe(1006)
    const { token } = await counter.newcomer()
    expect((await save(broken, token)).retCode).toBe(102)
    expect((await save(broken, 'no-token')).retCode).toBe(102)
    expect((await save(broken)).retCode).toBe(1001)
    // Reading is for every member of staff, and for no one else.
    expect((await counter.ask('/staff/api/productList', { kind: 'invest' }, token)).retCode).toBe(102)
    expect((await counter.ask('/staff/api/productList', { kind: 'invest' }, counter.service)).retCode).toBe(0)
    expect((await counter.ask('/staff/api/investBook', {}, token)).retCode).toBe(102)
  })
})

describe('a field that is wrong', () => {
  it.each<[string, Fields]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(41) }],
    ['remark', { remark: 'x'.repeat(201) }],
    ['picurl', { picurl: 'https://elsewhere.example/a.png' }],
    ['picurl', { picurl: '//elsewhere.example/a.png' }],
    ['position', { position: -1 }],
    ['position', { position: 1_000_001 }],
    ['onsale', { onsale: 2 }],
    ['ishot', { ishot: 2 }],
    ['type', { type: 'loan' }],
    ['quota', { quota: '150' }],
    ['quota', { quota: '-100' }],
    ['redeemdays', { redeemdays: 8 }],
    ['redeemdays', { redeemdays: -1 }],
    ['redeemfee', { redeemfee: '1.00000001' }],
    ['redeemfee', { redeemfee: '-0.1' }],
    ['redeemfee', { redeemfee: '50%' }],
    ['cycles', { cycles: '[]' }],
    ['cycles', { cycles: '{}' }],
    ['cycles', { cycles: cycles({ rete: '0' }) }],
    ['cycles', { cycles: cycles({ rete: '-0.0011' }) }],
    ['cycles', { cycles: cycles({ freezedate: 0 }) }],
    ['cycles', { cycles: cycles({ freezedate: 1096, rete: '0.0011' }) }],
    ['cycles', { cycles: cycles({ minbuymoney: '50' }) }],
    ['cycles', { cycles: cycles({ minbuymoney: '20000' }) }],
    ['cycles', { cycles: cycles({ interesttype: 3 }) }],
    ['cycles', { cycles: cycles({}, { interesttype: 2, minbuymoney: '200' }) }],
    ['cycles', { cycles: cycles(...Array.from({ length: 21 }, () => ({}))) }],
    ['texts', { texts: '{"en":{"dividend":"280 %"}}' }],
    ['texts', { texts: '{"en":{"repayment":"mine"}}' }],
    ['texts', { texts: '{"tlh":{}}' }],
    ['claims', { claims: '{"agency":{"text":"Regulated","source":"http://a.example"}}' }],
    ['claims', { claims: '{"agency":{"text":"Regulated"}}' }],
    ['claims', { claims: '{"insured":{"text":"All","source":"https://a.example"}}' }],
  ])('is named: %s (%#)', async (field, fields) => {
    expect(await save({ ...product, ...fields })).toMatchObject({ retCode: 1001, data: { field } })
  })

  it('of a new product is also one that is missing', async () => {
    for (const field of ['type', 'name', 'onsale', 'cycles', 'redeemdays']) {
      const { [field]: _, ...rest } = product
      expect(await save(rest), field).toMatchObject({ retCode: 1001, data: { field } })
    }
  })

  it('saves nothing of the rest', async () => {
    const { id } = await created({ name: 'Untouched' })
    await change(id, { name: 'Changed', quota: '150' })
    await change(id, { name: 'Changed', cycles: cycles({ rete: '1' }) })
    expect(await listed(id)).toMatchObject({ name: 'Untouched', quota: '0' })
  })
})

describe('what is not there', () => {
  it('is not found: a product, a cycle, a cycle of another product', async () => {
    const [one, two] = [await created(), await created()]
    expect((await change(999_999, { name: 'x' })).retCode).toBe(1005)
    for (const cycle of [999_999, two.cycles[0]?.id ?? 0])
      expect((await change(one.id, { cycles: cycles({ id: cycle }) })).retCode).toBe(1005)
    expect((await save({ ...product, cycles: cycles({ id: one.cycles[0]?.id ?? 0 }) })).retCode).toBe(1005)
    expect((await counter.ask('/api/invest/productDetail', { id: 999_999 })).retCode).toBe(1005)
    // The cycle of the other product is as it was.
    expect(await listed(two.id)).toMatchObject({ cycles: [{ rete: '0.0011', freezedate: 7 }] })
  })
})

describe('a raise', () => {
  const rate = (id: number, rete: string, more: Fields = {}) => ({ cycles: cycles({ id, rete }), ...more })

  it('is done by two managers who make the same call, and by no two who do not', async () => {
    const {
      id,
      cycles: [known],
    } = await created()
    const cycle = known?.id ?? 0
    expect((await change(id, rate(cycle, '0.0013'))).data).toMatchObject({ approvals: 1 })
    // The second manager asks for something else: that is another raise, which waits too.
    expect((await change(id, rate(cycle, '0.0014'), counter.second)).data).toMatchObject({ approvals: 1 })
    expect(await listed(id)).toMatchObject({ cycles: [{ rete: '0.0011' }] })
    expect((await change(id, rate(cycle, '0.0014'))).data).toMatchObject({ approvals: 0 })
    expect(await listed(id)).toMatchObject({ cycles: [{ rete: '0.0014' }] })
  })

  it('by two managers at once is done once', async () => {
    const {
      id,
      cycles: [known],
    } = await created()
    const fields = rate(known?.id ?? 0, '0.0012')
    const tokens = [counter.manager, counter.second, counter.manager, counter.second]
    const answers = await Promise.all(tokens.map((token) => change(id, fields, token)))
    const done = answers.filter(({ retCode, data }) => retCode === 0 && (data as Product).approvals === 0)
    expect(done).toHaveLength(1)
    expect(await listed(id)).toMatchObject({ cycles: [{ rete: '0.0012' }] })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from staff_audit
      where action = 'productSave' and target = ${`invest ${id}`} and before::text like '%0.0011%'
        and after::text like '%0.0012%'`.execute(counter.stage.database.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is also the same rate in fewer days and a new cycle above the others, but no lower one', async () => {
    const {
      id,
      cycles: [known],
    } = await created()
    const cycle = known?.id ?? 0
    for (const raised of [
      cycles({ id: cycle, freezedate: 6 }),
      cycles({ id: cycle }, { rete: '0.0012' }),
      cycles({ rete: '0.0012' }),
    ])
      expect((await change(id, { cycles: raised })).data).toMatchObject({ approvals: 1 })
    expect(await listed(id)).toMatchObject({ cycles: [{ id: cycle, freezedate: 7, rete: '0.0011' }] })
    const lower = cycles({ id: cycle, rete: '0.0010' }, { rete: '0.0009', freezedate: 8 })
    expect((await change(id, { cycles: lower })).data).toMatchObject({ approvals: 0 })
    expect((await listed(id))?.cycles).toHaveLength(2)
  })

  it('of the redemption fee is one, and of the days until redemption, the quota and the texts none', async () => {
    const { id } = await created()
    expect((await change(id, { redeemfee: '0.51' })).data).toMatchObject({ approvals: 1, redeemfee: '0.5' })
    const fields = { redeemdays: 7, quota: '5000', remark: 'New words', redeemfee: '0.4' }
    expect((await change(id, fields)).data).toMatchObject({ approvals: 0, ...fields })
  })
})

describe('a product that is changed', () => {
  it('keeps what the call leaves out, and says when nothing changes', async () => {
    const { id } = await created({ remark: 'Words', position: 7, quota: '3000', ishot: 1 })
    const before = await listed(id)
    expect((await change(id, {})).data).toEqual({ reason: 'unchanged' })
    expect((await change(id, { name: 'Renamed' })).retCode).toBe(0)
    const { changed, ...rest } = { ...before, name: 'Renamed' } as Record<string, unknown>
    expect(await listed(id)).toMatchObject(rest)
    expect(changed).toBeGreaterThan(0)
  })

  it('off sale ends no order, and on sale again sells on', async () => {
    const { id } = await created()
    await fund(id, '100')
    const { token } = await buyer('1000')
    expect((await buy(token, id, '500')).retCode).toBe(0)
    expect((await change(id, { onsale: 0 })).data).toMatchObject({ onsale: 0, status: 2 })
    expect((await buy(token, id, '100')).retCode).toBe(2004)
    expect((await counter.ask('/api/invest/myFinancial', {}, token)).data).toMatchObject([
      { state: 'running', buymoney: '500', promised: '0.55' },
    ])
    expect(await detail(id)).toMatchObject({ status: 2, funding: { sold: '500', reserved: '0.55' } })
    await change(id, { onsale: 1 })
    expect((await buy(token, id, '100')).retCode).toBe(0)
  })

  it('drops a cycle for new orders alone, and takes it up again by its id', async () => {
    const both = cycles({}, { rete: '0.0030', freezedate: 30 })
    const {
      id,
      cycles: [base, further],
    } = await created({ cycles: both })
    await fund(id, '100')
    const { token } = await buyer('1000')
    const buyFurther = () =>
      counter.ask(
        '/api/invest/buy2',
        {
          ...{ typeid: id, interesttype: 1, money: '100', withdrawpsd: counterPassword },
          ...{ basicrate: 2, retesid: further?.id ?? 0 },
        },
        token,
      )
    expect((await buyFurther()).retCode).toBe(0)
    expect((await change(id, { cycles: cycles({ id: base?.id ?? 0 }) })).retCode).toBe(0)
    expect((await buyFurther()).retCode).toBe(1005)
    expect(await detail(id)).toMatchObject({ reteList: [] })
    // Its days were sold: they stay, also while it is off the list.
    const other = cycles({ id: base?.id ?? 0 }, { id: further?.id ?? 0, rete: '0.0030', freezedate: 31 })
    expect((await change(id, { cycles: other })).data).toEqual({ reason: 'sold' })
    const same = cycles({ id: base?.id ?? 0 }, { id: further?.id ?? 0, rete: '0.0030', freezedate: 30 })
    expect((await change(id, { cycles: same })).data).toMatchObject({ approvals: 0 })
    expect((await buyFurther()).retCode).toBe(0)
  })

  it('is written into the audit log with what it was and what it became', async () => {
    const { id } = await created({ name: 'Audited' })
    await change(id, { name: 'Audited anew', position: 3 })
    const { rows } = await sql<{ before: Record<string, unknown>; after: Record<string, unknown> }>`
      select before, after from staff_audit where action = 'productSave' and target = ${`invest ${id}`}
      order by id`.execute(counter.stage.database.db)
    expect(rows).toHaveLength(2)
    expect(rows[0]?.before).toEqual({})
    expect(rows[0]?.after).toMatchObject({ name: 'Audited', position: 0 })
    expect(rows[1]).toMatchObject({
      ...{ before: { name: 'Audited', position: 0 }, after: { name: 'Audited anew', position: 3 } },
    })
    // Figures that are computed are not in it.
    expect(rows[1]?.after).not.toHaveProperty('reserve')
  })
})

describe('a purchase over the wire', () => {
  it('with the same key happens once, with another body it is refused, and without a key each is one', async () => {
    const { id } = await created()
    await fund(id, '100')
    const { token } = await buyer('1000')
    const first = await buy(token, id, '100', 'key-1')
    expect(first.retCode).toBe(0)
    for (let repeat = 0; repeat < 3; repeat += 1)
      expect(await buy(token, id, '100', 'key-1')).toMatchObject({ retCode: 0, data: first.data as object })
    await Promise.all(Array.from({ length: 5 }, () => buy(token, id, '100', 'key-1')))
    expect((await buy(token, id, '200', 'key-1')).retCode).not.toBe(0)
    await buy(token, id, '100')
    await buy(token, id, '100')
    const { data } = await counter.ask('/api/invest/myFinancial', {}, token)
    expect((data as object[]).length).toBe(3)
    expect((await counter.ask('/api/invest/summary', {}, token)).data).toMatchObject({
      ...{ principal: '300', running: 3 },
    })
  })

  it('needs a withdraw password, the right one, and gives up after five wrong ones', async () => {
    const { id } = await created()
    await fund(id, '100')
    const { uid, token } = await buyer('1000')
    const withPassword = (withdrawpsd: string) =>
      counter.ask('/api/invest/buy', { typeid: id, interesttype: 1, money: '100', withdrawpsd }, token)
    const { db } = counter.stage.database
    const { rows } = await sql<{ hash: string }>`
      select withdraw_password_hash as hash from identity_customer where uid = ${uid}`.execute(db)
    await sql`update identity_customer set withdraw_password_hash = null where uid = ${uid}`.execute(db)
    expect(await withPassword(counterPassword)).toMatchObject({
      ...{ retCode: 2003, data: { reason: 'noWithdrawPassword' } },
    })
    await sql`update identity_customer set withdraw_password_hash = ${rows[0]?.hash} where uid = ${uid}`.execute(
      db,
    )
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await withPassword(`Wrong-${attempt}`)).retCode).toBe(1007)
    expect((await withPassword(counterPassword)).retCode).toBe(1004)
    expect((await counter.ask('/api/invest/myFinancial', {}, token)).data).toEqual([])
  })

  it('of unknown things is refused as the specification says, also by a visitor', async () => {
    const { id } = await created()
    const { token } = await buyer('1000')
    expect((await buy(token, 999_999, '100')).retCode).toBe(1005)
    expect((await buy('no-token', id, '100')).retCode).toBe(102)
    expect((await buy(token, id, '100.5')).retCode).toBe(2002)
    expect((await buy(token, id, 'x')).data).toEqual({ field: 'money' })
    expect(await buy(token, id, '100')).toMatchObject({ retCode: 2009, data: { max: '0' } })
    for (const [path, fields, code] of [
      ['/api/invest/redemption', { id: 999_999 }, 1005],
      ['/api/invest/overBySelf', { id: 999_999 }, 1005],
      ['/api/invest/financialDetail', { refid: 999_999 }, 1005],
      ['/api/invest/buyDetail', { detailid: 99_999_900_001 }, 1005],
      ['/api/invest/poolOrders', { id: 999_999 }, 1005],
      ['/api/invest/poolTrades', { id }, 1005],
      ['/api/invest/poolDealings', { id }, 1005],
      ['/api/invest/leadDetail', { id: 999_999 }, 1005],
      ['/api/invest/leadStop', {}, 2003],
    ] as const)
      expect((await counter.ask(path, fields, token)).retCode, path).toBe(code)
    const { data, retCode } = await counter.ask('/api/invest/myFinancial', { pageNum: 1000 }, token)
    expect([retCode, data]).toEqual([0, []])
  })
})

describe('the list of products', () => {
  const list = async (fields: Fields = {}) => {
    const { data } = await counter.ask('/api/invest/productlist', { pageSize: 100, ...fields })
    return (data as { id: number }[]).map(({ id }) => id)
  }

  it('is by position, then age, minimum and rate, in both directions, and by pages', async () => {
    const a = await created({ position: 30, cycles: cycles({ rete: '0.0001', minbuymoney: '300' }) })
    const b = await created({ position: 10, cycles: cycles({ rete: '0.0003', minbuymoney: '100' }) })
    const c = await created({ position: 20, cycles: cycles({ rete: '0.0002', minbuymoney: '200' }) })
    const own = new Set([a.id, b.id, c.id])
    const order = async (fields: Fields) => (await list(fields)).filter((id) => own.has(id))
    expect(await order({})).toEqual([b.id, c.id, a.id])
    expect(await order({ isAsc: 'desc' })).toEqual([a.id, c.id, b.id])
    expect(await order({ orderByColumn: 'createtime' })).toEqual([a.id, b.id, c.id])
    expect(await order({ orderByColumn: 'minbuymoney' })).toEqual([b.id, c.id, a.id])
    expect(await order({ orderByColumn: 'rete', isAsc: 'desc' })).toEqual([b.id, c.id, a.id])
    const all = await list()
    const paged: number[] = []
    for (let pageNum = 1; pageNum <= Math.ceil(all.length / 3); pageNum += 1)
      paged.push(...(await list({ pageNum, pageSize: 3 })))
    expect(paged).toEqual(all)
    expect(await list({ pageNum: 1000 })).toEqual([])
  })

  it('says of each product whether it can be bought: never by hand, by what its reserve and quota cover', async () => {
    const { id } = await created({ quota: '500', cycles: cycles({ minbuymoney: '200' }) })
    const status = async () => (await detail(id)).status
    const soldOut = async () => (await list({ type: 2 })).includes(id)
    expect([await status(), await soldOut()]).toEqual([2, true])
    // 200, the least, promise 0.22.
    await fund(id, '0.21999999')
    expect(await status()).toBe(2)
    await fund(id, '0.00000001')
    expect([await status(), await soldOut()]).toEqual([1, false])
    await fund(id, '100')
    expect(await detail(id)).toMatchObject({ funding: { capacity: '500', quota: '500' } })
    const { token } = await buyer('1000')
    await buy(token, id, '400')
    // A hundred is left and would be funded, but the least is two.
    expect(await detail(id)).toMatchObject({ status: 2, funding: { capacity: '100', sold: '400' } })
    expect((await save({ ...product, status: 1 })).data).toEqual({ field: 'status' })
    // What is promised stays in the reserve.
    expect(await fund(id, '99.78000001', 'out')).toMatchObject({ retCode: 2009, data: { max: '99.78' } })
    expect((await fund(id, '99.78', 'out')).retCode).toBe(0)
    expect((await fund(id, '0.00000001', 'out')).retCode).toBe(2009)
  })

  it('of a kind has products of that kind, and a product off sale is in none of them', async () => {
    const compound = await created({ cycles: cycles({ interesttype: 2 }) })
    const both = await created({ cycles: cycles({}, { interesttype: 2, rete: '0.0012' }) })
    const trial = await created({ type: 'experience' })
    const hidden = await created({ onsale: 0, ishot: 1 })
    const kinds = await Promise.all([0, 1, 2, 3, 4, 5].map((type) => list({ type })))
    const where = (id: number) => kinds.flatMap((ids, type) => (ids.includes(id) ? [type] : []))
    expect(where(compound.id)).toEqual([0, 2, 4])
    expect(where(both.id)).toEqual([0, 2, 3, 4])
    expect(where(trial.id)).toEqual([0, 1, 2])
    expect(where(hidden.id)).toEqual([])
    expect(await list({ ishot: 1 })).not.toContain(hidden.id)
    expect(await detail(hidden.id)).toMatchObject({ id: hidden.id, status: 2 })
    const names = (await counter.ask('/api/invest/productType', {})).data as { id: number; name: string }[]
    expect(names.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5])
  })
})
