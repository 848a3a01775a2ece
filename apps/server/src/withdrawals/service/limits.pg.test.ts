import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { requestedWithdrawalToWire, withdrawalQuoteToWire } from '@glasshouse/core/withdrawals/codec'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { testPassword } from '@glasshouse/testkit/wallets'
import { type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeCustomer } from '../../identity/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { cancelWithdrawal } from './cancel.ts'
import { getWithdrawalStatus } from './list.ts'
import { createWithdrawal, quoteWithdrawal, requestWithdrawal } from './request.ts'

// Every limit of a withdrawal one unit below, at and above it, with the figures of the specification.

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const noonMs = Date.UTC(2026, 6, 1, 11)
let days = 0
beforeEach(() => {
  // Each test begins at noon of a day of its own, so that the sums of 24 hours are its own.
  days += 3
  stage.clock.set(noonMs + days * dayMs)
})
afterEach(() => sql`delete from content_setting`.execute(stage.database.db))

const ask = async (uid: number, price: string, method: 'bank' | 'digital' = 'digital') =>
  requestedWithdrawalToWire(
    await requestWithdrawal(stage, uid, { method, amount: usdt(price), withdrawPassword: testPassword }),
  )
const refusal = async (uid: number, price: string, method: 'bank' | 'digital' = 'digital') =>
  expectDomainError(ask(uid, price, method))
const quote = async (uid: number, price: string) =>
  withdrawalQuoteToWire(await quoteWithdrawal(stage, uid, { method: 'digital', amount: usdt(price) }))
const set = async (settings: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(settings))
    await sql`insert into content_setting (key, value, changed_ms) values (${key}, ${value}, 1)
      on conflict (key) do update set value = excluded.value`.execute(stage.database.db)
}

describe('the amount', () => {
  it.each([
    ['bank', '49', '50', '50'],
    ['digital', '19', '20', '20'],
  ] as const)('to a %s is refused at %s and taken at %s', async (method, below, least, min) => {
    const { uid } = await stage.saver('1000')
    expect(await refusal(uid, below, method)).toEqual({
      code: 'outOfRange',
      data: { min, max: '50000', step: '1' },
    })
    const { tax, net } = await ask(uid, least, method)
    expect(usdt(tax) * 20n).toBe(usdt(least))
    expect(usdt(tax) + usdt(net)).toBe(usdt(least))
  })

  it('at the maximum is taken, one USDT above it is not', async () => {
    await set({ cash_max: '1000', cash_cap_without_product: '1000000' })
    const { uid } = await stage.saver('5000')
    expect((await refusal(uid, '1001')).data).toEqual({ min: '20', max: '1000', step: '1' })
    expect(await ask(uid, '1000')).toMatchObject({ tax: '50', net: '950' })
  })

  it('at the whole balance is taken, and the unit below a whole USDT stays', async () => {
    const { uid } = await stage.saver('100.99999999')
    expect(await refusal(uid, '101')).toEqual({
      code: 'insufficientBalance',
      data: { max: '100.99999999' },
    })
    await ask(uid, '100')
    expect(await stage.held(uid, 'wallet')).toBe(99_999_999n)
    expect(await stage.held(uid, 'withdrawal')).toBe(usdt('100'))
  })

  it('is judged before the password, and the balance after it: a thief with a session learns no balance', async () => {
    const { uid } = await stage.saver('30')
    const withWrong = (price: string) =>
      expectDomainError(
        requestWithdrawal(stage, uid, {
          method: 'digital',
          amount: usdt(price),
          withdrawPassword: 'Wrong123',
        }),
      )
    expect((await withWrong('19')).code).toBe('outOfRange')
    // Below, at and above the balance the answer is one and the same.
    for (const price of ['29', '30', '31', '10001'])
      expect(await withWrong(price), price).toMatchObject({ code: 'invalidCredentials' })
    expect(await stage.held(uid, 'withdrawal')).toBe(0n)
  })
})

