import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { termsHash, termsTextOf } from '@glasshouse/core/markets/terms'
import { price, usdt } from '@glasshouse/core/money/units'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lockBalances, postSingle } from '../../ledger/posting/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { optionReceipt } from '../index.fixture.ts'
import { buyOption } from '../index.ts'

let stage: OptionStage
beforeAll(async () => {
  stage = await optionFixture('1000')
})
afterAll(() => stage.close())

let people = 0
const newcomer = async (amount: string): Promise<number> => {
  people += 1
  await stage.give(people, amount)
  return people
}
const pushesTo = async (uid: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ event: string }>`
    select body->>'event' as event from platform_fact where (body->>'uid')::bigint = ${uid} order by id`.execute(
    stage.database.db,
  )
  return rows.map(({ event }) => event)
}
const setTo = async (key: string, value: string): Promise<void> => {
  await sql`
    insert into content_setting (key, value, changed_ms) values (${key}, ${value}, 1)
    on conflict (key) do update set value = excluded.value`.execute(stage.database.db)
}
const unset = async (): Promise<void> => {
  await sql`delete from content_setting`.execute(stage.database.db)
}

describe('an option that is accepted', () => {
  it('takes the stake into its hold, the win into the escrow, and tells the tick', async () => {
    const uid = await newcomer('100')
    const [reserve, escrow] = [await stage.house('trading'), await stage.house('optionEscrow')]
    stage.trade('60000')
    const order = await stage.place(uid)
    expect(order).toMatchObject({
      uid,
      pid: 1,
      option_type: 'call',
      stake: usdt('10'),
      percent: 70,
      win: usdt('7'),
      entry_price: price('60000'),
      state: 'open',
      placed_ms: stage.clock.now(),
      expires_ms: stage.clock.now() + 30_000,
    })
    expect(await stage.held(uid, 'wallet')).toBe(usdt('90'))
    expect(await stage.held(uid, 'optionStake')).toBe(usdt('10'))
    expect((await stage.house('trading')) - reserve).toBe(usdt('-7'))
    expect((await stage.house('optionEscrow')) - escrow).toBe(usdt('7'))
    expect(await pushesTo(uid)).toEqual(['WALLET_CHANGED'])

    const receipt = await optionReceipt(stage.deps, { uid }, order.id)
    expect(receipt).toMatchObject({
      seenPrice: '60000',
      tolerancePpm: 500,
      win: '7',
      payout: null,
      exit: null,
    })
    expect(receipt.entry.tick).toMatchObject({ symbol: 'BTCUSDT', price: '60000' })
    const { rows } = await sql<{ n: number }>`
      select n from markets_kept_tick where n = ${receipt.entry.tick.n}`.execute(stage.database.db)
    expect(rows).toHaveLength(1)
    expect(await stage.broken()).toEqual({})
  })

  it('pays what its expiry pays, by index, by the terms in force and not by a ceiling that changed', async () => {
    const uid = await newcomer('100')
    stage.trade('60000')
    expect(await stage.place(uid, { seconds: 900 })).toMatchObject({ percent: 85, win: usdt('8.5') })
    await setTo('option_payout_max', '80')
    expect(await stage.place(uid, { seconds: 900 })).toMatchObject({ percent: 85, win: usdt('8.5') })
    expect(await stage.place(uid, { seconds: 60 })).toMatchObject({ percent: 75 })
    await unset()
  })

  it('is shown to its owner only', async () => {
    const [owner, other] = [await newcomer('100'), await newcomer('100')]
    stage.trade('60000')
    const { id } = await stage.place(owner, { type: 'put' })
    expect(await stage.list(owner)).toMatchObject([
      {
        id,
        symbol: 'BTCUSDT',
        type: 'put',
        stake: usdt('10'),
        payoutPercent: 70,
        entryPrice: price('60000'),
        exitPrice: null,
        outcome: null,
        pnl: usdt('0'),
      },
    ])
    expect(await stage.list(owner, 'settled')).toEqual([])
    expect(await stage.list(other)).toEqual([])
    expect((await expectDomainError(optionReceipt(stage.deps, { uid: other }, id))).code).toBe('notFound')
  })
})

