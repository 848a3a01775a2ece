import { journal } from '@glasshouse/core/ledger/journal'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { convertCoinsFromWire } from '@glasshouse/core/wallets/codec'
import { proceeds, wireRowId } from '@glasshouse/core/wallets/rules'
import { caseStride, killPoints, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversionReceipt, convertCoins } from './conversion.ts'

let stage: WalletStage
beforeAll(async () => {
  stage = await walletFixture()
})
afterAll(() => stage.database.drop())

const bid = price('65849.99')
const sell = (uid: number, number: string, walletId = 1) =>
  convertCoins(stage, uid, convertCoinsFromWire({ number: quantity(number), walletId }))
const holder = async (amount: string, place: 'wallet' | 'coin' = 'wallet') => {
  const { uid } = await stage.newcomer()
  await stage.give(uid, place, quantity(amount), 'BTC')
  return uid
}
const salesOf = async (uid: number) =>
  (
    await sql<{ tick: { n: number; bid: string } }>`select tick from wallets_sale where uid = ${uid}`.execute(
      stage.database.db,
    )
  ).rows

describe('converting coins', () => {
  it('pays the best bid into the same wallet, against the house account, with the tick as evidence', async () => {
    const uid = await holder('0.25')
    const [usdtBefore, coinsBefore] = [await stage.reserve(), await stage.reserve('BTC')]
    stage.clock.set(1_781_613_667_010 + 1_300)
    const answer = await sell(uid, '0.1')
    expect(answer).toEqual({
      id: expect.any(Number),
      rate: price('65849.99'),
      received: usdt('6584.999'),
      rateAgeMs: 1_299,
    })
    expect(await stage.held(uid, 'wallet', 'BTC')).toBe(quantity('0.15'))
    expect(await stage.held(uid, 'wallet')).toBe(usdt('6584.999'))
    expect(await stage.reserve()).toBe(usdtBefore - usdt('6584.999'))
    expect(await stage.reserve('BTC')).toBe(coinsBefore + quantity('0.1'))
    const { rows } = await sql<{ types: number[] }>`
      select array_agg(distinct e.type) as types from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      join wallets_sale s on t.cause_kind = 'coinSold' and t.cause_id = s.id where s.uid = ${uid}`.execute(
      stage.database.db,
    )
    expect(rows).toEqual([{ types: [journal.exchange] }])
    const [sale] = await salesOf(uid)
    expect(stage.markets.kept.at(-1)?.n).toBe(sale?.tick.n)
    expect(sale?.tick.bid).toBe('65849.99')
    expect(await stage.broken()).toEqual({})
  })

  it('shows the receipt with its tick to the customer and to no other', async () => {
    const uid = await holder('0.25')
    const { id } = await sell(uid, '0.1')
    const [kept] = await salesOf(uid)
    expect(await conversionReceipt(stage.database.db, uid, id)).toEqual({
      id,
      pid: 1,
      symbol: 'BTCUSDT',
      place: 'wallet',
      amount: quantity('0.1'),
      rate: price('65849.99'),
      received: usdt('6584.999'),
      madeMs: stage.clock.business(),
      tick: kept?.tick,
    })
    const { uid: stranger } = await stage.newcomer()
    const read = (of: number, sale: number) => conversionReceipt(stage.database.db, of, sale)
    expect((await expectDomainError(read(stranger, id))).code).toBe('notFound')
    expect((await expectDomainError(read(uid, id + 1_000_000))).code).toBe('notFound')
  })

  it('converts products of the coin wallet under their own type and id', async () => {
    const uid = await holder('1', 'coin')
    await stage.give(uid, 'wallet', quantity('5'), 'BTC')
    await sell(uid, '1', wireRowId('coin', 1))
    expect(await stage.held(uid, 'coin', 'BTC')).toBe(0n)
    expect(await stage.held(uid, 'coin')).toBe(usdt('65849.99'))
    expect(await stage.held(uid, 'wallet', 'BTC')).toBe(quantity('5'))
    const { rows } = await sql`
      select 1 from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.owner_id = ${uid} and type = ${journal.productSold}`.execute(stage.database.db)
    expect(rows).toHaveLength(2)
  })

  longIt('never pays more for parts than for the whole, and nothing for dust', async () => {
    const uid = await holder('0.00000101')
    let received = 0n
    for (let left = 101; left > 0; left -= 1) {
      await sell(uid, '0.00000001')
      received = await stage.held(uid, 'wallet')
    }
    expect(received <= proceeds(quantity('0.00000101'), bid)).toBe(true)
    expect(await stage.held(uid, 'wallet', 'BTC')).toBe(0n)
  })
})

