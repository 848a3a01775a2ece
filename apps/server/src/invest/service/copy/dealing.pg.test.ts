import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { attributedTradeToWire } from '@glasshouse/core/invest/copy/pool/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAttribution, listOrderAccruals } from '../orders.ts'
import { dealCopyProducts, dealProduct } from './dealing.ts'
import { stopFallenPools, stopLeading } from './stop.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

type Dealt = {
  readonly at_ms: number
  readonly entry_price: bigint
  readonly exit_price: bigint
  readonly units_before: bigint
  readonly units_after: bigint
  readonly bid: bigint
  readonly offer: bigint
  readonly closing_cost: bigint
  readonly share_ppm: number
  readonly dust: bigint
  readonly is_ended: boolean
}
const dealingsOf = async (product: number) =>
  (
    await sql<Dealt>`select at_ms, entry_price, exit_price, units_before, units_after, bid, offer, closing_cost,
      share_ppm, dust, is_ended from invest_dealing where product_id = ${product} order by at_ms`.execute(
      stage.database.db,
    )
  ).rows
const poolRow = async (product: number) => {
  const { rows } = await sql<{
    units: bigint
    unit_price: bigint
    highest: bigint
    waiting: bigint
    dealt_ms: number | null
    due_ms: number | null
    stopped_ms: number | null
    stop_reason: string | null
  }>`select * from invest_pool where product_id = ${product}`.execute(stage.database.db)
  const [row] = rows
  if (row === undefined) throw new Error('no pool')
  return row
}
const newestMidnight = () => startOfNextDay(stage.clock.business()) - dayMs
const firstPage = { offset: 0, limit: 100, direction: 'desc' } as const
/** Days of an order, newest first. */
const daysOf = async (uid: number, orderId: number) =>
  (await listOrderAccruals(stage, uid, { orderId, ...firstPage })).rows
const rowsBehind = async (uid: number, orderId: number, number: number) =>
  (await listAttribution({ ...stage, titleOf: String }, uid, { orderId, number, ...firstPage })).rows.map(
    attributedTradeToWire,
  )

