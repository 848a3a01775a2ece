import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { moveFunds } from '../../../wallets/index.ts'
import type { InvestDeps } from '../deps.ts'
import { buyBaseCycle, buyExperience, buyFurtherCycle } from '../purchase.ts'
import { measureCapacities, stopLeading } from './stop.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]

let stage: CopyStage
let live: InvestDeps
beforeAll(async () => {
  stage = await copyFixture()
  live = { ...stage, settings: { ...stage.settings, MODE: 'live' } }
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '65849.99', '65850'))

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
const ask = (deps: InvestDeps, uid: number, productId: number, wanted: PurchaseChoice = {}) => {
  const { amount = '100', password = testPassword, method = 'fixed' } = wanted
  const command = { productId, method, amount: usdt(amount), withdrawPassword: password }
  return buyBaseCycle(deps, { uid }, { ...command, stopLossPercent: null })
}
const setLead = (uid: number, fields: string) => run(`update invest_lead set ${fields} where uid = ${uid}`)
const phone = (uid: number, number: string) =>
  run(`update identity_customer set phone = '${number}' where uid = ${uid}`)
const poolRow = async (product: number) => {
  const { rows } = await sql<{ waiting: bigint; capacity: bigint; units: bigint }>`
    select waiting, capacity, units from invest_pool where product_id = ${product}`.execute(stage.database.db)
  const [row] = rows
  if (row === undefined) throw new Error('no pool')
  return row
}

describe('one obstacle after the other', () => {
  it('is answered in the order of the specification, each as soon as the one before is out of the way', async () => {
    const lead = await stage.lead('1000')
    const product = await stage.copyProduct(lead, { maxbuymoney: '30000', maxmultiple: 3 })
    const uid = await stage.saver('1000')
    const interest = await stage.product()
    for (let order = 0; order < 9; order += 1) await ask(stage, uid, interest)
    const waits = await ask(stage, uid, product)
    await phone(uid, '4915123456789')
    await run(`update invest_product set on_sale = false where id = ${product}`)
    await setLead(lead, 'risk_score = 8')
    const until = stage.clock.business() + hourMs
    await run(`insert into protection_limit (uid, name, value) values (${uid}, 'pauseUntil', ${until})`)
    const all = { amount: '150', password: 'Wrong-1', method: 'compound' } as const
    expect(await refused(ask(live, uid, product, all))).toEqual({
      ...{ code: 'invalidField', field: 'interesttype' },
    })
    const wrong = { amount: '150', password: 'Wrong-1' }
    expect(await refused(ask(live, uid, product, wrong))).toEqual({ code: 'invalidCredentials' })
    const known = { amount: '150' }
    // A multiple of 3 is above the cap of the country; without it the own pause is next.
    expect(await refused(ask(live, uid, product, known))).toEqual({
      ...{ code: 'notAllowed', reason: 'notOfferedHere', region: 'eea' },
    })
    await run(`update invest_pool set max_multiple = 2 where product_id = ${product}`)
    expect(await refused(ask(live, uid, product, known))).toEqual({ code: 'selfLimitReached', until })
    await run(`delete from protection_limit where uid = ${uid}`)
    expect(await refused(ask(live, uid, product, known))).toMatchObject({ code: 'riskCheckRequired' })
    await run(`insert into protection_answer (uid, product, version, answers, passed, lang, at_ms)
      values (${uid}, 'invest', '1', 'q1:a', true, 'en', ${stage.clock.business() - dayMs + 1})`)
    expect(await refused(ask(live, uid, product, known))).toMatchObject({ reason: 'coolingOff' })
    stage.clock.advance(1)
    expect(await refused(ask(live, uid, product, known))).toEqual({ code: 'notTradable' })
    await run(`update invest_product set on_sale = true where id = ${product}`)
    expect(await refused(ask(live, uid, product, known))).toEqual({
      ...{ code: 'notTradable', reason: 'riskScore' },
    })
    await setLead(lead, 'risk_score = 7')
    expect(await refused(ask(live, uid, product, known))).toMatchObject({ code: 'outOfRange', step: '100' })
    const large = { amount: '25000' }
    expect(await refused(ask(live, uid, product, large))).toEqual({
      ...{ code: 'invalidState', reason: 'inApproval' },
    })
    await stage.deal()
    expect(await stage.order(uid, waits.id)).toMatchObject({ state: 'running' })
    expect(await refused(ask(live, uid, product, large))).toEqual({ code: 'tooManyOrders', max: 10 })
    await run(`insert into content_setting (key, value, changed_ms) values ('invest_order_max', '11', 1)`)
    expect(await refused(ask(live, uid, product, large))).toEqual({
      ...{ code: 'insufficientBalance', needed: '25000', available: '0' },
    })
    await stage.give(uid, 'wallet', usdt('25000'))
    // 20 × 1000 less the 100 that are in.
    expect(await refused(ask(live, uid, product, large))).toEqual({
      ...{ code: 'insufficientReserve', max: '19900' },
    })
    expect(await ask(live, uid, product, { amount: '19900' })).toMatchObject({ state: 'waiting' })
    await run(`delete from content_setting where key = 'invest_order_max'`)
    expect(await stage.broken()).toEqual({})
  })

  it('a lead cannot buy the own product, which is refused after the amount', async () => {
    const lead = await stage.lead('1000')
    const product = await stage.copyProduct(lead)
    await stage.give(lead, 'wallet', usdt('500'))
    expect(await refused(ask(stage, lead, product, { amount: '150' }))).toMatchObject({ code: 'outOfRange' })
    expect(await refused(ask(stage, lead, product))).toEqual({ code: 'notAllowed', reason: 'ownProduct' })
    // Another product of another lead is like any other.
    expect(await ask(stage, lead, await stage.copyProduct(await stage.lead('1000')))).toMatchObject({
      state: 'waiting',
    })
  })

  it('is not got around by the calls of other products', async () => {
    const product = await stage.copyProduct(await stage.lead('1000'))
    const uid = await stage.saver('1000')
    await stage.give(uid, 'experience', usdt('100'))
    expect(await refused(buyExperience(stage, { uid }, product))).toEqual({ code: 'notFound' })
    const further = { productId: product, method: 'fixed', amount: usdt('100'), cycleId: 1 } as const
    expect(
      await refused(buyFurtherCycle(stage, { uid }, { ...further, withdrawPassword: testPassword })),
    ).toEqual({ code: 'notFound' })
  })
})

