import { usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeCustomer } from '../../identity/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { createCheckoutDeposit } from './checkout.ts'
import { assertDepositAccepted, readAllowance } from './depositAllowance.ts'
import { reportTransfer } from './onchain.ts'
import { paySandboxDeposit } from './sandbox.ts'

// A customer's own deposit limit and pause: what was paid in today and what may still arrive count together.

let platform: TestPlatform
let uid = 0
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase(16))
})
afterAll(() => platform.database.drop())
beforeEach(async () => {
  ;({ uid } = await newCustomer(platform))
})

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const limit = (amount: string) =>
  sql`insert into protection_limit (uid, name, value) values (${uid}, 'deposit', ${usdt(amount)})
    on conflict (uid, name) do update set value = excluded.value`.execute(platform.database.db)
const begin = (amount: string) =>
  createCheckoutDeposit(platform, uid, { channel: 'sandbox', amount: usdt(amount) }, 'en')
const pay = async (amount: string) =>
  paySandboxDeposit(platform, (await begin(amount)).replace('/practice/gateway/', ''))
let hashes = 0
const report = (amount: string) => {
  hashes += 1
  const hash = `0x${hashes.toString(16).padStart(64, '0')}`
  return reportTransfer(platform, uid, { network: 1001, amount: usdt(amount), hash }, 'en')
}
const left = async () =>
  (await transact(platform.database.db, (tx) => readAllowance(platform, tx, uid, null))).ownLimit?.left

describe('the own limit', () => {
  it('lets through what is left to the unit, and names limit, rest and when it begins anew', async () => {
    await limit('100')
    const refused = await expectDomainError(begin('100.00000001'))
    const nextDayMs = Math.floor((platform.clock.business() + hourMs) / dayMs) * dayMs + dayMs - hourMs
    expect(refused).toEqual({
      code: 'selfLimitReached',
      data: { limit: '100', left: '100', until: nextDayMs },
    })
    await begin('60')
    expect((await expectDomainError(begin('40.00000001'))).data).toMatchObject({ left: '40' })
    await report('40')
    expect((await expectDomainError(begin('10'))).data).toMatchObject({ left: '0' })
    expect((await expectDomainError(report('10'))).code).toBe('selfLimitReached')
  })

  it('counts a paid deposit once, not as pending beside what it credited', async () => {
    await limit('100')
    expect(await pay('70')).toBe('paid')
    expect(await left()).toBe(usdt('30'))
    await begin('30')
    expect(await left()).toBe(0n)
  })

  it('is free again of a page that expired, and of the day at midnight of UTC+1', async () => {
    await limit('100')
    await begin('100')
    expect(await left()).toBe(0n)
    platform.clock.tick(30 * 60_000)
    expect(await left()).toBe(usdt('100'))
    await pay('100')
    expect(await left()).toBe(0n)
    platform.clock.advance(dayMs)
    expect(await left()).toBe(usdt('100'))
  })

  it('lowered below what was paid in leaves nothing, and what is begun is paid all the same', async () => {
    const page = (await begin('80')).replace('/practice/gateway/', '')
    await limit('10')
    expect(await left()).toBe(0n)
    // Money that arrives belongs to the customer.
    expect(await paySandboxDeposit(platform, page)).toBe('paid')
    expect((await expectDomainError(begin('10'))).code).toBe('selfLimitReached')
  })

  it('is kept by a hundred requests at once', async () => {
    await limit('1000')
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => begin('90')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
    expect(await left()).toBe(usdt('10'))
  })
})

describe('an account', () => {
  const asserted = (channels: readonly string[] | null) =>
    transact(platform.database.db, (tx) =>
      assertDepositAccepted(
        platform,
        tx,
        { uid, amount: usdt('50'), limits: { min: usdt('10'), max: usdt('100') } },
        channels,
      ),
    )

  it('in a pause of its own begins nothing until the pause ends, by the business calendar', async () => {
    const until = platform.clock.business() + 2 * dayMs
    await sql`insert into protection_limit (uid, name, value) values (${uid}, 'pauseUntil', ${until})`.execute(
      platform.database.db,
    )
    expect(await expectDomainError(asserted(null))).toEqual({ code: 'selfLimitReached', data: { until } })
    platform.clock.advance(2 * dayMs - 1)
    expect((await expectDomainError(begin('50'))).code).toBe('selfLimitReached')
    platform.clock.advance(1)
    await begin('50')
  })

  it('that is closed begins nothing', async () => {
    await transact(platform.database.db, (tx) =>
      closeCustomer(tx, uid, { nowMs: platform.clock.now(), businessMs: platform.clock.business() }),
    )
    expect((await expectDomainError(asserted(null))).code).toBe('sessionRevoked')
    expect((await expectDomainError(begin('50'))).code).toBe('sessionRevoked')
    expect((await expectDomainError(report('50'))).code).toBe('sessionRevoked')
  })

  it('waits with ten reports at most, and pages of the practice gateway are not among them', async () => {
    for (let at = 0; at < 12; at += 1) await begin('10')
    for (let at = 0; at < 10; at += 1) await report('10')
    expect(await expectDomainError(report('10'))).toEqual({ code: 'tooManyOrders', data: { max: 10 } })
    await begin('10')
    expect((await expectDomainError(asserted(['erc20', 'trc20']))).code).toBe('tooManyOrders')
    await asserted(['btcpay'])
    await asserted(null)
  })
})