describe('a dealing', () => {
  it('of the same midnight happens once, however many processes and times it is run', async () => {
    const product = await stage.copyProduct(await stage.lead('5000'))
    const savers = await Promise.all(Array.from({ length: 5 }, () => stage.saver('500')))
    const orders = await Promise.all(savers.map((uid) => stage.ask(uid, product, '500')))
    stage.clock.advance(dayMs)
    const atMs = newestMidnight()
    const midnight = { atMs, day: '', isLast: true }
    const runs = Array.from({ length: 6 }, () => dealCopyProducts(stage, midnight))
    await Promise.all(runs)
    await dealCopyProducts(stage, midnight)
    expect(await dealProduct(stage, product, atMs - dayMs)).toBe(true)
    expect(await dealingsOf(product)).toHaveLength(1)
    for (const [at, uid] of savers.entries())
      expect(await stage.order(uid, orders[at] ?? 0)).toMatchObject({ state: 'running', units: '500' })
    expect(await poolRow(product)).toMatchObject({ units: usdt('2500'), waiting: 0n, dealt_ms: atMs })
    expect(await stage.broken()).toEqual({})
  })

  it('of several midnights made up in one go is one, at the last of them', async () => {
    const lead = await stage.lead('5000')
    const product = await stage.copyProduct(lead, { freezedate: 2 })
    const uid = await stage.saver('1000')
    const order = await stage.ask(uid, product, '1000')
    await stage.deal()
    const { endtime } = await stage.order(uid, order)
    stage.clock.advance(5 * dayMs)
    const last = newestMidnight()
    for (let back = 4; back >= 0; back -= 1)
      await dealCopyProducts(stage, { atMs: last - back * dayMs, day: '', isLast: back === 0 })
    expect((await dealingsOf(product)).map(({ at_ms }) => at_ms)).toEqual([last - 5 * dayMs, last])
    // The period of two days keeps its grid.
    expect((await stage.order(uid, order)).endtime).toBe(endtime + 4 * dayMs)
    expect((await daysOf(uid, order)).map(({ number }) => number)).toEqual([2, 1])
    expect(await stage.broken()).toEqual({})
  })

  it('without an order of the product has no row and moves nothing', async () => {
    const product = await stage.copyProduct(await stage.lead('5000'))
    const uid = await stage.saver('100')
    await stage.end(uid, await stage.ask(uid, product, '100'), 'now')
    await stage.deal()
    expect(await dealingsOf(product)).toEqual([])
    expect(await poolRow(product)).toMatchObject({ units: 0n, waiting: 0n, dealt_ms: null })
  })

  it('of one product does not touch another one of the same lead', async () => {
    const lead = await stage.lead('5000')
    const [one, two] = [await stage.copyProduct(lead), await stage.copyProduct(lead)]
    const uid = await stage.saver('1500')
    const [first, second] = [await stage.ask(uid, one, '1000'), await stage.ask(uid, two, '500')]
    await stage.deal()
    await stage.open(lead, 1, 50)
    stage.markets.set('BTCUSDT', '65000', '65000.01')
    await stage.end(uid, first, 'now')
    await stage.deal()
    expect(await stage.order(uid, first)).toMatchObject({ state: 'ended' })
    expect(await stage.order(uid, second)).toMatchObject({ state: 'running', units: '500' })
    expect(Number((await stage.order(uid, second)).profit)).toBeGreaterThan(0)
    const accounts = [await stage.poolOf(one), await stage.poolOf(two)]
    expect(new Set(accounts).size).toBe(2)
    for (const account of accounts) expect(account).toBeGreaterThanOrEqual(1001)
    expect(await stage.account(accounts[0] ?? 0, 'contract')).toBe(0n)
    expect(await stage.broken()).toEqual({})
  })

  it('while refunds of waiting orders arrive pays every order once: it entered or it was refunded', async () => {
    const product = await stage.copyProduct(await stage.lead('5000'))
    const savers = await Promise.all(Array.from({ length: 10 }, () => stage.saver('100')))
    const orders = await Promise.all(savers.map((uid) => stage.ask(uid, product, '100')))
    stage.clock.advance(dayMs)
    const refunds = savers.map((uid, at) => stage.end(uid, orders[at] ?? 0, 'now'))
    const dealings = [
      dealProduct(stage, product, newestMidnight()),
      dealProduct(stage, product, newestMidnight()),
    ]
    await Promise.allSettled([...refunds, ...dealings])
    let entered = 0
    for (const [at, uid] of savers.entries()) {
      const { state } = await stage.order(uid, orders[at] ?? 0)
      expect(['running', 'refunded']).toContain(state)
      if (state === 'running') entered += 1
      expect(await stage.account(uid, 'wallet')).toBe(state === 'running' ? 0n : usdt('100'))
      expect(await stage.account(uid, 'principal')).toBe(0n)
    }
    expect(await poolRow(product)).toMatchObject({ units: BigInt(entered) * usdt('100'), waiting: 0n })
    expect(await stage.broken()).toEqual({})
  })
})

