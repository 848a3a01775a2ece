import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePosition, placeOrder } from '../contracts/index.ts'
import { createCheckoutDeposit } from '../deposits/index.fixture.ts'
import { paySandboxDepositIn } from '../deposits/index.ts'
import { createCustomer } from '../identity/index.ts'
import { postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { readLimits } from './index.fixture.ts'
import { effectiveLimits, setLimits } from './service/limits.ts'
import { listLimits } from './store.ts'

let stage: ContractFixture
beforeAll(async () => {
  stage = await contractFixture()
})
afterAll(() => stage.database.drop())

const hour = 3_600_000
let born = 0
/** A customer with 1000 USDT in the contract wallet. */
const newcomer = async (): Promise<number> => {
  born += 1
  const person = { email: `p${born}@example.com`, phone: `12025550${100 + born}`, passwordHash: 'x' }
  const uid = await transact(stage.database.db, (tx) =>
    createCustomer(tx, {
      ...person,
      referrerUid: 10000,
      proven: ['email', 'phone'] as const,
      lang: 'en',
      registeredMs: 1,
    }),
  )
  await stage.give(uid, '1000')
  return uid
}
const open = (uid: number) => placeOrder(stage, { uid }, orderCommand({ price: '65850', lots: 10 }))
const close = (uid: number, id: number) => closePosition(stage, { uid }, { id, lots: null })
const limit = (uid: number, body: Parameters<typeof setLimits>[2]) =>
  setLimits(stage, uid, body, async () => 'password')
const payload = { dailyLoss: undefined, deposit: undefined, pauseUntil: undefined }
const deposit = (uid: number, money: string) =>
  createCheckoutDeposit(stage, uid, { channel: 'sandbox', amount: usdt(money) }, 'en')
/** Opens and closes at a loss of 10 USDT and fees of about 0.66. */
const lose = async (uid: number): Promise<void> => {
  const { id } = await open(uid)
  stage.markets.set('BTCUSDT', '64850', '64850.01')
  await close(uid, id)
  stage.markets.set('BTCUSDT', '65849.99', '65850')
}

describe('a daily loss limit', () => {
  it('refuses new orders once the day’s loss has reached it, until midnight, and lets positions close', async () => {
    const uid = await newcomer()
    await limit(uid, { ...payload, dailyLoss: usdt('10') })
    const held = await open(uid)
    await lose(uid)
    expect(await readLimits(stage, uid)).toMatchObject({ dailyLoss: '10', resultToday: '-10.98275' })
    const midnight = Date.UTC(2026, 5, 16, 23)
    expect(await expectDomainError(open(uid))).toEqual({
      code: 'selfLimitReached',
      data: { limit: '10', until: midnight },
    })
    await close(uid, held.id)
    stage.clock.advance(midnight - stage.clock.business() - 1)
    expect((await expectDomainError(open(uid))).code).toBe('selfLimitReached')
    stage.clock.advance(1)
    expect((await open(uid)).state).toBe('open')
  })
  it('is not applied to another customer', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    await limit(one, { ...payload, dailyLoss: usdt('1') })
    await lose(one)
    expect((await expectDomainError(open(one))).code).toBe('selfLimitReached')
    expect((await open(other)).state).toBe('open')
  })
  it('counts profits too: who is ahead has not lost', async () => {
    const uid = await newcomer()
    await limit(uid, { ...payload, dailyLoss: usdt('5') })
    const { id } = await open(uid)
    stage.markets.set('BTCUSDT', '67850', '67850.01')
    await close(uid, id)
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    await lose(uid)
    expect((await open(uid)).state).toBe('open')
  })
  it('stays for 24 hours when it is taken away, and the wish can be seen waiting', async () => {
    const uid = await newcomer()
    await limit(uid, { ...payload, dailyLoss: usdt('1') })
    await lose(uid)
    const from = stage.clock.business() + 24 * hour
    expect(await limit(uid, { ...payload, dailyLoss: null })).toMatchObject({
      dailyLoss: '1',
      pending: [{ name: 'dailyLoss', value: null, from }],
    })
    expect((await expectDomainError(open(uid))).code).toBe('selfLimitReached')
    stage.clock.advance(24 * hour - 1)
    expect((await readLimits(stage, uid)).dailyLoss).toBe('1')
    stage.clock.advance(1)
    expect(await readLimits(stage, uid)).toMatchObject({ dailyLoss: null, pending: [] })
  })
})