describe('copying is closed to new money', () => {
  it.each([
    ['8', 'false', false],
    ['8', 'true', false],
    ['10', 'false', false],
    ['null', 'false', false],
    ['null', 'true', true],
    ['7', 'false', true],
    ['1', 'false', true],
  ])('at a risk score of %s (waived %s): open is %s', async (score, waived, isOpen) => {
    const lead = await stage.lead('1000')
    const product = await stage.copyProduct(lead)
    await setLead(lead, `risk_score = ${score}, is_waived = ${waived}`)
    const uid = await stage.saver('100')
    if (isOpen) expect(await ask(stage, uid, product)).toMatchObject({ state: 'waiting' })
    else expect(await refused(ask(stage, uid, product))).toEqual({ code: 'notTradable', reason: 'riskScore' })
  })

  it('in a country without copy trading, which sells interest all the same', async () => {
    const product = await stage.copyProduct(await stage.lead('1000'))
    const interest = await stage.product()
    const uid = await stage.saver('200')
    await phone(uid, '12025550100')
    await run(`insert into protection_answer (uid, product, version, answers, passed, lang, at_ms)
      values (${uid}, 'invest', '1', 'q1:a', true, 'en', ${stage.clock.business() - 2 * dayMs})`)
    expect(await refused(ask(live, uid, product))).toMatchObject({ code: 'notAllowed', region: 'us' })
    expect(await ask(live, uid, interest)).toMatchObject({ state: 'running' })
  })

  it('once its lead has ended, its pool is stopped, or the ledger is not sound', async () => {
    const lead = await stage.lead('1000')
    const product = await stage.copyProduct(lead)
    const uid = await stage.saver('100')
    await suspendLedger(stage)
    expect(await refused(ask(stage, uid, product))).toMatchObject({ code: 'ledgerSuspended' })
    await resumeLedger(stage)
    await stopLeading(stage, { uid: lead })
    expect(await refused(ask(stage, uid, product))).toEqual({ code: 'notTradable' })
    await measureCapacities(stage)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('100'))
  })

  it('while a market of its lead is silent nothing is promised a place', async () => {
    const lead = await stage.lead('1000')
    const product = await stage.copyProduct(lead)
    await stage.open(lead, 1, 1)
    stage.markets.silence('BTCUSDT')
    const uid = await stage.saver('100')
    expect(await refused(ask(stage, uid, product))).toEqual({ code: 'insufficientReserve', max: '0' })
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    expect(await ask(stage, uid, product)).toMatchObject({ state: 'waiting' })
  })
})

