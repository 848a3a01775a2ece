import { usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyBaseCycle } from './purchase.ts'

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, data }
}

describe('buying', () => {
  it('moves the principal into its hold and sets the whole interest aside', async () => {
    const [uid, product] = [await stage.saver('3000'), await stage.product()]
    const order = await stage.buy(uid, product, '2700')
    expect(order).toMatchObject({
      principal: usdt('2700'),
      promised: usdt('2.97'),
      state: 'running',
      days: 7,
    })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('300'))
    expect(await stage.account(uid, 'principal')).toBe(usdt('2700'))
    const { rows } = await sql<{ sold: bigint; promised: bigint }>`
      select sold, promised from invest_product where id = ${product}`.execute(stage.database.db)
    expect(rows).toEqual([{ sold: usdt('2700'), promised: usdt('2.97') }])
    expect(await stage.broken()).toEqual({})
  })

  it('sells a further cycle by its id, and base cycles not that way', async () => {
    const cycles = [
      { method: 'fixed', rate: '0.0011', days: 7 },
      { method: 'compound', rate: '0.0054', days: 30 },
      { method: 'fixed', rate: '0.0052', days: 30 },
    ] as const
    const [uid, product] = [await stage.saver('1000'), await stage.product({ cycles })]
    const { rows } = await sql<{ id: number }>`
      select id from invest_cycle where product_id = ${product} order by position`.execute(stage.database.db)
    const [base = 0, , further = 0] = rows.map(({ id }) => id)
    expect(await stage.buyFurther(uid, product, further, '200')).toMatchObject({ days: 30, method: 'fixed' })
    expect(await refused(stage.buyFurther(uid, product, base, '200'))).toMatchObject({ code: 'notFound' })
    expect(await stage.buy(uid, product, '200', 'compound')).toMatchObject({ method: 'compound', days: 30 })
  })

  it('answers each obstacle in the order of the checks', async () => {
    const [uid, product] = [await stage.saver('150'), await stage.product({ reserve: '0.2' })]
    const trial = await stage.product({ type: 'experience' })
    expect(await refused(stage.buy(uid, product, '50', 'compound'))).toEqual({
      code: 'invalidField',
      data: { field: 'interesttype' },
    })
    expect(await refused(stage.buy(uid, 999, '50'))).toMatchObject({ code: 'notFound' })
    expect(await refused(stage.buy(uid, trial, '100'))).toMatchObject({ code: 'notFound' })
    const wrong = buyBaseCycle(
      stage,
      { uid },
      {
        ...{ productId: product, method: 'fixed', amount: usdt('50') },
        ...{ withdrawPassword: 'Wrong-1', stopLossPercent: null },
      },
    )
    expect(await refused(wrong)).toMatchObject({ code: 'invalidCredentials' })
    expect(await refused(stage.buy(uid, product, '150'))).toEqual({
      code: 'outOfRange',
      data: { min: '100', max: '100000', step: '100' },
    })
    expect(await refused(stage.buy(uid, product, '200'))).toEqual({
      code: 'insufficientBalance',
      data: { needed: '200', available: '150' },
    })
    await stage.give(uid, 'wallet', usdt('1000'))
    expect(await refused(stage.buy(uid, product, '200'))).toEqual({
      code: 'insufficientReserve',
      data: { max: '100' },
    })
    await stage.buy(uid, product, '100')
    await sql`update invest_product set on_sale = false where id = ${product}`.execute(stage.database.db)
    expect(await refused(stage.buy(uid, product, '150'))).toMatchObject({ code: 'notTradable' })
    expect(await stage.broken()).toEqual({})
  })

  it('stops at ten orders in processing, of every kind', async () => {
    const [uid, product] = [await stage.saver('2000'), await stage.product()]
    const trial = await stage.product({ type: 'experience' })
    await stage.give(uid, 'experience', usdt('100'))
    await stage.buyTrial(uid, trial)
    for (let count = 0; count < 9; count += 1) await stage.buy(uid, product, '100')
    expect(await refused(stage.buy(uid, product, '100'))).toEqual({
      code: 'tooManyOrders',
      data: { max: 10 },
    })
  })

  it('never passes the quota', async () => {
    const [uid, product] = [await stage.saver('2000'), await stage.product({ quota: '500' })]
    await stage.buy(uid, product, '300')
    expect(await refused(stage.buy(uid, product, '300'))).toEqual({
      code: 'insufficientReserve',
      data: { max: '200' },
    })
  })
})

describe('the trial product', () => {
  it('takes the whole fund once, and the fund goes back to the platform at the end', async () => {
    const product = await stage.product({
      type: 'experience',
      cycles: [{ method: 'fixed', rate: '0.0006', days: 3 }],
    })
    const uid = await stage.saver('0.00000001')
    expect(await refused(stage.buyTrial(uid, product))).toEqual({
      code: 'insufficientBalance',
      data: { needed: '100', available: '0' },
    })
    await stage.give(uid, 'experience', usdt('550.5'))
    const order = await stage.buyTrial(uid, product)
    expect(order).toMatchObject({ principal: 0n, credit: usdt('550.5'), promised: usdt('0.3303') })
    expect(await stage.account(uid, 'experiencePrincipal')).toBe(usdt('550.5'))
    expect(await refused(stage.buyTrial(uid, product))).toEqual({
      code: 'invalidState',
      data: { reason: 'once' },
    })
    await stage.pass(3)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('0.33030001'))
    expect(await stage.account(uid, 'experiencePrincipal')).toBe(0n)
    expect(await refused(stage.buyTrial(uid, product))).toMatchObject({ data: { reason: 'once' } })
    expect(await stage.orders(uid, 1)).toMatchObject([{ state: 'ended', payout: '0', profit: '0.3303' }])
    expect(await stage.broken()).toEqual({})
  })
})

describe('many at once', () => {
  it('ten parallel buys share the last capacity exactly once', async () => {
    // Interest of 100 is 0.11: enough for three orders and a little.
    const product = await stage.product({ reserve: '0.35' })
    const savers = await Promise.all(Array.from({ length: 10 }, () => stage.saver('100')))
    const results = await Promise.allSettled(savers.map((uid) => stage.buy(uid, product, '100')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await stage.broken()).toEqual({})
  })

  it('ten parallel buys of one customer spend the balance once', async () => {
    const [uid, product] = [await stage.saver('350'), await stage.product()]
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => stage.buy(uid, product, '100')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('50'))
    expect(await stage.broken()).toEqual({})
  })

  it('a hundred redemptions of one order count once', async () => {
    const [uid, product] = [await stage.saver('100'), await stage.product()]
    const { id } = await stage.buy(uid, product, '100')
    await stage.pass(1)
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => stage.redeem(uid, id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await stage.pass(1)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('100'))
    expect(await stage.broken()).toEqual({})
  })
})