describe('a pause', () => {
  it('refuses orders and deposits until it ends, and lets positions close', async () => {
    const uid = await newcomer()
    const { id } = await open(uid)
    const pauseUntil = stage.clock.business() + 5 * hour
    expect(await limit(uid, { ...payload, pauseUntil })).toMatchObject({ pauseUntil })
    const refused = { code: 'selfLimitReached', data: { until: pauseUntil } }
    expect(await expectDomainError(open(uid))).toEqual(refused)
    expect(await expectDomainError(deposit(uid, '10'))).toEqual(refused)
    expect((await close(uid, id)).state).toBe('closed')
    // Taking it away would need 24 hours, so it ends by itself before.
    await limit(uid, { ...payload, pauseUntil: 0 })
    expect((await expectDomainError(open(uid))).code).toBe('selfLimitReached')
    stage.clock.advance(5 * hour)
    expect(await readLimits(stage, uid)).toMatchObject({ pauseUntil: null })
    expect((await open(uid)).state).toBe('open')
    expect(await deposit(uid, '10')).toMatch(/^\/practice\/gateway\//)
  })
  it('is refused when it would end in the past or beyond five years', async () => {
    const uid = await newcomer()
    const now = stage.clock.business()
    for (const pauseUntil of [1, now, now + 6 * 366 * 24 * hour])
      expect((await expectDomainError(limit(uid, { ...payload, pauseUntil }))).code).toBe('outOfRange')
  })
})

describe('a deposit limit', () => {
  it('counts what was paid today and what still waits', async () => {
    const uid = await newcomer()
    await limit(uid, { ...payload, deposit: usdt('100') })
    // A grant of the platform is no deposit of the customer.
    const grant = {
      from: external('operatorCapital'),
      to: customer(uid, 'wallet'),
      amount: 1n,
      type: journal.deposit,
    }
    await transact(stage.database.db, (tx) =>
      postSingle(tx, stage.clock.business(), { cause: { kind: 'test', id: 1 }, transfers: [grant] }),
    )
    expect((await readLimits(stage, uid)).depositedToday).toBe('0')
    const page = (await deposit(uid, '60')).split('/').at(-1) ?? ''
    expect(await expectDomainError(deposit(uid, '40.00000001'))).toMatchObject({
      code: 'selfLimitReached',
      data: { limit: '100', left: '40' },
    })
    await transact(stage.database.db, (tx) => paySandboxDepositIn(tx, page, stage.clock))
    expect((await readLimits(stage, uid)).depositedToday).toBe('60')
    await deposit(uid, '40')
    expect((await expectDomainError(deposit(uid, '10'))).data).toMatchObject({ left: '0' })
    // What was not paid in time frees its place.
    stage.clock.tick(31 * 60_000)
    await deposit(uid, '10')
  })
  it('is not passed by a hundred deposits at once', async () => {
    const uid = await newcomer()
    await limit(uid, { ...payload, deposit: usdt('100') })
    const began = await Promise.all(
      Array.from({ length: 100 }, () =>
        deposit(uid, '10').then(
          () => 'began',
          () => 'refused',
        ),
      ),
    )
    expect(began.filter((result) => result === 'began').length).toBe(10)
  })
})

describe('limits', () => {
  it.each([{ ...payload }, { ...payload, dailyLoss: 0n as Usdt }, { ...payload, deposit: 0n as Usdt }])(
    'refuses an empty wish and a limit of nothing (case %#)',
    async (body) => {
      const uid = await newcomer()
      const { code } = await expectDomainError(limit(uid, body))
      expect(code).toBe(body.dailyLoss === 0n || body.deposit === 0n ? 'outOfRange' : 'invalidField')
    },
  )
  it('set by many at once end as one of them was alone, each wish written down', async () => {
    const uid = await newcomer()
    const amounts = Array.from({ length: 20 }, (_, at) => usdt(`${20 + at}`))
    await Promise.all(amounts.map((dailyLoss) => limit(uid, { ...payload, dailyLoss })))
    const { dailyLoss } = effectiveLimits(await listLimits(stage.database.db, uid), stage.clock.business())
    // Whatever the order, only tightening counted.
    expect(dailyLoss === null ? null : amounts.includes(dailyLoss as Usdt)).toBe(true)
    const later = effectiveLimits(
      await listLimits(stage.database.db, uid),
      stage.clock.business() + 24 * hour,
    )
    expect(dailyLoss !== null && later.dailyLoss !== null && later.dailyLoss >= dailyLoss).toBe(true)
  })
})