describe('an option that is refused', () => {
  it('is of a product there is not, or with an expiry that is not on offer', async () => {
    const uid = await newcomer('100')
    expect((await expectDomainError(stage.place(uid, { pid: 999 }))).code).toBe('notFound')
    expect(await expectDomainError(stage.place(uid, { seconds: 31 }))).toEqual({
      code: 'outOfRange',
      data: { min: 30, max: 900, allowed: '30,60,180,300,900' },
    })
  })

  it('has a stake outside the limits, and the error names the accepted range', async () => {
    const uid = await newcomer('100000')
    const limits = { min: '10', max: '10000', step: '10' }
    for (const [fee, nearest] of [
      ['0', '10'],
      ['9.99999999', '10'],
      ['15.5', '20'],
      ['10010', '10000'],
    ] as const)
      expect(await expectDomainError(stage.place(uid, { stake: fee }))).toEqual({
        code: 'outOfRange',
        data: { ...limits, nearest },
      })
    await setTo('order_min_price', '20')
    await setTo('order_inter_price', '7')
    expect(await expectDomainError(stage.place(uid, { stake: '20' }))).toEqual({
      code: 'outOfRange',
      data: { min: '21', max: '9996', step: '7', nearest: '21' },
    })
    await unset()
  })

  it('saw a price more than 0.05 % away; exactly 0.05 % is taken at the price in force', async () => {
    const uid = await newcomer('100')
    stage.trade('60030')
    expect(await expectDomainError(stage.place(uid, { seenPrice: '59999.99' }))).toEqual({
      code: 'priceChanged',
      data: { price: '60030' },
    })
    expect(await stage.place(uid, { seenPrice: '60000' })).toMatchObject({ entry_price: price('60030') })
    expect((await expectDomainError(stage.place(uid, { seenPrice: '0' }))).code).toBe('priceChanged')
  })

  it('comes while the market is silent', async () => {
    const uid = await newcomer('100')
    stage.trade('60000')
    stage.clock.tick(5000)
    expect((await expectDomainError(stage.place(uid))).code).toBe('priceChanged')
    stage.trade('60000')
    await stage.place(uid)
  })

  it('costs more than is free', async () => {
    const uid = await newcomer('25')
    stage.trade('60000')
    await stage.place(uid, { stake: '20' })
    expect(await expectDomainError(stage.place(uid))).toEqual({
      code: 'insufficientBalance',
      data: { needed: '10', available: '5' },
    })
  })

  it('is the eleventh, also when all come at once', async () => {
    const uid = await newcomer('1000')
    stage.trade('60000')
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => stage.place(uid)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await expectDomainError(stage.place(uid))).toEqual({ code: 'tooManyOrders', data: { max: 10 } })
    expect(await stage.held(uid, 'optionStake')).toBe(usdt('100'))
    expect(await stage.broken()).toEqual({})
  })

  it('could win more than the reserve has', async () => {
    const uid = await newcomer('10000')
    stage.trade('60000')
    const before = await stage.held(uid, 'wallet')
    expect((await expectDomainError(stage.place(uid, { stake: '5000' }))).code).toBe('insufficientReserve')
    expect(await stage.held(uid, 'wallet')).toBe(before)
    expect(await stage.broken()).toEqual({})
  })

  it('would leave too little of the reserve for open contracts', async () => {
    const uid = await newcomer('10000')
    stage.trade('60000')
    const left = await stage.house('trading')
    // Bought contracts that would earn all but 5 USDT of the reserve when the price rose by 20 %.
    const cost = ((left - usdt('5')) * 5n * 1_000_000_000n).toString()
    await sql`
      insert into contracts_exposure (pid, long_quantity, long_cost)
      values (2, ${cost}::numeric / 2318400000000, ${cost}::numeric)`.execute(stage.database.db)
    expect((await expectDomainError(stage.place(uid))).code).toBe('insufficientReserve')
    expect(await stage.held(uid, 'wallet')).toBe(usdt('10000'))
    await sql`delete from contracts_exposure`.execute(stage.database.db)
    await stage.place(uid)
  })

  it('was written for other terms than the present ones', async () => {
    const uid = await newcomer('1000')
    stage.trade('60000')
    const product = stage.deps.markets.product(1)
    if (product === null) throw new Error('no product 1')
    const seen = termsHash(termsTextOf(product), sha256)
    const buy = (terms: string) =>
      buyOption(
        stage.deps,
        { uid },
        {
          ...{ pid: 1, type: 'call', seconds: 30, stake: usdt('10'), seenPrice: price('60000') },
          termsId: terms,
        },
      )
    const cut = { ...product, payoutPercents: product.payoutPercents.map(() => 1) }
    stage.deps.markets.followTerms([{ ...cut, n: 1000, fromMs: stage.clock.now() }])
    expect(await expectDomainError(buy(seen))).toEqual({
      code: 'priceChanged',
      data: { reason: 'termsChanged', terms: termsHash(termsTextOf(cut), sha256) },
    })
    stage.deps.markets.followTerms([{ ...product, n: 1001, fromMs: stage.clock.now() }])
    expect(await buy(seen)).toMatchObject({ percent: 70 })
  })

  it('would be new risk while the house account owes a profit', async () => {
    const uid = await newcomer('1000')
    stage.trade('60000')
    const owe = (from: Account, to: Account, id: number) =>
      transact(stage.database.db, (tx) =>
        postSingle(tx, 1, {
          cause: { kind: 'test', id },
          transfers: [{ from, to, amount: usdt('0.5'), type: journal.contractProfit }],
        }),
      )
    await owe(external('houseDebt'), customer(uid, 'contract'), 901)
    expect((await expectDomainError(stage.place(uid))).code).toBe('insufficientReserve')
    expect(await stage.held(uid, 'wallet')).toBe(usdt('1000'))
    await owe(external('operatorCapital'), external('houseDebt'), 902)
    await stage.place(uid)
  })

  it('waits for a contract that is being opened, and sees it', async () => {
    const uid = await newcomer('10000')
    stage.trade('60000')
    const cost = (((await stage.house('trading')) - usdt('5')) * 5n * 1_000_000_000n).toString()
    const [locked, commitAllowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const opening = transact(stage.database.db, async (tx) => {
      await sql`
        insert into contracts_exposure (pid, long_quantity, long_cost)
        values (2, ${cost}::numeric / 2318400000000, ${cost}::numeric)`.execute(tx)
      await lockBalances(tx, [house('trading')])
      locked.resolve()
      await commitAllowed.promise
    })
    await locked.promise
    const refusal = expectDomainError(stage.place(uid))
    await vi.waitUntil(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        stage.database.db,
      )
      return rows.length > 0
    }, 10_000)
    commitAllowed.resolve()
    await opening
    expect((await refusal).code).toBe('insufficientReserve')
    await sql`delete from contracts_exposure`.execute(stage.database.db)
  })

  it('never spends the same money twice', async () => {
    const uid = await newcomer('35')
    stage.trade('60000')
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => stage.place(uid)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await stage.held(uid, 'wallet')).toBe(usdt('5'))
  })

  it('applies once the loss of the day reaches the customer’s own limit', async () => {
    const { rows } = await sql<{ uid: number }>`
      insert into identity_customer (username, email, phone, password_hash, activation_code, referrer_uid, lang, registered_ms)
      values ('limited', 'limited@example.com', '12025550199', 'x', 'LIMITED', 10000, 'en', 1) returning uid`.execute(
      stage.database.db,
    )
    const uid = rows[0]?.uid ?? 0
    await stage.give(uid, '100')
    await sql`
      insert into protection_limit (uid, name, value) values (${uid}, 'dailyLoss', ${usdt('10').toString()}::numeric)`.execute(
      stage.database.db,
    )
    stage.trade('60000')
    // What is at stake is not lost yet.
    await stage.place(uid)
    await stage.place(uid, { type: 'put' })
    expect(await stage.held(uid, 'optionStake')).toBe(usdt('20'))
    stage.clock.tick(29_000)
    stage.trade('60000.01')
    stage.clock.tick(1100)
    stage.trade('60000.01')
    await stage.pass(300)
    // One won 7 and one lost 10: 3 of the 10 are gone, and the next loss is the last.
    expect(await stage.held(uid, 'wallet')).toBe(usdt('97'))
    await stage.place(uid, { type: 'put' })
    stage.clock.tick(29_000)
    stage.trade('60000.02')
    stage.clock.tick(1100)
    stage.trade('60000.02')
    await stage.pass(300)
    expect(await expectDomainError(stage.place(uid))).toMatchObject({
      code: 'selfLimitReached',
      data: { limit: '10' },
    })
  })
})

it('is refused while an invariant of the ledger is broken', async () => {
  const uid = await newcomer('100')
  stage.trade('60000')
  await suspendLedger(stage)
  expect((await expectDomainError(stage.place(uid))).code).toBe('ledgerSuspended')
  await resumeLedger(stage)
  await expect(stage.place(uid)).resolves.toMatchObject({ state: 'open' })
})