describe('a conversion is rejected', () => {
  const nothingHappened = async (uid: number, held: bigint) => {
    expect(await stage.held(uid, 'wallet', 'BTC')).toBe(held)
    expect(await salesOf(uid)).toEqual([])
    expect(await stage.broken()).toEqual({})
  }

  it('for USDT itself, an unknown market, zero, and more than the balance', async () => {
    const uid = await holder('2')
    expect(await expectDomainError(sell(uid, '1', 0))).toEqual({
      code: 'invalidField',
      data: { field: 'walletId' },
    })
    expect((await expectDomainError(sell(uid, '1', wireRowId('coin', 0)))).code).toBe('invalidField')
    expect((await expectDomainError(sell(uid, '1', 99))).code).toBe('notFound')
    expect(await expectDomainError(sell(uid, '0'))).toEqual({
      code: 'outOfRange',
      data: { min: '0.00000001' },
    })
    expect(await expectDomainError(sell(uid, '2.00000001'))).toEqual({
      code: 'insufficientBalance',
      data: { max: '2' },
    })
    expect((await expectDomainError(sell(uid, '1', wireRowId('coin', 1)))).data).toEqual({ max: '0' })
    await nothingHappened(uid, quantity('2'))
  })

  it('for an amount that rounds to zero, with the smallest one that does not', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', 100n, 'SOL')
    stage.markets.set('SOLUSDT', '0.138', '0.139')
    expect(await expectDomainError(sell(uid, '0.00000007', 3))).toEqual({
      code: 'outOfRange',
      data: { min: '0.00000008' },
    })
    expect((await sell(uid, '0.00000008', 3)).received).toBe(usdt('0.00000001'))
  })

  it('without a fresh price', async () => {
    const uid = await holder('2')
    stage.markets.silence('BTCUSDT')
    expect((await expectDomainError(sell(uid, '1'))).code).toBe('priceChanged')
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    await nothingHappened(uid, quantity('2'))
  })

  it('when it would use up the trading reserve', async () => {
    const uid = await holder('1000')
    expect((await expectDomainError(sell(uid, '1000'))).code).toBe('insufficientReserve')
    await nothingHappened(uid, quantity('1000'))
    const reserve = await stage.reserve()
    expect(proceeds(quantity('1000'), bid) > reserve).toBe(true)
  })
})

it('is refused while an invariant of the ledger is broken', async () => {
  const uid = await holder('2')
  await suspendLedger(stage)
  expect((await expectDomainError(sell(uid, '1'))).code).toBe('ledgerSuspended')
  await resumeLedger(stage)
  await expect(sell(uid, '1')).resolves.toBeDefined()
})

describe('the floor of the trading reserve', () => {
  /** A stage whose reserve is what these coins bring, and so much more. */
  const withReserve = async (coins: string, more: bigint) => {
    const small = await walletFixture(proceeds(quantity(coins), bid) + more)
    const { uid } = await small.newcomer()
    await small.give(uid, 'wallet', quantity(coins), 'BTC')
    return {
      small,
      ask: () => convertCoins(small, uid, { place: 'wallet', pid: 1, amount: quantity(coins) }),
    }
  }

  it.each([
    ['uses up the reserve exactly', 0n, false],
    ['leaves one unit', 1n, true],
  ])('a sale that %s', async (_what, more, isAllowed) => {
    const { small, ask } = await withReserve('2', more)
    if (isAllowed) await expect(ask()).resolves.toBeDefined()
    else expect((await expectDomainError(ask())).code).toBe('insufficientReserve')
    await small.database.drop()
  })

  it('is what open contracts may cost, as for options and new contracts', async () => {
    const { small, ask } = await withReserve('2', usdt('1000'))
    // 1 BTC long at the ask: a rise of 20 % costs 13,170 and more than what stays.
    await small.database.pool.query(
      `insert into contracts_exposure (pid, long_quantity, long_cost) values (1, 100000000, 100000000::numeric * 65850000000000)`,
    )
    expect((await expectDomainError(ask())).code).toBe('insufficientReserve')
    await small.database.pool.query('delete from contracts_exposure')
    await expect(ask()).resolves.toBeDefined()
    await small.database.drop()
  })
})

describe('concurrency and crashes', () => {
  it('exactly one of 100 concurrent conversions of one balance succeeds', async () => {
    const uid = await holder('0.3')
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => sell(uid, '0.2')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stage.held(uid, 'wallet', 'BTC')).toBe(quantity('0.1'))
    expect(await stage.broken()).toEqual({})
  })

  it('a connection that dies at any statement leaves a complete conversion or none', async () => {
    let deaths = 0
    for (const at of killPoints(12)) {
      const uid = await holder('0.1')
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      const result = await sell(uid, '0.1').then(
        () => 'done',
        () => 'died',
      )
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      const sold = (await stage.held(uid, 'wallet', 'BTC')) === 0n
      expect(await stage.held(uid, 'wallet')).toBe(sold ? usdt('6584.999') : 0n)
      expect(await salesOf(uid)).toHaveLength(sold ? 1 : 0)
      if (result === 'done') expect(sold).toBe(true)
      expect(await stage.broken()).toEqual({})
    }
    expect(deaths).toBeGreaterThanOrEqual(7 / caseStride())
  })
})

describe('a stored conversion', () => {
  it('cannot be changed', async () => {
    await expect(
      sql`update wallets_sale set received = received + 1`.execute(stage.database.db),
    ).rejects.toThrow('not allowed')
    await expect(sql`delete from wallets_sale`.execute(stage.database.db)).rejects.toThrow('not allowed')
  })

  it('is reported by the ledger check when a row is planted or lost', async () => {
    const uid = await holder('0.1')
    await sell(uid, '0.1')
    const { url } = stage.database
    const name = 'every sale of coins has exactly one transaction, which moved what its tick and its row say'
    await plantRows(
      url,
      `update wallets_sale set tick = jsonb_set(tick, '{bid}', '"65850.99"') where uid = ${uid}`,
    )
    expect((await stage.broken())[name]).toContain('brought 658499900000')
    await plantRows(url, `delete from wallets_sale where uid = ${uid}`)
    expect(Object.keys(await stage.broken())).toEqual([
      name,
      'the entries of every transfer and sale are its amounts',
    ])
  })
})