describe('money that leaves a pool', () => {
  it('closes the same share of every position when the rest would not carry them', async () => {
    const lead = await stage.lead('10000')
    const product = await stage.copyProduct(lead)
    const [big, small] = [await stage.saver('9000'), await stage.saver('1000')]
    const [first, second] = [await stage.ask(big, product, '9000'), await stage.ask(small, product, '1000')]
    await stage.deal()
    // 400 lots at leverage 5 need 5120 of margin: 1000 cannot carry them at 200 %.
    await stage.open(lead, 1, 400)
    await stage.end(big, first, 'now')
    await stage.deal()
    const [, dealing] = await dealingsOf(product)
    expect(dealing?.share_ppm).toBeGreaterThan(800_000)
    expect(dealing?.share_ppm).toBeLessThan(1_000_000)
    expect(await stage.order(big, first)).toMatchObject({ state: 'ended' })
    expect(await stage.order(small, second)).toMatchObject({ state: 'running', units: '1000' })
    const account = await stage.poolOf(product)
    const { rows } = await sql<{ lots: number; state: string }>`
      select lots, state from contracts_order where uid = ${account} order by id`.execute(stage.database.db)
    expect(rows.filter(({ state }) => state === 'open')).toHaveLength(1)
    expect(rows.reduce((sum, { lots }) => sum + lots, 0)).toBeGreaterThanOrEqual(400)
    expect(await stage.broken()).toEqual({})
  })

  it('closes everything for the last follower, without a levy, and leaves less than a unit for the platform', async () => {
    const lead = await stage.lead('10000')
    const product = await stage.copyProduct(lead, { exitlevy: '2' })
    const uid = await stage.saver('3300')
    const order = await stage.ask(uid, product, '3300')
    await stage.deal()
    await stage.open(lead, 2, 70)
    stage.markets.set('BTCUSDT', '61234.56', '61234.57')
    await stage.end(uid, order, 'now')
    await stage.deal()
    const [, dealing] = await dealingsOf(product)
    expect(dealing).toMatchObject({ share_ppm: 1_000_000, units_after: 0n })
    expect(dealing?.dust).toBeLessThan(usdt('0.00001'))
    const left = await stage.order(uid, order)
    expect(left.state).toBe('ended')
    // A profit fee of 10 %, no levy.
    const gained = usdt(left.profit) + usdt(left.fee)
    expect(usdt(left.fee)).toBeGreaterThanOrEqual(gained / 10n - 10n)
    expect(usdt(left.fee)).toBeLessThanOrEqual(gained / 10n + 10n)
    expect(await stage.account(await stage.poolOf(product), 'contract')).toBe(0n)
    expect(await poolRow(product)).toMatchObject({ units: 0n, highest: 1_000_000_000n, stopped_ms: null })
    expect(await stage.broken()).toEqual({})
    // The next one begins at 1 again.
    const next = await stage.saver('200')
    const again = await stage.ask(next, product, '200')
    await stage.deal()
    expect(await stage.order(next, again)).toMatchObject({ units: '200', value: '200' })
    expect(await stage.broken()).toEqual({})
  })
})

describe('a pool that loses', () => {
  it('lets an order go at its stop-loss, free of the levy, and the other one stay', async () => {
    const lead = await stage.lead('10000')
    const product = await stage.copyProduct(lead, { exitlevy: '2', copystop: '95' })
    const [careful, bold] = [await stage.saver('1000'), await stage.saver('1000')]
    const [first, second] = [
      await stage.ask(careful, product, '1000', 5),
      await stage.ask(bold, product, '1000', 95),
    ]
    await stage.deal()
    await stage.open(lead, 1, 100)
    // 20 lots lose 100 of 2000, the five percent: one dollar less is not enough.
    stage.markets.set('BTCUSDT', '59100', '59100.01')
    await stage.deal()
    expect(await stage.order(careful, first)).toMatchObject({ state: 'running' })
    stage.markets.set('BTCUSDT', '59000', '59000.01')
    await stage.deal()
    const left = await stage.order(careful, first)
    expect(left).toMatchObject({ state: 'stopped', fee: '0' })
    expect(usdt(left.payout)).toBeLessThanOrEqual(usdt('950'))
    expect(await stage.order(bold, second)).toMatchObject({ state: 'running', fee: '0' })
    expect(await stage.broken()).toEqual({})
  })

  it('to nothing ends its product: orders leave with 0, who waits is refunded, nothing is owed', async () => {
    const lead = await stage.lead('10000')
    const product = await stage.copyProduct(lead, { copystop: '95' })
    const [uid, later] = [await stage.saver('1000'), await stage.saver('300')]
    const order = await stage.ask(uid, product, '1000', 95)
    await stage.deal()
    await stage.open(lead, 1, 700)
    const waiting = await stage.ask(later, product, '300')
    stage.markets.set('BTCUSDT', '30000', '30000.01')
    await stage.engine.settled()
    await stopFallenPools(stage)
    await stage.deal()
    const account = await stage.poolOf(product)
    expect(await stage.account(account, 'contract')).toBe(0n)
    const left = await stage.order(uid, order)
    expect(left).toMatchObject({ state: 'stopped', status: 1, units: '0' })
    expect(usdt(left.payout)).toBeLessThan(usdt('1000'))
    expect(await stage.account(uid, 'wallet')).toBe(usdt(left.payout))
    expect(await stage.order(later, waiting)).toMatchObject({ state: 'refunded', payout: '300' })
    expect((await poolRow(product)).stopped_ms).not.toBeNull()
    expect((await expectDomainError(stage.ask(await stage.saver('100'), product, '100'))).code).toBe(
      'notTradable',
    )
    expect(await stage.broken()).toEqual({})
  })
})

