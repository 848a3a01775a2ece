import { usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvestDeps } from './deps.ts'
import { buyBaseCycle, buyExperience, buyFurtherCycle } from './purchase.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]

let stage: InvestStage
let live: InvestDeps
beforeAll(async () => {
  stage = await investFixture()
  live = { ...stage, settings: { ...stage.settings, MODE: 'live' } }
})
afterAll(() => stage.close())

const run = (statement: string) => sql.raw(statement).execute(stage.database.db)
const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
type PurchaseChoice = {
  readonly amount?: string
  readonly password?: string
  readonly method?: 'fixed' | 'compound'
}
const buy = (deps: InvestDeps, uid: number, productId: number, wanted: PurchaseChoice = {}) => {
  const { amount = '100', password = testPassword, method = 'fixed' } = wanted
  const command = { productId, method, amount: usdt(amount), withdrawPassword: password }
  return buyBaseCycle(deps, { uid }, { ...command, stopLossPercent: null })
}
const further = (uid: number, productId: number, cycleId: number, method: 'fixed' | 'compound') => {
  const command = { productId, method, amount: usdt('100'), withdrawPassword: testPassword, cycleId }
  return buyFurtherCycle(stage, { uid }, command)
}
const limit = (uid: number, name: 'pauseUntil' | 'dailyLoss', value: number) =>
  run(`insert into protection_limit (uid, name, value) values (${uid}, '${name}', ${value})`)
const pass = (uid: number) =>
  run(`insert into protection_answer (uid, product, version, answers, passed, lang, at_ms)
    values (${uid}, 'invest', '1', 'q1:a', true, 'en', ${stage.clock.business()})`)
