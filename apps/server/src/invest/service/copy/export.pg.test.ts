import { stateToWire } from '@glasshouse/core/contracts/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { investPersonalData } from '../../personalData.ts'
import { leadDataOf, listCopiedPools, listCopyDealings } from './export.ts'
import { stopLeading } from './stop.ts'

let stage: CopyStage
/** Who stays in the pool, who left it, who only waited for a place, and who was refunded. */
const people = { stays: 0, left: 0, waits: 0, refunded: 0, lead: 0 }
const orders = { stays: 0, left: 0, waits: 0, second: 0 }
const products = { first: 0, second: 0 }
beforeAll(async () => {
  stage = await copyFixture()
  stage.markets.set('BTCUSDT', '63999.99', '64000')
  people.lead = await stage.lead('20000')
  products.first = await stage.copyProduct(people.lead, { freezedate: 2, leadfee: '15', exitlevy: '0.4' })
  products.second = await stage.copyProduct(people.lead)
  for (const name of ['stays', 'left', 'waits', 'refunded'] as const) people[name] = await stage.saver('5000')
  orders.stays = await stage.ask(people.stays, products.first, '2000')
  orders.second = await stage.ask(people.stays, products.second, '700')
  orders.left = await stage.ask(people.left, products.first, '1000')
  await stage.end(people.refunded, await stage.ask(people.refunded, products.first, '400'), 'now')
  await stage.deal()
  const position = await stage.open(people.lead, 1, 150)
  stage.markets.set('BTCUSDT', '66000', '66000.01')
  await stage.deal()
  await stage.close(people.lead, position)
  await stage.open(people.lead, 2, 90)
  stage.markets.set('BTCUSDT', '65500', '65500.02')
  await stage.end(people.left, orders.left, 'now')
  await stage.deal()
  stage.markets.set('BTCUSDT', '65100', '65100.02')
  await stage.deal()
  orders.waits = await stage.ask(people.waits, products.first, '300')
})
afterAll(() => stage.drop())

const all = { offset: 0, limit: 100, direction: 'asc' } as const
const dealingsOf = (uid: number) => listCopyDealings(stage.database.db, uid, all)
/** The parts of an export of one customer, by name. */
const exported = async (uid: number): Promise<Readonly<Record<string, unknown>>> => {
  const parts = investPersonalData.exportParts(stage, { uid, lang: 'en', addresses: [] })
  const found: Record<string, unknown> = {}
  for (const { name, rows } of parts) {
    const given = rows()
    if (Symbol.asyncIterator in given) {
      const list: unknown[] = []
      for await (const row of given) list.push(row)
      found[name] = list
    } else found[name] = await given
  }
  return found
}