describe('everyone', () => {
  it('at the end of a lead is paid: followers alike, the lead the fee of all, who waits the whole money', async () => {
    const lead = await stage.lead('10000')
    const product = await stage.copyProduct(lead)
    const savers = await Promise.all(Array.from({ length: 4 }, () => stage.saver('1000')))
    const orders = await Promise.all(savers.map((uid) => stage.ask(uid, product, '1000')))
    await stage.deal()
    await stage.open(lead, 1, 100)
    stage.markets.set('BTCUSDT', '66000', '66000.01')
    const late = await stage.saver('700')
    const waiting = await stage.ask(late, product, '700')
    await stopLeading(stage, { uid: lead })
    await stage.deal()
    const paid = await Promise.all(savers.map((uid, at) => stage.order(uid, orders[at] ?? 0)))
    expect(new Set(paid.map(({ state }) => state))).toEqual(new Set(['stopped']))
    expect(new Set(paid.map(({ payout }) => payout)).size).toBe(1)
    // Ten percent of the new profit of all four.
    const fees = paid.reduce((sum, { fee }) => sum + usdt(fee), 0n)
    expect(await stage.account(lead, 'wallet')).toBe(fees)
    expect(fees).toBeGreaterThan(usdt('5'))
    expect(await stage.order(late, waiting)).toMatchObject({ state: 'refunded', payout: '700', fee: '0' })
    expect(await stage.account(await stage.poolOf(product), 'contract')).toBe(0n)
    expect(await poolRow(product)).toMatchObject({ stop_reason: 'lead', units: 0n, waiting: 0n })
    // Nothing is left to deal.
    const before = (await dealingsOf(product)).length
    await stage.deal()
    expect(await dealingsOf(product)).toHaveLength(before)
    expect(await stage.broken()).toEqual({})
  })
})

