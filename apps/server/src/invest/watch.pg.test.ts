import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceChanged } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { listAccruedClaims, listPoolClaims, sumCopyValues } from './index.fixture.ts'
import { watchPools } from './jobs.ts'
import { investListeners } from './listeners.ts'
import { investPersonalData } from './personalData.ts'
import { stopLeading } from './service/copy/stop.ts'
import { sumPromisedInterest } from './service/liabilities.ts'
import { buyBaseCycle } from './service/purchase.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

const run = (statement: string) => sql.raw(statement).execute(stage.database.db)
type PoolFields = {
  readonly stopped_ms: number | null
  readonly stop_reason: string | null
  readonly capacity: bigint
  readonly units: bigint
}
const poolRow = async (product: number): Promise<PoolFields> => {
  const { rows } = await sql<PoolFields>`select * from invest_pool where product_id = ${product}`.execute(
    stage.database.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no pool')
  return row
}
const openPositions = async (account: number): Promise<number> =>
  (
    await sql`select id from contracts_order where uid = ${account} and state = 'open'`.execute(
      stage.database.db,
    )
  ).rows.length
/** A pool with one follower and an open position. */
const trading = async (terms = {}) => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead, terms)
  const uid = await stage.saver('2000')
  const order = await stage.ask(uid, product, '2000', 95)
  await stage.deal()
  const position = await stage.open(lead, 1, 150)
  return { lead, product, uid, order, position, account: await stage.poolOf(product) }
}

describe('the look at all pools each minute', () => {
  it('goes on with the rest where one part fails, and says which one', async () => {
    const [{ product, lead }, other] = [await trading(), await trading()]
    const warned: unknown[] = []
    const log = {
      ...stage.log,
      warn: (fields: unknown) => warned.push(fields),
    } as unknown as typeof stage.log
    const value: typeof stage.pools.value = async () => {
      throw new Error('no value')
    }
    const from = stage.clock.business()
    await run(`insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
      values (${lead}, 'customer_request', '', 'customer', ${from}, ${from + 86_400_000})`)
    await watchPools({ ...stage, log, pools: { ...stage.pools, value } })
    expect(warned).toEqual([
      expect.objectContaining({ watch: 'stopFallenPools' }),
      expect.objectContaining({ watch: 'measureCapacities' }),
    ])
    // Before that the lead whose account is locked was ended.
    expect(await poolRow(product)).toMatchObject({ stop_reason: 'lead' })
    expect(await poolRow(other.product)).toMatchObject({ stop_reason: null })
  })

  it('closes what a process that ended too early left open in a stopped pool', async () => {
    const { product, account } = await trading()
    await run(`update invest_pool set stopped_ms = 1, stop_reason = 'drawdown' where product_id = ${product}`)
    expect(await openPositions(account)).toBe(1)
    await watchPools(stage)
    await vi.waitFor(async () => expect(await openPositions(account)).toBe(0), { timeout: 10_000 })
    await watchPools(stage)
    expect(await poolRow(product)).toMatchObject({ stop_reason: 'drawdown', units: usdt('2000') })
  })

  it('measures what may still enter, of a pool that runs alone', async () => {
    const { product, lead } = await trading()
    await run(`update invest_pool set capacity = 77 where product_id = ${product}`)
    await watchPools(stage)
    const { capacity } = await poolRow(product)
    expect([capacity > usdt('190000'), capacity % usdt('100')]).toEqual([true, 0n])
    await stopLeading(stage, { uid: lead })
    await run(`update invest_pool set capacity = 77 where product_id = ${product}`)
    await watchPools(stage)
    expect((await poolRow(product)).capacity).toBe(77n)
  })
})

describe('after an event of a pool', () => {
  const hear = (purpose: string, uid: number) => {
    const [listener] = investListeners(stage)
    if (listener === undefined) throw new Error('no listener')
    const fact = { kind: balanceChanged, body: { uids: { [purpose]: [uid] } } }
    return transact(stage.database.db, (tx) => Promise.resolve(tx)).then((tx) =>
      listener.hear(tx as never, fact as never),
    )
  }

  it('the drawdown stop is judged, and only of the pool that changed', async () => {
    const fallen = await trading({ copystop: '5' })
    const other = await trading({ copystop: '5' })
    stage.markets.set('BTCUSDT', '59000', '59000.01')
    await hear('contract', fallen.uid)
    await hear('contract', 9999)
    expect((await poolRow(fallen.product)).stopped_ms).toBeNull()
    await hear('contract', fallen.account)
    expect(await poolRow(fallen.product)).toMatchObject({ stop_reason: 'drawdown' })
    expect((await poolRow(other.product)).stopped_ms).toBeNull()
    // Hearing of it again changes nothing.
    await hear('contract', fallen.account)
    await stage.deal()
    expect(await stage.order(fallen.uid, fallen.order)).toMatchObject({ state: 'stopped' })
  })
})