describe('the dealings of a customer', () => {
  it('are those of all own orders, by order and midnight, and of no other customer', async () => {
    const own = await dealingsOf(people.stays)
    expect(own.map(({ order }) => order)).toEqual([
      ...Array.from({ length: 4 }, () => orders.stays),
      ...Array.from({ length: 4 }, () => orders.second),
    ])
    for (const order of [orders.stays, orders.second]) {
      const midnights = own.filter((one) => one.order === order).map(({ midnight }) => midnight)
      expect(midnights).toEqual(midnights.toSorted((a, b) => a - b))
      expect(new Set(midnights).size).toBe(4)
    }
    expect((await dealingsOf(people.left)).map(({ order }) => order)).toEqual([
      ...Array.from({ length: 3 }, () => orders.left),
    ])
    for (const uid of [people.waits, people.refunded, people.lead]) expect(await dealingsOf(uid)).toEqual([])
  })

  it('come in pages that neither repeat nor miss one, whatever their size', async () => {
    const whole = await dealingsOf(people.stays)
    for (const limit of [1, 2, 3, 5, 8]) {
      const pages: unknown[] = []
      for (let offset = 0; offset < whole.length; offset += limit)
        pages.push(...(await listCopyDealings(stage.database.db, people.stays, { offset, limit })))
      expect(pages, `pages of ${limit}`).toEqual(whole)
    }
    expect(await listCopyDealings(stage.database.db, people.stays, { offset: 8, limit: 5 })).toEqual([])
  })

  it('add up: money in, money out and value are the profit, the rows of a day its profit, all days the order', async () => {
    for (const uid of [people.stays, people.left]) {
      const shown = await stage.orders(uid)
      const own = await dealingsOf(uid)
      for (const { id, profit, payout, fee, state } of shown) {
        const days = own.filter(({ order }) => order === id)
        const sum = (of: (day: (typeof days)[number]) => string) =>
          days.reduce((total, day) => total + usdt(of(day)), 0n)
        expect(sum((day) => day.profit)).toBe(usdt(profit))
        expect(sum((day) => day.paidOut)).toBe(usdt(payout))
        if (state === 'ended') expect(sum((day) => day.fee) + sum((day) => day.levy)).toBe(usdt(fee))
        for (const day of days) {
          const rows = day.attribution.reduce((total, row) => total + usdt(row.profit), 0n)
          expect(rows, day.daily).toBe(usdt(day.profit))
          // A share is never larger than the change of the whole pool order that it is of.
          for (const row of day.attribution) {
            const change = day.changes.find(({ order }) => order === row.order)?.change
            if (change === undefined) continue
            const [part, whole] = [usdt(row.profit.replace('-', '')), usdt(change.replace('-', ''))]
            expect(part).toBeLessThanOrEqual(whole)
          }
        }
      }
    }
  })

  it('tell the same of the pool to each of its followers, and the change of its orders to who had units then', async () => {
    const mine = (await dealingsOf(people.stays)).filter(({ product }) => product === products.first)
    const others = await dealingsOf(people.left)
    for (const other of others) {
      const same = mine.find(({ midnight }) => midnight === other.midnight)
      expect(other.pool).toEqual(same?.pool)
      expect(other.changes).toEqual(same?.changes)
    }
    // At the first dealing both entered: they had no part in what happened before.
    expect(others[0]).toMatchObject({ unitsBefore: '0', putIn: '1000', changes: [], profit: '0' })
    expect(others[1]?.changes).toHaveLength(1)
    // At the third one position was closed since, and another one is open.
    expect(others[2]?.changes.map(({ side }) => side)).toEqual(['long', 'short'])
    expect(others[2]).toMatchObject({ exitReason: 'now', unitsAfter: '0', value: '0' })
    const units = mine.map(({ pool }) => [pool.unitsBefore, pool.unitsAfter])
    for (const [at, [before]] of units.entries()) if (at > 0) expect(before).toBe(units[at - 1]?.[1])
  })

  it('carry the evidence of each price: a tick with its hash for every market in which the pool holds something', async () => {
    const own = (await dealingsOf(people.stays)).filter(({ product }) => product === products.first)
    for (const { pool } of own) {
      const held = new Set((pool.positions as readonly { pid: number }[]).map(({ pid }) => pid))
      const priced = (pool.ticks as readonly { pid: number; tick: { hash: string } }[]).map(
        ({ pid, tick }) => {
          expect(tick.hash).toMatch(/^[0-9a-f]{64}$/)
          return pid
        },
      )
      for (const pid of held) expect(priced).toContain(pid)
    }
    expect(own.map(({ pool }) => (pool.positions as readonly unknown[]).length)).toEqual([0, 1, 1, 1])
  })
})

describe('the pools of a customer', () => {
  const poolsOf = async (uid: number) =>
    (await listCopiedPools(stage.database.db, uid)).map(({ product, isFollowing }) => [product, isFollowing])

  it('are those in which there are or were own units, followed while an order runs', async () => {
    expect(await poolsOf(people.stays)).toEqual([
      [products.first, true],
      [products.second, true],
    ])
    expect(await poolsOf(people.left)).toEqual([[products.first, false]])
    // Who waits for a place or got the money back has seen nothing of the pool.
    expect(await poolsOf(people.waits)).toEqual([])
    expect(await poolsOf(people.refunded)).toEqual([])
  })

  it('are in an export with closed orders for who left, and with open ones and skips for who still follows', async () => {
    const trades = async (uid: number) =>
      (await exported(uid)).copyTrades as readonly { product: number; status: number; skipped: unknown }[]
    const open = stateToWire('open')
    const [following, gone] = [await trades(people.stays), await trades(people.left)]
    const ofFirst = following.filter(({ product }) => product === products.first)
    expect(ofFirst.filter(({ status }) => status === open)).toHaveLength(1)
    expect(gone.every(({ status, skipped }) => status !== open && skipped === null)).toBe(true)
    expect(gone.length).toBeGreaterThan(0)
    expect(gone.length).toBeLessThan(ofFirst.length)
    expect(await trades(people.waits)).toEqual([])
  })
})

