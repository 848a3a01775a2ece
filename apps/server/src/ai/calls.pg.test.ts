/** The calls of AI ordering over the network: who may, in which order it is refused, repeats, tiers, exports. */
import { usdt } from '@glasshouse/core/money/units'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let counter: StaffFixture
let uid = 0
let token = ''
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())
beforeEach(async () => {
  ;({ uid, token } = await counter.newcomer())
  counter.stage.markets.set('BTCUSDT', '64350.10', '64350.20')
})

type Fields = Readonly<Record<string, string | number>>
const order: Fields = { multiple: 5, pid: 1, price: '400', times: 3, maxloss: '200' }
const place = (more: Fields = {}, key?: string, by = token) =>
  counter.ask('/api/ai/aiPlaceOrder', { ...order, ...more }, by, key)
const stop = (id: number, key?: string) => counter.ask('/api/ai/aiStop', { id }, token, key)
const status = async () => (await counter.ask('/api/ai/aiStatus', {}, token)).data
const list = (more: Fields = {}, by = token) => counter.ask('/api/ai/aiList', more, by)
/** The customer has access and money. */
const equip = async (amount = '1000'): Promise<void> => {
  await counter.ask('/api/ai/obtainAI', {}, token)
  const activated = await counter.ask('/staff/api/aiActivate', { uid, days: 30 }, counter.service)
  expect(activated.retCode).toBe(0)
  await counter.stage.give(uid, amount)
}
const idOf = ({ data }: { readonly data: unknown }): number => (data as { id: number }).id
const countRuns = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ai_run where uid = ${uid}`.execute(counter.stage.database.db)
  return rows[0]?.n ?? 0
}

describe('who may call', () => {
  const own = [
    ['/api/ai/obtainAI', {}],
    ['/api/ai/aiStatus', {}],
    ['/api/ai/aiList', { pageSize: 'x' }],
    ['/api/ai/rule', { pid: 'x' }],
    ['/api/ai/aiPlaceOrder', { multiple: 'x' }],
    ['/api/ai/aiStop', { id: 'x' }],
  ] as const
  it.each(own)('%s asks for a session before it reads a field', async (path, wrong) => {
    for (const by of [undefined, 'no-such-token', counter.manager])
      expect((await counter.ask(path, wrong, by)).retCode).toBe(102)
    const answer = await counter.ask(path, wrong, token)
    if (Object.keys(wrong).length > 0)
      expect(answer).toMatchObject({ retCode: 1001, data: { field: Object.keys(wrong)[0] } })
    else expect(answer.retCode).toBe(0)
  })

  it('staff calls ask for the role before they read a field', async () => {
    const wrong = { on: 'x', days: 'x', uid: 'x' }
    for (const path of ['/staff/api/aiActivate', '/staff/api/aiSwitch'])
      for (const by of [undefined, token]) expect((await counter.ask(path, wrong, by)).retCode).toBe(102)
    expect((await counter.ask('/staff/api/aiSwitch', wrong, counter.service)).retCode).toBe(1006)
    expect((await counter.ask('/staff/api/aiSwitch', wrong, counter.manager)).retCode).toBe(1001)
    expect((await counter.ask('/staff/api/aiActivate', wrong, counter.service)).retCode).toBe(1001)
  })

  it('a malformed order is refused as such before the access that is missing, and nothing is started', async () => {
    const malformed = [
      { price: '-1' },
      { price: '1e3' },
      { price: '400.000000001' },
      { times: 0 },
      { times: 101 },
      { times: '1.5' },
      { multiple: 0 },
      { multiple: 1001 },
      { pid: 0 },
      { maxloss: '' },
      { maxloss: '+5' },
    ] as const
    for (const fields of malformed)
      expect(await place(fields)).toMatchObject({ retCode: 1001, data: { field: Object.keys(fields)[0] } })
    expect(await place()).toMatchObject({ retCode: 1006, data: { reason: 'notActive' } })
    expect(await place({ price: '0' })).toMatchObject({ retCode: 1006 })
    expect(await countRuns()).toBe(0)
  })

  it('a run of another customer is not there: not to stop, not in the list, not in the state', async () => {
    await equip()
    const id = idOf(await place())
    const other = await counter.newcomer()
    expect((await counter.ask('/api/ai/aiStop', { id }, other.token)).retCode).toBe(1005)
    expect(await list({}, other.token)).toMatchObject({ total: 0, data: [] })
    expect(await status()).toMatchObject({ running: { id, state: 1 } })
  })
})

describe('a repeated order', () => {
  it('with one key starts one run, a hundred at once and once more later', async () => {
    await equip()
    const answers = await Promise.all(Array.from({ length: 100 }, () => place({}, 'a hundred')))
    const ids = new Set(answers.filter(({ retCode }) => retCode === 0).map(idOf))
    expect(answers.every(({ retCode }) => retCode === 0 || retCode === 1003)).toBe(true)
    expect(ids.size).toBe(1)
    expect(idOf(await place({}, 'a hundred'))).toBe([...ids][0])
    expect(await countRuns()).toBe(1)
    expect((await place({ times: 2 }, 'a hundred')).retCode).toBe(1003)
  })

  it('with keys of its own is refused while a run is on, whatever else is wrong with it', async () => {
    await equip()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => place({}, `own-${at}`)))
    const [started, ...others] = answers.toSorted((a, b) => a.retCode - b.retCode)
    expect(started?.retCode).toBe(0)
    for (const other of others)
      expect(other).toMatchObject({
        retCode: 2003,
        data: { reason: 'running', id: idOf(started ?? other) },
      })
    expect(await place({ pid: 99, price: '1' })).toMatchObject({ retCode: 2003 })
  })

  it('to stop gives the first answer again under its key, and is over without one', async () => {
    await equip()
    const id = idOf(await place())
    expect((await stop(id, 'stop-1')).retCode).toBe(0)
    expect((await stop(id, 'stop-1')).retCode).toBe(0)
    expect((await stop(id)).retCode).toBe(2003)
    const again = idOf(await place())
    expect((await stop(id, 'stop-1')).retCode).toBe(0)
    expect(await status()).toMatchObject({ running: { id: again }, last: { id, reason: 'stopped' } })
  })
})

describe('the list of runs', () => {
  it('has pages in both directions, and its total', async () => {
    await equip()
    const ids = []
    for (let run = 0; run < 2; run += 1) {
      ids.push(idOf(await place({ times: run + 1 })))
      await stop(ids.at(-1) ?? 0)
    }
    const listed = async (more: Fields) => {
      const { data, total } = await list(more)
      return [(data as { id: number }[]).map(({ id }) => id), total]
    }
    expect(await listed({})).toEqual([ids.toReversed(), 2])
    expect(await listed({ isAsc: 'asc' })).toEqual([ids, 2])
    expect(await listed({ pageSize: 1, pageNum: 2 })).toEqual([[ids[0]], 2])
    // Pages that no list can have are as empty as those that this one does not reach.
    for (const pageNum of [3, 1000, 1001, 10_000]) expect(await listed({ pageNum })).toEqual([[], 2])
    expect((await list()).data).toMatchObject([
      { id: ids[1], times: 2, done: 0, price: '400', multiple: 5, maxloss: '200', lost: '0', state: 3 },
      { id: ids[0], times: 1, reason: 'stopped', profit: '0', fees: '0', stopping: false, retCode: null },
    ])
  })
})

describe('tiers that managers change', () => {
  const tiers = async () => {
    const { data } = await counter.ask('/staff/api/contentList', { kind: 'aiRule' }, counter.manager)
    return data as readonly { id: number; fields: Readonly<Record<string, string>> }[]
  }
  const save = (id: number, fields: Fields, by = counter.manager) =>
    counter.ask(
      '/staff/api/contentSave',
      { kind: 'aiRule', id, published: 1, texts: '{}', fields: JSON.stringify(fields) },
      by,
    )
  const first = async () => {
    const tier = (await tiers()).find(({ fields }) => fields.minprice === '100')
    if (tier === undefined) throw new Error('no tier from 100 on')
    return tier
  }

  it('count for the next order, while a run keeps what it was started with', async () => {
    await equip()
    const id = idOf(await place())
    const { id: tier, fields } = await first()
    expect((await save(tier, { ...fields, maxtimes: '1', multiple: '2' })).retCode).toBe(0)
    expect(await status()).toMatchObject({ running: { id, times: 3, multiple: 5 } })
    await stop(id)
    expect(await place()).toMatchObject({ retCode: 2002, data: { field: 'times', allowed: '1' } })
    expect(await place({ times: 1 })).toMatchObject({ retCode: 2002, data: { field: 'multiple', max: '2' } })
    const { data } = await counter.ask('/api/ai/rule', {}, token)
    expect((data as { ruleList: unknown[] }).ruleList[0]).toEqual({
      ...{ minprice: '100', maxprice: '999.99999999', maxtimes: '1', multiple: '2' },
    })
    expect((await save(tier, fields)).retCode).toBe(0)
    expect((await place()).retCode).toBe(0)
  })

  it('neither overlap nor come from the role service, and are refused where they cannot be read', async () => {
    const { id, fields } = await first()
    expect((await save(id, { ...fields, maxprice: '1000' })).retCode).toBe(2003)
    expect((await save(id, fields, counter.service)).retCode).toBe(1006)
    for (const change of [{ maxtimes: '3,2' }, { minprice: '0' }, { maxprice: '99' }, { multiple: '' }])
      expect((await save(id, { ...fields, ...change })).retCode).toBe(1001)
    expect((await first()).fields).toEqual(fields)
  })

  it('end where the last one ends: margins at the ends are taken, those a unit beyond name both ends', async () => {
    await equip('200000')
    const beyond = { retCode: 2002, data: { field: 'price', min: '100', max: '100000' } }
    for (const price of ['99.99999999', '100000.00000001', '0'])
      expect(await place({ price, times: 1, multiple: 2 })).toMatchObject(beyond)
    await stop(idOf(await place({ price: '100', times: 1, multiple: 2, maxloss: '1' })))
    await stop(idOf(await place({ price: '100000', times: 10, multiple: 20, maxloss: '1000000' })))
  })
})

describe('what is stored about a customer', () => {
  it('is exported run by run, to its customer alone', async () => {
    await equip('400')
    const id = idOf(await place({ price: '399', maxloss: '10' }))
    await stop(id)
    const { url } = (await counter.ask('/api/user/export', {}, token)).data as { url: string }
    type Export = { readonly aiRuns: unknown[]; readonly aiDecisions: unknown[] }
    const read = async (address: string) => (await (await fetch(counter.url + address)).json()) as Export
    const exported = await read(url)
    expect(exported.aiRuns).toMatchObject([{ id, price: '399', maxloss: '10', reason: 'stopped' }])
    expect(exported.aiDecisions).toEqual([])
    const other = await counter.newcomer()
    const theirs = (await counter.ask('/api/user/export', {}, other.token)).data as { url: string }
    expect((await read(theirs.url)).aiRuns).toEqual([])
    const { rows } = await sql<{ max_loss: bigint; state: number }>`
      select max_loss, state from ai_run where id = ${id}`.execute(counter.stage.database.db)
    expect(rows).toEqual([{ max_loss: usdt('10'), state: 3 }])
  })
})

// The last one: the day that passes ends the sessions of staff.
describe('the number of runs a day', () => {
  it('counts for the day also when it was stopped, and not when it was refused', async () => {
    await equip('450')
    for (let run = 0; run < 2; run += 1) {
      expect((await place({ price: '449.5', maxloss: '10' })).retCode).toBe(2001)
      await stop(idOf(await place()))
    }
    expect(await status()).toMatchObject({ today: 2, max: 2 })
    expect(await place()).toMatchObject({ retCode: 2006, data: { max: 2 } })
    counter.stage.clock.advance(86_400_000)
    ;({ data: token } = (await counter.signIn(await emailOf())) as { data: string })
    expect(await status()).toMatchObject({ today: 0 })
    expect((await place()).retCode).toBe(0)
  })
  const emailOf = async (): Promise<string> => {
    const { rows } = await sql<{ email: string }>`
      select email from identity_customer where uid = ${uid}`.execute(counter.stage.database.db)
    return rows[0]?.email ?? ''
  }
})
