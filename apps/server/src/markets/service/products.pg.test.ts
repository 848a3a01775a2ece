import { contractOrderFromWire, contractOrdersFromWire } from '@glasshouse/core/contracts/codec'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { type TypedMarket, typedMarketToWire } from '@glasshouse/core/markets/staff/codec'
import { usdt } from '@glasshouse/core/money/units'
import { orderRequest, walletRequest } from '@glasshouse/testkit/orderRequest'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSetting } from '../../content/index.ts'
import { typedBitcoin } from './typedMarket.fixture.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
const save = (more: Partial<TypedMarket> = {}, token = counter.manager) =>
  counter.ask('/staff/api/productSave', typedMarketToWire({ ...typedBitcoin, ...more }) as Fields, token)
/** Saves by two managers where terms change, and lets the notice pass. */
const change = async (more: Partial<TypedMarket> = {}) => {
  const first = await save(more)
  if ((first.data as { approvals?: number }).approvals === undefined) return first
  const done = await save(more, counter.second)
  counter.stage.clock.tick(600_000)
  return done
}
const order = orderRequest({ price: '65850' })

describe('setting a market up', () => {
  it('is for managers; looking is for all staff', async () => {
    expect((await save({ isOnSale: false }, counter.service)).retCode).toBe(1006)
    const list = await counter.ask('/staff/api/productList', { kind: 'market' }, counter.service)
    expect(list.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ pid: 1, running: true, onsale: 1 })]),
    )
    expect(JSON.stringify(list.data)).not.toMatch(/price/i)
  })
  it('changes what is offered ten minutes after a second manager agreed, without a restart', async () => {
    const { uid, token } = await counter.newcomer()
    await counter.stage.give(uid, '1000')
    const buy = (more: object) => counter.ask('/api/contract/buyContract', { ...order, ...more }, token)
    expect((await buy({ multiple: 50 })).retCode).toBe(2002)
    const { clock } = counter.stage
    const wanted = { leverages: '2,50', lot: '0.002', minLots: 2, stepLots: 2 }
    // Display fields change at once; the terms wait.
    expect(await save(wanted)).toMatchObject({
      retCode: 0,
      data: { approvals: 1, multiples: '2,5,10,20', lot: '0.001', minnumber: 2, announced: [] },
    })
    expect(await save(wanted)).toMatchObject({ retCode: 2003, data: { reason: 'sameManager' } })
    const agreed = await save(wanted, counter.second)
    const from = clock.now() + 600_000
    expect(agreed).toMatchObject({
      data: { multiples: '2,5,10,20', announced: [{ from, multiples: '2,50', lot: '0.002', fee: '0.0005' }] },
    })
    expect(agreed.data).not.toHaveProperty('approvals')
    clock.set(from - 2)
    expect((await buy({ multiple: 50, number: 2 })).retCode).toBe(2002)
    clock.set(from)
    expect((await buy({ multiple: 50, number: 1 })).retCode).toBe(2002)
    const { data } = await buy({ multiple: 50, number: 2 })
    // 2 lots of 0.002 at 65850, a fiftieth of it.
    expect(contractOrderFromWire(data as ContractOrderRow)).toMatchObject({
      ...{ leverage: 50, lots: 2, margin: usdt('5.268') },
    })
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from staff_audit where action = 'productSave' order by n desc limit 1`.execute(
      counter.stage.database.db,
    )
    expect(rows).toMatchObject([{ before: { multiples: '2,5,10,20' }, after: { multiples: '2,50' } }])
    expect(JSON.stringify(rows)).not.toMatch(/price/i)
    expect((await change()).retCode).toBe(0)
  })
  it('keeps the order in which changes were announced, whatever the notice is', async () => {
    await save({ leverages: '2,5' })
    const first = (await save({ leverages: '2,5' }, counter.second)).data as { announced: { from: number }[] }
    const from = first.announced[0]?.from
    const set = { key: 'terms_notice_minutes', value: '1' }
    expect((await counter.ask('/staff/api/configSet', set, counter.manager)).data).toMatchObject({
      waits: true,
      approvals: 1,
      value: '10',
    })
    await counter.ask('/staff/api/configSet', set, counter.second)
    expect(await change({ leverages: '2,7' })).toMatchObject({
      data: { announced: [{ from, multiples: '2,7' }] },
    })
    for (const token of [counter.manager, counter.second])
      await counter.ask('/staff/api/configSet', { ...set, value: '10' }, token)
    expect(counter.stage.markets.product(1)?.leverages).toEqual([2, 7])
    await change()
  })
  it('leaves open orders as they were agreed', async () => {
    const { uid, token } = await counter.newcomer()
    await counter.stage.give(uid, '1000')
    const opened = await counter.ask('/api/contract/buyContract', { ...order, number: 2 }, token)
    const { id, margin } = contractOrderFromWire(opened.data as ContractOrderRow)
    await change({ leverages: '2', lot: '0.5', minLots: 1, stepLots: 1, isOnSale: false })
    const list = walletRequest('contract')
    const { data } = await counter.ask('/api/contract/myContractOrderList', list, token)
    expect(contractOrdersFromWire(data as ContractOrderRow[])).toMatchObject([
      { id, lots: 2, leverage: 10, margin },
    ])
    const closed = await counter.ask('/api/contract/pingcangContract', { id }, token)
    // 0.002 coins bought at 65850 and sold at 65849.99.
    expect(contractOrderFromWire(closed.data as ContractOrderRow)).toMatchObject({
      ...{ state: 'closed', pnl: usdt('-0.00002') },
    })
    expect((await change()).retCode).toBe(0)
  })
  it('charges a new fee rate from the next order on, and closes older orders at theirs', async () => {
    const { uid, token } = await counter.newcomer()
    await counter.stage.give(uid, '1000')
    const buy = async (more: object) =>
      (await counter.ask('/api/contract/buyContract', { ...order, ...more }, token)).data as {
        id: number
        tradeFee: string
        feeRate: string
      }
    const older = await buy({})
    expect(older).toMatchObject({ tradeFee: '0.032925', feeRate: '0.0005' })
    expect(await change({ feeRate: '0.002' })).toMatchObject({ data: { announced: [{ fee: '0.002' }] } })
    const newer = await buy({})
    // 0.001 × 65850 × 0.2 %.
    expect(newer).toMatchObject({ tradeFee: '0.1317', feeRate: '0.002' })
    const close = async (id: number) =>
      (await counter.ask('/api/contract/pingcangContract', { id }, token)).data as { tradeFee: string }
    // Closing at 65849.99 costs 0.032924995, rounded up, or 0.13169998.
    expect((await close(older.id)).tradeFee).toBe('0.06585')
    expect((await close(newer.id)).tradeFee).toBe('0.26339998')
    const receipt = await counter.ask('/api/contract/receipt', { id: older.id }, token)
    expect(receipt.data).toMatchObject({ feeRatePpm: 500, order: { feeRate: '0.0005' } })
    expect(
      await counter.ask(
        '/staff/api/productSave',
        typedMarketToWire({ ...typedBitcoin, feeRate: null, scale: 3 }) as Fields,
        counter.manager,
      ),
    ).toMatchObject({ data: { fee: '0.002' } })
    await change({ scale: 3, feeRate: '0' })
    expect(await buy({})).toMatchObject({ tradeFee: '0', feeRate: '0' })
    const { rows } = await sql<{ before: { fee: string }; after: { fee: string } }>`
      select before, after from staff_audit where action = 'productSave' order by n desc limit 1`.execute(
      counter.stage.database.db,
    )
    expect(rows).toMatchObject([{ before: { fee: '0.002' }, after: { fee: '0' } }])
    expect((await change()).retCode).toBe(0)
  })
  it('takes it off sale and back', async () => {
    const { uid, token } = await counter.newcomer()
    await counter.stage.give(uid, '1000')
    await save({ isOnSale: false })
    expect((await counter.ask('/api/contract/buyContract', order, token)).retCode).toBe(2004)
    await save()
    expect((await counter.ask('/api/contract/buyContract', order, token)).retCode).toBe(0)
  })
  it.each<[Partial<TypedMarket>, number, object | undefined]>([
    [{ pid: 999 }, 1005, undefined],
    [{ leverages: '5,2' }, 1001, { field: 'multiples' }],
    [{ payoutPercents: '70,75,80,82,86' }, 1001, { field: 'proscale' }],
    [{ payoutPercents: '70' }, 1001, { field: 'proscale' }],
    [{ lot: '0' }, 1001, { field: 'lot' }],
    [{ minLots: 3, stepLots: 2 }, 1001, { field: 'minnumber' }],
    [{ feeRate: '0.0021' }, 1001, { field: 'fee' }],
    [{ feeRate: '' }, 1001, { field: 'fee' }],
    [{ scale: 10 }, 1001, { field: 'scale' }],
    [{}, 2003, { reason: 'unchanged' }],
  ])('refuses %j', async (more, retCode, data) => {
    const answer = await save(more)
    expect(answer.retCode).toBe(retCode)
    if (data !== undefined) expect(answer.data).toMatchObject(data)
  })
  it('pays no option more than the ceiling of the setting', async () => {
    expect(await getSetting(counter.stage.database.db, 'option_payout_max')).toBe(85)
    const set = async (value: string) => {
      for (const token of [counter.manager, counter.second])
        await counter.ask('/staff/api/configSet', { key: 'option_payout_max', value }, token)
    }
    await set('90')
    await change({ payoutPercents: '70,75,80,82,90' })
    expect(counter.stage.markets.product(1)?.payoutPercents).toEqual([70, 75, 80, 82, 90])
    // A lower ceiling is announced for the markets that pay more, and changes nothing before.
    await set('81')
    expect(counter.stage.markets.product(1)?.payoutPercents).toEqual([70, 75, 80, 82, 90])
    counter.stage.clock.tick(600_000)
    for (const pid of [1, 2])
      expect(counter.stage.markets.product(pid)?.payoutPercents).toEqual([70, 75, 80, 81, 81])
    expect((await save()).data).toMatchObject({ field: 'proscale' })
    await set('85')
    await change()
  })
  it('keeps one of two changes at the same moment whole', async () => {
    const asked = [
      { minLots: 2, stepLots: 2, scale: 3 },
      { minLots: 5, stepLots: 5, scale: 4 },
    ]
    await Promise.all(asked.map((one) => save(one)))
    const { rows } = await sql<object>`
      select min_lots as "minLots", step_lots as "stepLots", scale from markets_product where pid = 1`.execute(
      counter.stage.database.db,
    )
    expect(asked).toContainEqual(rows[0])
    await save()
  })
})

it('counts contract orders against the setting as it stands', async () => {
  const { uid, token } = await counter.newcomer()
  await counter.stage.give(uid, '1000')
  const set = (value: string) =>
    counter.ask('/staff/api/configSet', { key: 'contract_order_max', value }, counter.manager)
  await set('1')
  expect((await counter.ask('/api/contract/buyContract', order, token)).retCode).toBe(0)
  expect(await counter.ask('/api/contract/buyContract', order, token)).toMatchObject({
    retCode: 2005,
    data: { max: 1 },
  })
  await set('2')
  expect((await counter.ask('/api/contract/buyContract', order, token)).retCode).toBe(0)
  await set('200')
})

it('no tick and no published head can be changed by any database role', async () => {
  const { db } = counter.stage.database
  for (const statement of [
    'update markets_tick set price = 1',
    'update markets_kept_tick set price = 1',
    'delete from markets_kept_tick',
    'truncate markets_kept_tick',
    'update markets_chain_head set n = 1',
    'delete from markets_chain_head',
  ])
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('markets')
})