describe('an export', () => {
  it('has the same five parts for each customer, empty where there is nothing', async () => {
    const names = ['investments', 'investmentAccruals', 'copyDealings', 'copyTrades', 'lead']
    const stranger = (await stage.newcomer()).uid
    for (const uid of [people.stays, people.waits, stranger]) {
      const found = await exported(uid)
      expect(Object.keys(found)).toEqual(names)
    }
    expect(await exported(stranger)).toEqual({
      ...{ investments: [], investmentAccruals: [], copyDealings: [], copyTrades: [] },
      lead: { applications: [], leads: [], days: [] },
    })
  })

  it('has every order in its state, and accruals that add up to each of them', async () => {
    const found = await exported(people.stays)
    const rows = found.investments as readonly { id: number; profit: string; state: string }[]
    expect(rows.map(({ id, state }) => [id, state])).toEqual([
      [orders.stays, 'running'],
      [orders.second, 'running'],
    ])
    const accruals = found.investmentAccruals as readonly { order: number; daily: string; profit: string }[]
    for (const { id, profit } of rows) {
      const own = accruals.filter(({ order }) => order === id)
      expect(own.reduce((sum, one) => sum + usdt(one.profit), 0n)).toBe(usdt(profit))
      expect(new Set(own.map(({ daily }) => daily)).size).toBe(own.length)
    }
    const waiting = (await exported(people.waits)).investments
    expect(waiting).toMatchObject([{ id: orders.waits, state: 'waiting', profit: '0' }])
  })

  it('names no other customer, neither by number nor by name', async () => {
    const { rows } = await sql<{ username: string }>`
      select username from identity_customer where uid = ${people.left}`.execute(stage.database.db)
    const text = JSON.stringify(await exported(people.stays), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const other of [people.left, people.waits, people.refunded, people.lead])
      expect(text).not.toMatch(new RegExp(`[":]${other}[",}\\]]`))
    expect(text).not.toContain(`"${rows[0]?.username}"`)
  })

  it('of more than a hundred accruals is read to its end', async () => {
    const uid = people.left
    const kept = (await exported(uid)).investmentAccruals as readonly unknown[]
    await sql`insert into invest_accrual (order_id, day, number, amount)
      select ${orders.left}, 30000000 + n, 1000 + n, n from generate_series(1, 230) n`.execute(
      stage.database.db,
    )
    const rows = (await exported(uid)).investmentAccruals as readonly { profit: string }[]
    expect(rows).toHaveLength(kept.length + 230)
    expect(rows.at(-1)?.profit).toBe('0.0000023')
  })
})

describe('what is stored of a lead', () => {
  it('are applications without the number of the account, every admission with its end, and the days', async () => {
    const { lead } = people
    await sql`insert into invest_lead_application (uid, text, record_days, closed_trades, equity, risk_score, created_ms)
      values (${lead}, 'I trade.', 40, 30, ${usdt('2000.5')}, 4, 7)`.execute(stage.database.db)
    await sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
      values (${lead}, 20270102, 2, ${usdt('1999.5')}, 0, ${usdt('1')}),
        (${lead}, 20270101, 1, ${usdt('2000.5')}, ${usdt('2000')}, 0)`.execute(stage.database.db)
    await stopLeading(stage, { uid: lead })
    const { applications, leads, days } = await leadDataOf(stage.database.db, lead)
    expect(applications).toEqual([
      expect.objectContaining({ text: 'I trade.', equity: '2000.5', state: 'pending', risk_score: 4 }),
    ])
    expect(applications[0]).not.toHaveProperty('uid')
    expect(leads).toEqual([
      expect.objectContaining({ endReason: 'stopped', endRemark: '', endedMs: stage.clock.business() }),
    ])
    expect(days).toEqual([
      { daily: '20270101', equity: '2000.5', deposited: '2000', withdrawn: '0' },
      { daily: '20270102', equity: '1999.5', deposited: '0', withdrawn: '1' },
    ])
    expect(await leadDataOf(stage.database.db, people.stays)).toEqual({
      applications: [],
      leads: [],
      days: [],
    })
  })
})