const cyclesOf = async (product: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from invest_cycle where product_id = ${product} order by position`.execute(stage.database.db)
  return rows.map(({ id }) => id)
}

describe('one obstacle after the other', () => {
  it('is answered in the order of the specification, each as soon as the one before is out of the way', async () => {
    const product = await stage.product({ reserve: '0.33', quota: '10000' })
    const uid = await stage.saver('150')
    const other = await stage.product()
    await run(`update identity_customer set phone = '4915123456789' where uid = ${uid}`)
    await run(`update invest_product set on_sale = false where id = ${product}`)
    await stage.give(uid, 'wallet', usdt('1000'))
    for (let order = 0; order < 10; order += 1) await buy(stage, uid, other)
    const until = stage.clock.business() + hourMs
    await limit(uid, 'pauseUntil', until)
    const wrong = { amount: '150', password: 'Wrong-1', method: 'compound' } as const
    // 1 the method of the cycle · 2 the product · 3 the password
    expect(await refused(buy(live, uid, product, wrong))).toEqual({
      ...{ code: 'invalidField', field: 'interesttype' },
    })
    expect(await refused(buy(live, uid, 999_999, wrong))).toEqual({ code: 'notFound' })
    const sold = { amount: '150', password: 'Wrong-1' }
    expect(await refused(buy(live, uid, product, sold))).toEqual({ code: 'invalidCredentials' })
    // 4 the pause, then the risk check, then the time to cool off
    const known = { amount: '150' }
    expect(await refused(buy(live, uid, product, known))).toEqual({ code: 'selfLimitReached', until })
    await run(`delete from protection_limit where uid = ${uid}`)
    expect(await refused(buy(live, uid, product, known))).toEqual({
      ...{ code: 'riskCheckRequired', product: 'invest' },
    })
    await pass(uid)
    expect(await refused(buy(live, uid, product, known))).toEqual({
      ...{ code: 'invalidState', reason: 'coolingOff', until: stage.clock.business() + dayMs },
    })
    stage.clock.advance(dayMs)
    // 5 on sale · 6 the amount · 8 how many orders run · 9 the wallet · 10 the reserve
    expect(await refused(buy(live, uid, product, known))).toEqual({ code: 'notTradable' })
    await run(`update invest_product set on_sale = true where id = ${product}`)
    expect(await refused(buy(live, uid, product, known))).toEqual({
      ...{ code: 'outOfRange', min: '100', max: '100000', step: '100' },
    })
    expect(await refused(buy(live, uid, product, { amount: '400' }))).toEqual({
      ...{ code: 'tooManyOrders', max: 10 },
    })
    await stage.midnights.run()
    await run(`insert into content_setting (key, value, changed_ms) values ('invest_order_max', '12', 1)`)
    expect(await refused(buy(live, uid, product, { amount: '400' }))).toMatchObject({
      ...{ code: 'insufficientBalance', needed: '400' },
    })
    await stage.give(uid, 'wallet', usdt('400'))
    expect(await refused(buy(live, uid, product, { amount: '400' }))).toEqual({
      ...{ code: 'insufficientReserve', max: '300' },
    })
    expect(await buy(live, uid, product, { amount: '300' })).toMatchObject({ promised: usdt('0.33') })
    await run(`delete from content_setting where key = 'invest_order_max'`)
    expect(await stage.broken()).toEqual({})
  })

  it('nothing that was refused left a row or moved money', async () => {
    const product = await stage.product({ reserve: '0.05' })
    const uid = await stage.saver('250')
    for (const wanted of [{ amount: '150' }, { amount: '300' }, { amount: '100' }, { password: 'no' }])
      await expectDomainError(buy(stage, uid, product, wanted))
    expect(await stage.orders(uid)).toEqual([])
    expect(await stage.account(uid, 'wallet')).toBe(usdt('250'))
    expect(await stage.account(uid, 'principal')).toBe(0n)
  })
})

describe('limits at their edges', () => {
  it('an amount is a whole hundred from the least to the most of its cycle', async () => {
    const product = await stage.product({ reserve: '1000000' })
    await run(
      `update invest_cycle set min_principal = ${usdt('300')}, max_principal = ${usdt('500')} where product_id = ${product}`,
    )
    const uid = await stage.saver('10000')
    const outcomes: string[] = []
    for (const amount of [
      '0',
      '100',
      '200',
      '299.99999999',
      '300',
      '301',
      '400',
      '450',
      '500',
      '500.00000001',
      '600',
    ])
      outcomes.push(
        await buy(stage, uid, product, { amount }).then(
          () => 'bought',
          (error: { code: string }) => error.code,
        ),
      )
    const no = 'outOfRange'
    expect(outcomes).toEqual([no, no, no, no, 'bought', no, 'bought', no, 'bought', no, no])
  })

  it('the last hundred of a reserve and of a quota is sold, and a unit less of either is not enough', async () => {
    const uid = await stage.saver('2000')
    const sell = async (reserve: string, quota: string) => {
      const product = await stage.product({ reserve, quota })
      return buy(stage, uid, product, { amount: '200' }).then(
        () => 'bought',
        (error: { data: { max: string } }) => error.data.max,
      )
    }
    expect(await sell('0.22', '0')).toBe('bought')
    expect(await sell('0.21999999', '0')).toBe('100')
    expect(await sell('100', '200')).toBe('bought')
    expect(await sell('100', '100')).toBe('100')
    expect(await sell('0.11', '100')).toBe('100')
    expect(await sell('0.10999999', '100')).toBe('0')
  })

  it('the tenth order in processing is accepted, the eleventh is not, and one that ended makes room', async () => {
    const short = await stage.product({ cycles: [{ method: 'fixed', rate: '0.0001', days: 1 }] })
    const long = await stage.product()
    const uid = await stage.saver('2000')
    await buy(stage, uid, short)
    for (let order = 1; order < 10; order += 1) await buy(stage, uid, long)
    expect(await refused(buy(stage, uid, long))).toEqual({ code: 'tooManyOrders', max: 10 })
    await stage.pass(1)
    expect(await buy(stage, uid, long)).toMatchObject({ state: 'running' })
    // One that was asked back counts until it is settled.
    const [first] = (await stage.orders(uid, 0)).map(({ id }) => id)
    await stage.redeem(uid, first ?? 0)
    expect(await refused(buy(stage, uid, long))).toMatchObject({ code: 'tooManyOrders' })
    await stage.pass(1)
    expect(await buy(stage, uid, long)).toMatchObject({ state: 'running' })
  })

  it('a wallet with a unit too little is not enough, whatever lies in other accounts', async () => {
    const product = await stage.product()
    const uid = await stage.saver('99.99999999')
    await stage.give(uid, 'contract', usdt('1000'))
    await stage.give(uid, 'experience', usdt('1000'))
    expect(await refused(buy(stage, uid, product))).toEqual({
      ...{ code: 'insufficientBalance', needed: '100', available: '99.99999999' },
    })
    await stage.give(uid, 'wallet', 1n)
    await buy(stage, uid, product)
    expect(await stage.account(uid, 'wallet')).toBe(0n)
  })
})

describe('cycles', () => {
  const three = [
    { method: 'fixed', rate: '0.0011', days: 7 },
    { method: 'compound', rate: '0.0054', days: 30 },
    { method: 'fixed', rate: '0.0052', days: 30 },
    { method: 'compound', rate: '0.0200', days: 90 },
  ] as const

  it('base ones are bought by method, further ones by id and method, and none of another product', async () => {
    const [product, other] = [await stage.product({ cycles: three }), await stage.product({ cycles: three })]
    const [base = 0, , fixed = 0, compound = 0] = await cyclesOf(product)
    const [, , foreign = 0] = await cyclesOf(other)
    const uid = await stage.saver('1000')
    expect(await further(uid, product, compound, 'compound')).toMatchObject({ days: 90, method: 'compound' })
    expect(await refused(further(uid, product, fixed, 'compound'))).toEqual({
      ...{ code: 'invalidField', field: 'interesttype' },
    })
    for (const cycle of [base, foreign, 0, 999_999])
      expect(await refused(further(uid, product, cycle, 'fixed'))).toEqual({ code: 'notFound' })
    expect(await refused(further(uid, 999_999, fixed, 'fixed'))).toEqual({ code: 'notFound' })
  })

  it('that are no longer sold can neither be bought by method nor by id', async () => {
    const product = await stage.product({ cycles: three })
    const [, , fixed = 0, compound = 0] = await cyclesOf(product)
    await run(`update invest_cycle set offered = false where product_id = ${product} and method = 'compound'`)
    const uid = await stage.saver('1000')
    expect(await refused(buy(stage, uid, product, { method: 'compound' }))).toEqual({
      ...{ code: 'invalidField', field: 'interesttype' },
    })
    expect(await refused(further(uid, product, compound, 'compound'))).toEqual({ code: 'notFound' })
    // Once the first fixed one is gone, the further one is the base.
    await run(`update invest_cycle set offered = false where product_id = ${product} and position = 0`)
    expect(await refused(further(uid, product, fixed, 'fixed'))).toEqual({ code: 'notFound' })
    expect(await buy(stage, uid, product)).toMatchObject({ days: 30, cycle_id: fixed })
  })

  it('keep the terms of the sale: a later change is of later orders', async () => {
    const product = await stage.product()
    const [cycle = 0] = await cyclesOf(product)
    const uid = await stage.saver('200')
    const before = await buy(stage, uid, product)
    await run(`update invest_cycle set rate = ${usdt('0.0005')} where id = ${cycle}`)
    await run(
      `update invest_product set redeem_fee = ${usdt('0.1')}, redeem_days = 3, name = 'Renamed' where id = ${product}`,
    )
    const after = await buy(stage, uid, product)
    expect(before).toMatchObject({ rate: 110_000n, promised: usdt('0.11'), redeem_fee: usdt('1') })
    expect(after).toMatchObject({ rate: 50_000n, promised: usdt('0.05'), redeem_fee: usdt('0.1') })
    expect(after.redeemable_ms - before.redeemable_ms).toBe(2 * dayMs)
    await stage.pass(7)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('200.16'))
    expect((await stage.orders(uid)).map(({ typename, profit }) => [typename, profit])).toEqual([
      ['Stage product', '0.11'],
      ['Renamed', '0.05'],
    ])
  })
})

describe('new risk that is closed', () => {
  it('to a locked customer, after a daily loss and while the ledger is not sound', async () => {
    const product = await stage.product()
    const trial = await stage.product({ type: 'experience' })
    const uid = await stage.saver('1000')
    await stage.give(uid, 'experience', usdt('100'))
    const { id } = await buy(stage, uid, product)
    await suspendLedger(stage)
    for (const attempt of [() => buy(stage, uid, product), () => buyExperience(stage, { uid }, trial)])
      expect(await refused(attempt())).toMatchObject({ code: 'ledgerSuspended' })
    // What is promised goes on.
    await stage.pass(1)
    expect(await stage.redeem(uid, id)).toMatchObject({ state: 'redeeming' })
    await stage.pass(1)
    expect(await stage.orders(uid, 1)).toMatchObject([{ state: 'redeemed' }])
    await resumeLedger(stage)
    const from = stage.clock.business()
    await run(`insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
      values (${uid}, 'customer_request', '', 'customer', ${from}, ${from + dayMs})`)
    for (const attempt of [() => buy(stage, uid, product), () => buyExperience(stage, { uid }, trial)])
      expect((await refused(attempt())).code).toBe('notAllowed')
    stage.clock.advance(dayMs)
    await stage.midnights.run()
    expect(await buy(stage, uid, product)).toMatchObject({ state: 'running' })
  })

  it('in live mode to who has not passed the check of investments, which trial funds need too', async () => {
    const trial = await stage.product({ type: 'experience' })
    const uid = await stage.saver('100')
    await stage.give(uid, 'experience', usdt('100'))
    await run(`update identity_customer set phone = '8801712345678' where uid = ${uid}`)
    expect(await refused(buyExperience(live, { uid }, trial))).toEqual({
      ...{ code: 'riskCheckRequired', product: 'invest' },
    })
    await pass(uid)
    expect(await buyExperience(live, { uid }, trial)).toMatchObject({ credit: usdt('100') })
  })
})

describe('trial funds', () => {
  it('of more than the maximum stay beyond it, and of less than the minimum buy nothing', async () => {
    const product = await stage.product({ type: 'experience' })
    await run(
      `update invest_cycle set min_principal = ${usdt('200')}, max_principal = ${usdt('500')} where product_id = ${product}`,
    )
    const [rich, poor] = [await stage.saver('1000'), await stage.saver('1000')]
    await stage.give(rich, 'experience', usdt('512.34567891'))
    await stage.give(poor, 'experience', usdt('199.99999999'))
    expect(await buyExperience(stage, { uid: rich }, product)).toMatchObject({
      ...{ credit: usdt('500'), principal: 0n, promised: usdt('0.55') },
    })
    expect(await stage.account(rich, 'experience')).toBe(usdt('12.34567891'))
    expect(await refused(buyExperience(stage, { uid: poor }, product))).toEqual({
      ...{ code: 'insufficientBalance', needed: '200', available: '199.99999999' },
    })
    // Own money is never taken for them.
    expect(await stage.account(poor, 'wallet')).toBe(usdt('1000'))
    await stage.give(poor, 'experience', 1n)
    expect(await buyExperience(stage, { uid: poor }, product)).toMatchObject({ credit: usdt('200') })
  })

  it('are bought once, however many at once try, and never by the calls of own money or the other way round', async () => {
    const [trial, own] = [await stage.product({ type: 'experience' }), await stage.product()]
    const uid = await stage.saver('1000')
    await stage.give(uid, 'experience', usdt('1000'))
    expect(await refused(buy(stage, uid, trial))).toEqual({ code: 'notFound' })
    expect(await refused(buyExperience(stage, { uid }, own))).toEqual({ code: 'notFound' })
    expect(await refused(buyExperience(stage, { uid }, 999_999))).toEqual({ code: 'notFound' })
    const attempts = Array.from({ length: 20 }, () => buyExperience(stage, { uid }, trial))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'invalidState', data: { reason: 'once' } })
    // Another trial product does not give a second one, nor does the first one once it ended.
    const second = await stage.product({ type: 'experience' })
    expect(await refused(buyExperience(stage, { uid }, second))).toMatchObject({ reason: 'once' })
    await stage.pass(7)
    expect(await refused(buyExperience(stage, { uid }, second))).toMatchObject({ reason: 'once' })
    expect(await stage.broken()).toEqual({})
  })

  it('off sale, with ten orders or with an empty reserve answer as the specification orders', async () => {
    const trial = await stage.product({ type: 'experience', reserve: '0.1' })
    const own = await stage.product()
    const uid = await stage.saver('1000')
    await stage.give(uid, 'experience', usdt('90'))
    for (let order = 0; order < 10; order += 1) await buy(stage, uid, own)
    await run(`update invest_product set on_sale = false where id = ${trial}`)
    const answer = () => refused(buyExperience(stage, { uid }, trial))
    expect(await answer()).toEqual({ code: 'notTradable' })
    await run(`update invest_product set on_sale = true where id = ${trial}`)
    expect(await answer()).toMatchObject({ code: 'insufficientBalance', needed: '100', available: '90' })
    await stage.give(uid, 'experience', usdt('10'))
    expect(await answer()).toEqual({ code: 'tooManyOrders', max: 10 })
    await stage.pass(7)
    expect(await answer()).toEqual({ code: 'insufficientReserve', max: '0' })
  })
})
