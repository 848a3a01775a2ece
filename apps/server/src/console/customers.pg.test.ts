import { typedMarketToWire } from '@glasshouse/core/markets/staff/codec'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '../identity/index.ts'
import { transact } from '../platform/transactions/index.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
type Row = { readonly uid: number; readonly frozen: number; readonly email: string; readonly opened?: number }
const ask = (call: string, fields: Fields = {}, token = counter.manager) =>
  counter.ask(`/staff/api/${call}`, fields, token)
const rowsOf = async (call: string, fields: Fields = {}, token = counter.manager) =>
  (await ask(call, fields, token)).data as readonly Row[]
const uidsOf = async (call: string, fields: Fields = {}, token = counter.manager) =>
  (await rowsOf(call, fields, token)).map(({ uid }) => uid)
const created = (email: string, phone: string): Promise<number> =>
  transact(counter.stage.database.db, (tx) =>
    createCustomer(tx, {
      ...{ email, phone, passwordHash: 'x', referrerUid: 10_000, registeredMs: 1 },
      ...{ proven: ['email', 'phone'] as const, lang: 'en' as const },
    }),
  )
const createdInTurn = async (count: number, name: string, phone: number): Promise<number[]> => {
  const uids: number[] = []
  for (let at = 0; at < count; at += 1)
    uids.push(await created(`${name}${at}@example.com`, String(phone + at)))
  return uids
}
const newestAudit = async () => {
  const { rows } = await sql<{ action: string; target: string }>`
    select action, target from staff_audit order by n desc limit 1`.execute(counter.stage.database.db)
  return rows[0]
}
const auditCount = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from staff_audit`.execute(
    counter.stage.database.db,
  )
  return rows[0]?.count
}

it('a member of staff changes nothing about the account of their own address, another one does', async () => {
  const { email } = (await ask('me')).data as { email: string }
  const uid = await created(email, '447000000098')
  await sql`update identity_customer set activation_status = 2 where uid = ${uid}`.execute(
    counter.stage.database.db,
  )
  const capital = { reserve: 'marketing', direction: 'in', amount: '100', remark: 'For trial funds.' }
  expect(await ask('fund', capital)).toMatchObject({ retCode: 0 })
  const calls: readonly (readonly [string, Fields])[] = [
    ['userSet', { transferswitch: 2, remark: 'Asked for it.' }],
    ['userSet', { kycswitch: 1, remark: 'Asked for it.' }],
    ['userSet', { creditscore: 90, remark: 'Asked for it.' }],
    ['userSet', { ib: 1, remark: 'Asked for it.' }],
    ['experienceGrant', { amount: '100', remark: 'Asked for it.' }],
    ['aiActivate', { days: 30 }],
  ]
  for (const [call, fields] of calls) {
    const before = await auditCount()
    expect(await ask(call, { uid, ...fields })).toMatchObject({ retCode: 1006 })
    expect(await auditCount()).toBe(before)
    expect(await ask(call, { uid, ...fields }, counter.second)).toMatchObject({ retCode: 0 })
  }
})

it('the page of a customer says what is owned now and ever came in and went out', async () => {
  const uid = await created('figures@example.com', '447000000099')
  const figuresOf = async () =>
    ((await ask('userDetail', { uid })).data as { readonly figures: unknown }).figures
  expect(await figuresOf()).toEqual({ assets: '0', deposited: '0', withdrawn: '0' })
  await counter.stage.give(uid, '120.5')
  expect(await figuresOf()).toMatchObject({ assets: '120.5' })
})

describe('the pages of a search', () => {
  it('hold each customer once in either order, with the whole number on every page', async () => {
    const uids = await createdInTurn(7, 'paged', 447_000_000_100)
    const pages = async (isAsc: 'asc' | 'desc') => {
      const found: number[][] = []
      for (const pageNum of [1, 2, 3, 4]) {
        const page = await ask('userSearch', { text: 'paged', pageSize: 3, pageNum, isAsc })
        expect(page.total).toBe(7)
        found.push((page.data as readonly Row[]).map(({ uid }) => uid))
      }
      return found
    }
    expect(await pages('asc')).toEqual([uids.slice(0, 3), uids.slice(3, 6), uids.slice(6), []])
    expect((await pages('desc')).flat()).toEqual([...uids].reverse())
    // The newest first where nothing is said, ten on a page.
    expect(await uidsOf('userSearch', { text: 'paged' })).toEqual([...uids].reverse())
    expect(await ask('userSearch', { text: 'paged', pageNum: 5_000_000 })).toMatchObject({
      ...{ retCode: 0, data: [], total: 7 },
    })
  })
  it.each<[Fields, string]>([
    [{ pageNum: 0 }, 'pageNum'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: 0 }, 'pageSize'],
    [{ orderByColumn: 'email' }, 'orderByColumn'],
    [{ isAsc: 'up' }, 'isAsc'],
    [{ frozen: 1 }, 'frozen'],
  ])('refuse %j by the name of the field, and record nothing', async (fields, field) => {
    const before = await auditCount()
    const answer = await ask('userSearch', { text: 'paged', ...fields })
    expect(answer).toMatchObject({ retCode: 1001, data: { field } })
    expect(await auditCount()).toBe(before)
  })
})

describe('a search', () => {
  it('by a number finds its customer and, for managers, the phones that begin with it', async () => {
    const [numbered = 0] = await createdInTurn(1, 'numbered', 447_000_000_200)
    const called = await created('called@example.com', `${numbered}0055`)
    const text = String(numbered)
    expect(await ask('userSearch', { text, isAsc: 'asc' })).toMatchObject({
      total: 2,
      data: [{ uid: numbered }, { uid: called }],
    })
    expect(await ask('userSearch', { text }, counter.service)).toMatchObject({
      total: 1,
      data: [{ uid: numbered }],
    })
    const spelled = `+${text.slice(0, 2)} (${text.slice(2)}) 00-55`
    expect(await uidsOf('userSearch', { text: spelled }, counter.service)).toEqual([called])
  })
  it('of the role service takes no sign of a complete address for another one', async () => {
    const [exact] = [
      await created('under_score@example.com', '447000000301'),
      await created('underscore@example.com', '447000000302'),
      await created('underxscore@example.com', '447000000303'),
    ]
    const text = 'Under_Score@Example.com'
    expect(await uidsOf('userSearch', { text }, counter.service)).toEqual([exact])
    expect(await uidsOf('userSearch', { text })).toEqual([exact])
    for (const other of ['under\\_score@example.com', 'under%@example.com'])
      expect(await uidsOf('userSearch', { text: other }, counter.service), other).toEqual([])
  })
  it('is recorded by what was looked for, and no address or number can be read there', async () => {
    const recorded = async (text: string, token = counter.manager) => {
      await ask('userSearch', { text }, token)
      return newestAudit()
    }
    const action = 'userSearch'
    for (const token of [counter.manager, counter.service]) {
      expect(await recorded('Nobody@Example.com', token)).toEqual({
        ...{ action, target: 'e-mail n***@example.com' },
      })
      expect(await recorded('nobody', token)).toEqual({ action, target: 'e-mail beginning' })
      expect(await recorded('+44 7000 000301', token)).toEqual({ action, target: 'number 447******301' })
      expect(await recorded('0447000000301', token)).toEqual({ action, target: 'number 044*******301' })
    }
  })
  it('that can be nothing is refused, also with a sign no text has', async () => {
    for (const text of ['x', '+', '( )', 'two words', '1'.repeat(16).concat(' a'), 'a'.repeat(255)])
      expect(await ask('userSearch', { text }), text).toMatchObject({ retCode: 1001 })
    const before = await auditCount()
    expect((await ask('userSearch', { text: 'paged\u0000' })).retCode).toBe(1001)
    expect(await auditCount()).toBe(before)
  })
})

describe('the customers opened last', () => {
  it('are ten, each once with the last time, and a search or an unknown number adds none', async () => {
    const uids = await createdInTurn(12, 'opened', 447_000_000_400)
    const opened = new Map<number, number>()
    const open = async (uid: number) => {
      expect((await ask('userDetail', { uid }, counter.service)).retCode).toBe(0)
      opened.set(uid, counter.stage.clock.now())
    }
    for (const uid of uids) await open(uid)
    await open(uids[4] ?? 0)
    await ask('userSearch', { text: String(uids[0]) }, counter.service)
    expect((await ask('userDetail', { uid: 999_999 }, counter.service)).retCode).toBe(1005)
    const rows = await rowsOf('userRecent', {}, counter.service)
    const expected = [uids[4], ...[...uids].reverse().filter((uid) => uid !== uids[4])].slice(0, 10)
    expect(rows.map(({ uid }) => uid)).toEqual(expected)
    expect(rows.map((row) => row.opened)).toEqual(expected.map((uid) => opened.get(uid ?? 0)))
    for (const { email } of rows) expect(email).toBe('o***@example.com')
    expect(await newestAudit()).toEqual({ action: 'userSearch', target: 'own recent customers' })
  })
})

describe('locked customers', () => {
  it('are listed newest first on pages, and shown as locked wherever the customer is a row', async () => {
    const uids = await createdInTurn(5, 'locked', 447_000_000_500)
    const lock = { frozen: 1, reason: 'stolen_access', remark: 'A report by telephone.' }
    for (const uid of uids) expect((await ask('userSet', { uid, ...lock })).retCode).toBe(0)
    const [lifted = 0, open = 0] = uids
    expect((await ask('userSet', { uid: lifted, frozen: 0 })).retCode).toBe(0)
    const listed = async (fields: Fields) => {
      const { total, data } = await ask('lockList', fields, counter.service)
      return [total, (data as readonly Row[]).map(({ uid }) => uid)]
    }
    expect(await listed({ pageSize: 3 })).toEqual([4, [uids[4], uids[3], uids[2]]])
    expect(await listed({ pageSize: 3, pageNum: 2 })).toEqual([4, [open]])
    expect(await listed({ pageSize: 3, isAsc: 'asc' })).toEqual([4, uids.slice(1, 4)])
    expect(await listed({ ended: 1 })).toEqual([1, [lifted]])
    const frozen = async (uid: number) => {
      await ask('userDetail', { uid })
      const [found] = await rowsOf('userSearch', { text: String(uid) })
      const [recent] = await rowsOf('userRecent')
      return [found?.frozen, recent?.frozen]
    }
    expect([await frozen(open), await frozen(lifted)]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })
})

describe('the page of a customer', () => {
  it('holds the newest twenty orders and fifty entries, whose balances follow from each other', async () => {
    const { uid, token } = await counter.newcomer()
    await counter.stage.give(uid, '1000')
    const bought: number[] = []
    for (let at = 0; at < 27; at += 1) {
      const answer = await counter.ask('/api/contract/buyContract', orderRequest({ price: '65850' }), token)
      bought.push((answer.data as { id: number }).id)
    }
    const { data } = await ask('userDetail', { uid })
    type Entry = { account: string; money: string; balance: string; time: number }
    const shown = data as { orders: { id: number }[]; journal: Entry[] }
    expect(shown.orders.map(({ id }) => id)).toEqual(bought.reverse().slice(0, 20))
    expect(shown.journal).toHaveLength(50)
    const times = shown.journal.map(({ time }) => time)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    const wallet = shown.journal.filter(({ account }) => account === 'contract')
    expect(wallet.length).toBeGreaterThan(20)
    wallet.slice(1).forEach(({ balance }, at) => {
      const later = wallet[at]
      expect(formatUsdt(usdt(later?.balance ?? '') - usdt(later?.money ?? ''))).toBe(balance)
    })
  })
})

describe('setting a flag', () => {
  it.each<Fields>([
    { ib: '' },
    { frozen: '' },
    { creditscore: '', kycswitch: 1 },
    { ib: 'x', uid: 0 },
    { frozen: 0, uid: 999_999 },
  ])('is refused the role service for the right before the fields and the customer: %j', async (fields) => {
    const [uid = 0] = await uidsOf('userSearch', { text: 'paged0@example.com' })
    expect((await ask('userSet', { uid, ...fields }, counter.service)).retCode).toBe(1006)
    const profile = { frozen: 0, ib: 0, kycswitch: 0, creditscore: 100 }
    expect(await ask('userDetail', { uid })).toMatchObject({ data: { profile } })
  })
  it('twenty times at once leaves a record of each whose before is the after of the last', async () => {
    const [uid = 0] = await createdInTurn(1, 'scored', 447_000_000_600)
    const set = (creditscore: number) => ask('userSet', { uid, creditscore, remark: ' Checked. ' })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => set(60 + at)))
    for (const { retCode } of answers) expect(retCode).toBe(0)
    const { rows } = await sql<{ before: number; after: number }>`
      select (before->>'creditscore')::integer as before, (after->>'creditscore')::integer as after
      from staff_audit where action = 'userSet' and target = ${`customer ${uid}`} order by n`.execute(
      counter.stage.database.db,
    )
    expect(rows.map(({ after }) => after).sort()).toEqual(Array.from({ length: 20 }, (_, at) => 60 + at))
    expect(rows.map(({ before }) => before)).toEqual([100, ...rows.slice(0, -1).map(({ after }) => after)])
    expect(await ask('userDetail', { uid })).toMatchObject({
      data: { profile: { creditscore: rows.at(-1)?.after } },
    })
  })
  it('needs a remark for a score, and an account that is not closed', async () => {
    const { uid, token } = await counter.newcomer()
    for (const more of [{}, { remark: ' ' }])
      expect(await ask('userSet', { uid, creditscore: 50, ...more })).toMatchObject({
        ...{ retCode: 1001, data: { field: 'remark' } },
      })
    expect(await ask('userSet', { uid, kycswitch: 1, transferswitch: 1 })).toMatchObject({
      ...{ retCode: 1001, data: { field: 'transferswitch' } },
    })
    expect((await counter.ask('/api/user/closeAccount', { pwd: counterPassword }, token)).retCode).toBe(0)
    for (const fields of [{ kycswitch: 1 }, { creditscore: 50, remark: 'Late.' }, { ib: 1 }])
      expect(await ask('userSet', { uid, ...fields })).toMatchObject({
        ...{ retCode: 2003, data: { reason: 'closed' } },
      })
    const profile = { frozen: 1, email: '', utel: '', kycswitch: 0, creditscore: 100, ib: 0 }
    expect(await ask('userDetail', { uid })).toMatchObject({ data: { profile } })
  })
})

const marketNamed = (title: string): Fields =>
  typedMarketToWire({
    ...{ pid: 1, title, icon: 'btc', lot: '0.001', minLots: 1, stepLots: 1, leverages: '2,5,10,20' },
    ...{ feeRate: null, expiryMinutes: '0.5,1,3,5,15', payoutPercents: '70,75,80,82,85' },
    ...{ scale: 2, isOnSale: true },
  }) as Fields
const market = marketNamed('Bitcoin')
const invest: Fields = { kind: 'invest', type: 'yield', name: 'Seven days', onsale: 1 }
const issue: Fields = { kind: 'subscription', pid: 3, price: '0.3', number: 600, step: 10 }

describe('a product', () => {
  it.each<[Fields, string]>([
    [{ ...market, name: 'Seven days' }, 'name'],
    [{ ...market, id: 1 }, 'id'],
    [{ ...market, risksheet: 'None.' }, 'risksheet'],
    [{ ...invest, pid: 1 }, 'pid'],
    [{ ...invest, fee: '0.001' }, 'fee'],
    [{ ...invest, opentime: 1 }, 'opentime'],
    [{ ...issue, onsale: 1 }, 'onsale'],
    [{ ...issue, lot: '1' }, 'lot'],
    [{ ...issue, cycles: '[]' }, 'cycles'],
  ])('with a field of another kind is refused and not saved: %j', async (fields, field) => {
    const { kind = '' } = fields
    const before = await ask('productList', { kind })
    const records = await auditCount()
    expect(await ask('productSave', fields)).toMatchObject({ retCode: 1001, data: { field } })
    expect(await auditCount()).toBe(records)
    expect((await ask('productList', { kind })).data).toEqual(before.data)
  })
  it('that is a market names each field that is missing, except the fee', async () => {
    for (const field of Object.keys(market).filter((name) => name !== 'kind')) {
      const rest = Object.fromEntries(Object.entries(market).filter(([name]) => name !== field))
      expect(await ask('productSave', rest), field).toMatchObject({ retCode: 1001, data: { field } })
    }
    const renamed = await ask('productSave', marketNamed('Bitcoin spot'))
    expect(renamed).toMatchObject({ retCode: 0, data: { pid: 1, fee: '0.0005' } })
  })
  it('is listed only with its kind, for all staff, and each look is recorded', async () => {
    for (const kind of ['market', 'invest', 'subscription']) {
      const { retCode, data } = await ask('productList', { kind }, counter.service)
      expect(retCode).toBe(0)
      expect((data as unknown[]).length > 0).toBe(kind === 'market')
      expect((await newestAudit())?.action).toBe('productList')
    }
    expect(await ask('productList', { kind: 'copy' })).toMatchObject({
      retCode: 1001,
      data: { field: 'kind' },
    })
    expect(await ask('productList')).toMatchObject({ retCode: 1001, data: { field: 'kind' } })
  })
})