describe('a place in a pool', () => {
  it('is money held until the dealing, and its terms are those of the day it was asked for', async () => {
    const product = await stage.copyProduct(await stage.lead('1000'), { leadfee: '12.5', exitlevy: '0.75' })
    const uid = await stage.saver('500')
    const order = await stage.ask(uid, product, '300', 25)
    expect(await stage.account(uid, 'principal')).toBe(usdt('300'))
    expect(await poolRow(product)).toMatchObject({ waiting: usdt('300'), units: 0n })
    await run(
      `update invest_pool set lead_fee_ppm = 1, exit_levy_ppm = 1, period_days = 60 where product_id = ${product}`,
    )
    const midnight = startOfNextDay(stage.clock.business())
    expect(await stage.order(uid, order)).toMatchObject({
      ...{ state: 'waiting', status: 0, stoploss: 25, leadfee: '12.5', exitlevy: '0.75', freezedate: 30 },
      ...{
        buymoney: '300',
        value: '0',
        units: '0',
        hwm: '0',
        next: midnight,
        endtime: midnight + 30 * dayMs,
      },
      ...{ interesttype: 3, typerete: '0', typerete2: '0', canover: 2, overself: 1, leaves: null },
    })
    await stage.deal()
    expect(await stage.account(uid, 'principal')).toBe(0n)
    expect(await stage.order(uid, order)).toMatchObject({
      ...{ state: 'running', leadfee: '12.5', exitlevy: '0.75', stoploss: 25, next: midnight + dayMs },
    })
    // One that names no stop-loss has the usual one.
    const next = await stage.ask(uid, product, '100')
    expect(await stage.order(uid, next)).toMatchObject({ stoploss: 40, leadfee: '0.0001', freezedate: 60 })
  })

  it('asked for after 23:50 is dealt a day later than one asked for until then', async () => {
    const product = await stage.copyProduct(await stage.lead('1000'))
    const [early, late] = [await stage.saver('100'), await stage.saver('100')]
    const midnight = startOfNextDay(stage.clock.business())
    stage.clock.advance(midnight - 600_000 - stage.clock.business())
    const first = await ask(stage, early, product)
    stage.clock.advance(1)
    const second = await ask(stage, late, product)
    expect([first.next_ms, second.next_ms]).toEqual([midnight, midnight + dayMs])
    await stage.deal()
    expect(await stage.order(early, first.id)).toMatchObject({ state: 'running' })
    expect(await stage.order(late, second.id)).toMatchObject({ state: 'waiting' })
    await stage.deal()
    expect(await stage.order(late, second.id)).toMatchObject({ state: 'running' })
    expect(await stage.broken()).toEqual({})
    stage.clock.advance(12 * hourMs)
  })

  longIt('waits once per customer and product, however many at once ask', async () => {
    const lead = await stage.lead('10000')
    const [product, other] = [await stage.copyProduct(lead), await stage.copyProduct(lead)]
    const uid = await stage.saver('10000')
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => ask(stage, uid, product)))
    const done = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(done).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ data: { reason: 'inApproval' } })
    // A place in another product of the same lead is another one.
    expect(await ask(stage, uid, other)).toMatchObject({ state: 'waiting' })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('9800'))
    await stage.deal()
    // Once it runs, another one may wait beside it.
    expect(await ask(stage, uid, product)).toMatchObject({ state: 'waiting' })
    expect(await refused(ask(stage, uid, product))).toMatchObject({ reason: 'inApproval' })
    expect(await stage.broken()).toEqual({})
  })

  it('counts what waits and what the lead holds: the last hundred is given once', async () => {
    const lead = await stage.lead('1004.99')
    const product = await stage.copyProduct(lead)
    const [big, small, none] = [
      await stage.saver('20000'),
      await stage.saver('100'),
      await stage.saver('100'),
    ]
    // 20 × 1004.99 is 20099.8, in whole hundreds 20000.
    expect((await poolRow(product)).capacity).toBe(usdt('20000'))
    await ask(stage, big, product, { amount: '19900' })
    expect((await poolRow(product)).capacity).toBe(usdt('100'))
    await ask(stage, small, product)
    expect(await refused(ask(stage, none, product))).toEqual({ code: 'insufficientReserve', max: '0' })
    // The lead adds 0.01: twenty times more is another hundred.
    await stage.give(lead, 'contract2', usdt('0.01'))
    expect(await ask(stage, none, product)).toMatchObject({ state: 'waiting' })
    await transact(stage.database.db, (tx) =>
      moveFunds(tx, stage.clock.business(), lead, { from: 'contract2', to: 'wallet' }, usdt('500')),
    )
    await measureCapacities(stage)
    expect((await poolRow(product)).capacity).toBe(0n)
    // Who was promised a place has it.
    await stage.deal()
    expect(await poolRow(product)).toMatchObject({ units: usdt('20100'), waiting: 0n })
    expect(await stage.broken()).toEqual({})
  })
})