// The last one: its pool keeps a gift that an invariant finds.
describe('the example of the specification', () => {
  it('is dealt to the digit: prices, an entry, an exit with fee and levy, and the rows behind it', async () => {
    const lead = await stage.lead('2500')
    const product = await stage.copyProduct(lead)
    const savers = [await stage.saver('1200'), await stage.saver('3800'), await stage.saver('800')] as const
    const [leaves, stays, comes] = savers
    const [first, second] = [
      await stage.ask(leaves, product, '1200'),
      await stage.ask(stays, product, '3800'),
    ]
    await stage.deal()
    // E_pool is twice E_lead: 15 lots of the lead are 30 of the pool, 0.03 BTC from 64000; 384 of 4999.04 are margin.
    await stage.open(lead, 1, 15)
    const account = await stage.poolOf(product)
    expect(await stage.account(account, 'contract')).toBe(usdt('4615.04'))
    // Profits of earlier positions bring the balance to that of the example.
    await stage.give(account, 'contract', usdt('181.38'))
    stage.markets.set('BTCUSDT', '64350.10', '64350.20')
    const third = await stage.ask(comes, product, '800')
    await stage.end(leaves, first, 'now')
    await stage.deal()
    expect((await dealingsOf(product)).at(-1)).toMatchObject({
      ...{ bid: usdt('5190.923'), offer: usdt('5190.926'), closing_cost: usdt('0.9652515') },
      ...{ entry_price: 1_038_185_200n, exit_price: 1_037_991_549n, share_ppm: 0, dust: 0n },
      ...{ units_before: usdt('5000'), units_after: usdt('4570.57542334'), is_ended: false },
    })
    // 800 buy 770.57542334 units, worth 799.85077729 to leave with.
    expect(await stage.order(comes, third)).toMatchObject({
      ...{ state: 'running', units: '770.57542334', value: '799.85077729', profit: '-0.14922271' },
      ...{ unitprice: '1.037991549', hwm: '1.0381852', leaves: null, stoploss: 40, fee: '0', payout: '0' },
    })
    // Fee 4.55898588 to the lead, levy 1.24103088 to those who stay.
    expect(await stage.order(leaves, first)).toMatchObject({
      ...{ state: 'ended', status: 1, payout: '1239.78984203', profit: '39.78984203', fee: '5.80001676' },
      ...{ hwm: '1.037991549', units: '0', value: '0', next: null, left: 0 },
    })
    expect(await stage.account(leaves, 'wallet')).toBe(usdt('1239.78984203'))
    expect(await stage.account(lead, 'wallet')).toBe(usdt('4.55898588'))
    expect(await stage.account(account, 'contract')).toBe(
      usdt('5180.42') + usdt('800') - usdt('1239.78984203') - usdt('4.55898588') - usdt('384'),
    )
    expect(await stage.order(stays, second)).toMatchObject({ units: '3800', hwm: '1', value: '3944.3678862' })
    // 9.543 of the pool's order, of it 1200 of 5000; what the transfer above brought is in the rest.
    expect(await rowsBehind(leaves, first, 2)).toEqual([
      expect.objectContaining({
        kind: 'open',
        direct: 1,
        profit: '2.29032',
        openPrice: '64000',
        closePrice: null,
      }),
      expect.objectContaining({ kind: 'fee', direct: null, profit: '-4.55898588', order: null }),
      expect.objectContaining({ kind: 'rest', direct: null, profit: '42.05850791', order: null }),
    ])
    expect(await daysOf(leaves, first)).toMatchObject([
      {
        accrued: usdt('39.78984203'),
        dealt: { unitPrice: 1_037_991_549n, units: 0n, value: 0n, fee: usdt('4.55898588') },
      },
      {
        accrued: 0n,
        dealt: { unitPrice: 1_000_000_000n, units: usdt('1200'), value: usdt('1200'), fee: 0n },
      },
    ])
    expect(await rowsBehind(comes, third, 1)).toMatchObject([{ kind: 'rest', profit: '-0.14922271' }])
    const { rows } = await sql<{ key: string; type: number; amount: bigint }>`
      select t.key, e.type, e.amount from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      join ledger_account a on a.id = e.account_id
      where t.key in (${`copy-left:${first}`}, ${`copy-entered:${third}`}) and a.owner_id <> ${account}
      order by t.id, e.type desc`.execute(stage.database.db)
    expect(rows).toEqual([
      { key: `copy-entered:${third}`, type: 20, amount: -usdt('800') },
      { key: `copy-left:${first}`, type: 22, amount: usdt('1200') },
      { key: `copy-left:${first}`, type: 21, amount: usdt('39.78984203') },
    ])
    const found = await stage.broken()
    expect(Object.values(found)).toEqual([`pool ${account}: test ${account}`])
    expect(Object.keys(found)[0]).toMatch(/^the money of a copy pool goes to followers/)
  })
})