describe('the cap of a day', () => {
  it('is 10000 without a product, and names what is left', async () => {
    const { uid } = await stage.saver('30000')
    expect(await refusal(uid, '10001')).toEqual({ code: 'outOfRange', data: { max: '10000', cap: '10000' } })
    await ask(uid, '10000')
    expect(await refusal(uid, '20')).toEqual({ code: 'outOfRange', data: { max: '0', cap: '10000' } })
    expect((await quote(uid, '20')).cap).toBe('0')
  })

  it('begins anew at midnight of UTC+1, not of UTC', async () => {
    const { uid } = await stage.saver('40000')
    const midnightMs = noonMs + days * dayMs + 12 * hourMs
    stage.clock.set(midnightMs - 1)
    await ask(uid, '10000')
    expect((await refusal(uid, '20')).code).toBe('outOfRange')
    stage.clock.set(midnightMs)
    expect((await quote(uid, '20')).cap).toBe('10000')
    await ask(uid, '10000')
    // Midnight of UTC is one hour into the same day.
    stage.clock.set(midnightMs + hourMs)
    expect((await refusal(uid, '20')).data).toEqual({ max: '0', cap: '10000' })
  })

  it('counts the day of the request, whenever it is taken back', async () => {
    const { uid } = await stage.saver('20000')
    const yesterday = await ask(uid, '10000')
    stage.clock.advance(dayMs)
    await ask(uid, '4000')
    await cancelWithdrawal(stage, uid, yesterday.id)
    expect((await quote(uid, '20')).cap).toBe('6000')
  })

  it('does not count what another customer withdraws, nor what is sent already less', async () => {
    const [{ uid }, other] = [await stage.saver('20000'), await stage.saver('20000')]
    await ask(other.uid, '10000')
    await ask(uid, '1000')
    await ask(uid, '500', 'bank')
    expect((await quote(uid, '20')).cap).toBe('8500')
  })

  it('lowered below what was withdrawn leaves nothing, never less', async () => {
    const { uid } = await stage.saver('20000')
    await ask(uid, '3000')
    await set({ cash_cap_without_product: '1000' })
    expect((await quote(uid, '20')).cap).toBe('0')
    expect(await refusal(uid, '20')).toEqual({ code: 'outOfRange', data: { max: '0', cap: '1000' } })
  })

  it('is asked of a customer whose product ended, with what was withdrawn beside it', async () => {
    const { uid } = await stage.saver('40000')
    let runs = true
    const deps = { ...stage, hasProduct: async () => runs }
    const price = (amount: string) =>
      requestWithdrawal(deps, uid, {
        method: 'digital',
        amount: usdt(amount),
        withdrawPassword: testPassword,
      })
    expect(await price('12000')).toMatchObject({ fee: 0n, net: usdt('12000') })
    runs = false
    expect((await expectDomainError(price('20'))).data).toEqual({ max: '0', cap: '10000' })
    runs = true
    expect(await price('20')).toMatchObject({ fee: 0n, net: usdt('20') })
  })
})

describe('the second manager', () => {
  const needed = async (uid: number, id: number) =>
    (await getWithdrawalStatus(stage, uid, id)).approvalsNeeded

  it('is needed above 5000, not at it', async () => {
    const { uid } = await stage.saver('20000')
    const [at, above] = [await ask(uid, '5000'), await ask(uid, '5000')]
    expect([await needed(uid, at.id), await needed(uid, above.id)]).toEqual([1, 1])
    const { uid: other } = await stage.saver('20000')
    expect(await needed(other, (await ask(other, '5001')).id)).toBe(2)
    expect((await quote(other, '5000')).approvals).toBe(1)
    expect((await quote(other, '5001')).approvals).toBe(2)
  })

  it('is needed by the sum of 24 hours: at the threshold not, one USDT above it', async () => {
    for (const [second, expected] of [
      ['2000', 1],
      ['2001', 2],
    ] as const) {
      days += 3
      stage.clock.set(noonMs + days * dayMs)
      const { uid } = await stage.saver('20000')
      const [first, next] = [await ask(uid, '3000'), await ask(uid, second)]
      await stage.approve(stage.ann, first.id)
      expect(await stage.approve(stage.bob, next.id)).toMatchObject({ needed: expected })
    }
  })

  it('counts 24 hours from the approval to the millisecond', async () => {
    for (const [waitMs, expected] of [
      [dayMs - 1, 2],
      [dayMs, 1],
    ] as const) {
      days += 3
      stage.clock.set(noonMs + days * dayMs)
      const { uid } = await stage.saver('20000')
      const [first, next] = [await ask(uid, '3000'), await ask(uid, '3000')]
      await stage.approve(stage.ann, first.id)
      stage.clock.advance(waitMs)
      expect(await stage.approve(stage.bob, next.id)).toMatchObject({ needed: expected })
    }
  })

  it('does not count what two managers let through, nor what came back', async () => {
    const { uid } = await stage.saver('40000')
    const withProduct = { ...stage, hasProduct: async () => true }
    const large = await requestWithdrawal(withProduct, uid, {
      method: 'digital',
      amount: usdt('9000'),
      withdrawPassword: testPassword,
    })
    await stage.approve(stage.ann, large.id)
    await stage.approve(stage.bob, large.id)
    const back = await requestWithdrawal(withProduct, uid, {
      method: 'digital',
      amount: usdt('4000'),
      withdrawPassword: testPassword,
    })
    await stage.approve(stage.ann, back.id)
    await cancelWithdrawal(stage, uid, back.id)
    const next = await requestWithdrawal(withProduct, uid, {
      method: 'digital',
      amount: usdt('4000'),
      withdrawPassword: testPassword,
    })
    expect(await stage.approve(stage.ann, next.id)).toMatchObject({ state: 'approved', needed: 1 })
  })

  it('stays needed when the setting is raised after the request, and the first approval counts', async () => {
    const { uid } = await stage.saver('20000')
    const { id } = await ask(uid, '5001')
    await stage.approve(stage.ann, id)
    await set({ withdraw_second_approval_above: '100000' })
    expect((await expectDomainError(stage.approve(stage.ann, id))).data).toEqual({ reason: 'sameManager' })
    expect(await stage.approve(stage.bob, id)).toMatchObject({ state: 'approved', approvals: 2, needed: 2 })
  })

  it('becomes needed when the setting is lowered between request and decision', async () => {
    const { uid } = await stage.saver('20000')
    const { id } = await ask(uid, '3000')
    expect(await needed(uid, id)).toBe(1)
    await set({ withdraw_second_approval_above: '1000' })
    expect(await stage.approve(stage.ann, id)).toMatchObject({ state: 'pending', approvals: 1, needed: 2 })
    expect(await stage.approve(stage.bob, id)).toMatchObject({ state: 'approved', approvals: 2 })
  })
})