describe('an account that is closed', () => {
  const obstacle = (uid: number) =>
    transact(
      stage.database.db,
      (tx) =>
        investPersonalData.obstacle?.(tx, { uid, nowMs: stage.clock.business() }) ?? Promise.resolve(null),
    )

  it('may not while an order is in processing, of whatever kind, until it is paid', async () => {
    const product = await stage.copyProduct(await stage.lead('10000'))
    const uid = await stage.saver('100')
    expect(await obstacle(uid)).toBeNull()
    const order = await stage.ask(uid, product, '100')
    expect(await obstacle(uid)).toBe('ordersOpen')
    await stage.deal()
    await stage.end(uid, order, 'now')
    expect(await obstacle(uid)).toBe('ordersOpen')
    await stage.deal()
    expect(await obstacle(uid)).toBeNull()
  })

  it('may not while its customer leads, nor before the followers are paid: the fee of that dealing is still to come', async () => {
    const { lead, uid, order } = await trading()
    stage.markets.set('BTCUSDT', '66000', '66000.01')
    expect(await obstacle(lead)).toBe('leading')
    await stopLeading(stage, { uid: lead })
    expect(await stage.account(lead, 'wallet')).toBe(0n)
    expect(await obstacle(lead)).toBe('leading')
    await stage.deal()
    expect(await stage.order(uid, order)).toMatchObject({ state: 'stopped' })
    expect(await stage.account(lead, 'wallet')).toBeGreaterThan(0n)
    expect(await obstacle(lead)).toBeNull()
  })

  it('leaves a lead in the list without the name', async () => {
    const lead = await stage.lead('1000')
    await transact(stage.database.db, async (tx) => {
      await investPersonalData.erase?.(tx, { uid: lead, addresses: [], businessMs: 1 })
    })
    const { rows } = await sql`select name, ended_ms from invest_lead where uid = ${lead}`.execute(
      stage.database.db,
    )
    expect(rows).toEqual([{ name: '', ended_ms: null }])
  })
})

describe('what the report of liabilities asks', () => {
  const claims = (after: number, upTo: number) =>
    transact(stage.database.db, async (tx) => ({
      accrued: await listAccruedClaims(tx, { after, upTo }),
      pools: await listPoolClaims(tx, { after, upTo }),
    }))

  it('is interest that accrued and is not paid, what is promised beyond it, and the value of units, by customer', async () => {
    const interest = await stage.product({
      cycles: [
        { method: 'fixed', rate: '0.0011', days: 7 },
        { method: 'compound', rate: '0.0054', days: 30 },
      ],
    })
    const pool = await stage.copyProduct(await stage.lead('10000'))
    const [first, second] = [await stage.saver('3000'), await stage.saver('1000')]
    const promisedBefore =
      (await transact(stage.database.db, sumPromisedInterest)).get('promised.interest.USDT') ?? 0n
    const buy = (uid: number, method: 'fixed' | 'compound', amount: string) =>
      buyBaseCycle(
        stage,
        { uid },
        {
          ...{ productId: interest, method, amount: usdt(amount) },
          ...{ withdrawPassword: testPassword, stopLossPercent: null },
        },
      )
    await buy(first, 'fixed', '1000')
    await buy(first, 'compound', '1000')
    await stage.ask(first, pool, '500')
    await stage.ask(second, pool, '700')
    await stage.deal()
    await stage.midnights.run()
    const found = await claims(first - 1, second)
    // A thirtieth of 5.4 accrued; interest of a fixed order was paid at once.
    expect(found.accrued).toEqual([{ uid: first, amount: usdt('0.18') }])
    expect(found.pools.toSorted((a, b) => a.uid - b.uid)).toEqual([
      { uid: first, amount: usdt('500') },
      { uid: second, amount: usdt('700') },
    ])
    expect((await claims(first, second)).pools).toEqual([{ uid: second, amount: usdt('700') }])
    expect(await claims(second, second + 1000)).toEqual({ accrued: [], pools: [] })
    const values = await sumCopyValues(stage.database.db, [first, second, 1])
    expect([...values].toSorted(([a], [b]) => a - b)).toEqual([
      [first, usdt('500')],
      [second, usdt('700')],
    ])
    const { rows } = await sql<{ promised: bigint; accrued: bigint }>`
      select sum(promised) as promised, sum(accrued) as accrued from invest_order where uid = ${first}`.execute(
      stage.database.db,
    )
    const promised =
      (await transact(stage.database.db, sumPromisedInterest)).get('promised.interest.USDT') ?? 0n
    expect(promised - promisedBefore).toBe((rows[0]?.promised ?? 0n) - (rows[0]?.accrued ?? 0n))
    expect(await stage.broken()).toEqual({})
  })
})