it('the fee of every whole amount to 500 is a twentieth of it, in quote, answer and ledger', async () => {
  const { uid } = await stage.saver('40000')
  let expectedHold = 0n
  for (const amount of [20, 21, 33, 47, 99, 101, 333, 500]) {
    const price = String(amount)
    const { tax, net } = await ask(uid, price)
    const cents = amount * 5
    const expected = `${Math.floor(cents / 100)}${
      cents % 100 === 0
        ? ''
        : `.${String(cents % 100)
            .padStart(2, '0')
            .replace(/0$/, '')}`
    }`
    expect([price, tax]).toEqual([price, expected])
    expect(net).toBe(formatUsdt(usdt(price) - usdt(tax)))
    expect(await quote(uid, price)).toMatchObject({ tax, net })
    expectedHold += usdt(price)
  }
  expect(await stage.held(uid, 'withdrawal')).toBe(expectedHold)
  expect(await stage.broken()).toEqual({})
})

describe('an account', () => {
  it('that is closed, or locked meanwhile, withdraws nothing', async () => {
    const { uid } = await stage.saver('100')
    const nowMs = stage.clock.business()
    await sql`insert into identity_lock (uid, reason, remark, origin, staff_id, from_ms, until_ms)
      values (${uid}, 'stolen_access', 'x', 'staff', ${stage.ann.id}, ${nowMs}, ${nowMs + 72 * hourMs})`.execute(
      stage.database.db,
    )
    expect((await refusal(uid, '100')).code).toBe('notAllowed')
    stage.clock.advance(72 * hourMs)
    await ask(uid, '50')
    await transact(stage.database.db, (tx) =>
      closeCustomer(tx, uid, { nowMs: stage.clock.now(), businessMs: stage.clock.business() }),
    )
    // The password was verified just before the closing: the command itself finds the account closed.
    const late = transact(stage.database.db, (tx) =>
      createWithdrawal(stage, tx, uid, usdt('50'), { method: 'digital' }),
    )
    expect((await expectDomainError(late)).code).toBe('sessionRevoked')
    expect(await stage.held(uid, 'wallet')).toBe(usdt('50'))
  })

  it('that is locked still takes a withdrawal back', async () => {
    const { uid } = await stage.saver('100')
    const { id } = await ask(uid, '100')
    const nowMs = stage.clock.business()
    await sql`insert into identity_lock (uid, reason, remark, origin, staff_id, from_ms, until_ms)
      values (${uid}, 'customer_request', 'x', 'staff', ${stage.ann.id}, ${nowMs}, ${nowMs + hourMs})`.execute(
      stage.database.db,
    )
    await cancelWithdrawal(stage, uid, id)
    expect(await stage.held(uid, 'wallet')).toBe(usdt('100'))
  })
})
