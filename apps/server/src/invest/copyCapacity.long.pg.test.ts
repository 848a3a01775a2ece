import { DomainError } from '@glasshouse/core/errors/registry'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

const hundred = usdt('100')
const poolOf = async (product: number) => {
  const { rows } = await sql<{ waiting: bigint; units: bigint; capacity: bigint }>`
    select waiting, units, capacity from invest_pool where product_id = ${product}`.execute(stage.database.db)
  const [row] = rows
  if (row === undefined) throw new Error('no pool')
  return row
}
const savers = (count: number, amount: string) =>
  Promise.all(Array.from({ length: count }, () => stage.saver(amount)))
/** Refusals by code; anything that is no refusal fails the test. */
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => {
    if (one.status === 'fulfilled') return []
    if (!(one.reason instanceof DomainError)) throw one.reason
    return [one.reason.code]
  })

describe('a hundred who join at once', () => {
  it('share what may still enter: it is given out whole, in hundreds, and never exceeded', async () => {
    const lead = await stage.lead('1000')
    const product = await stage.copyProduct(lead)
    // Twenty times 1000 may enter; a hundred customers ask for 100 to 900 each, together for 50,000.
    const amounts = Array.from({ length: 100 }, (_, at) => ((at * 7) % 9) + 1)
    const uids = await savers(100, '900')
    const outcomes = await Promise.allSettled(
      uids.map((uid, at) => stage.ask(uid, product, String((amounts[at] ?? 0) * 100))),
    )
    expect(new Set(codesOf(outcomes))).toEqual(new Set(['insufficientReserve']))
    const given = outcomes.reduce(
      (sum, { status }, at) => sum + (status === 'fulfilled' ? BigInt(amounts[at] ?? 0) : 0n),
      0n,
    )
    const { waiting } = await poolOf(product)
    expect(waiting).toBe(given * hundred)
    expect(waiting).toBeLessThanOrEqual(usdt('20000'))
    // What is left is less than the least of those who were refused asked for.
    const refused = amounts.filter((_, at) => outcomes[at]?.status === 'rejected')
    expect(usdt('20000') - waiting).toBeLessThan(BigInt(Math.max(...refused)) * hundred)
    // Each pays for what it got, and for nothing else.
    for (const [at, uid] of uids.entries()) {
      const isIn = outcomes[at]?.status === 'fulfilled'
      const money = BigInt(amounts[at] ?? 0) * hundred
      expect(await stage.account(uid, 'principal')).toBe(isIn ? money : 0n)
      expect(await stage.account(uid, 'wallet')).toBe(usdt('900') - (isIn ? money : 0n))
    }
    expect(await stage.broken()).toEqual({})
    await stage.deal()
    expect(await poolOf(product)).toMatchObject({ waiting: 0n, units: given * hundred })
    expect(await stage.broken()).toEqual({})
  })

  it('while others take their place back find room exactly where one was left', async () => {
    const product = await stage.copyProduct(await stage.lead('1000'), { minbuymoney: '500' })
    const first = await savers(40, '500')
    const orders = await Promise.all(first.map((uid) => stage.ask(uid, product, '500')))
    expect((await poolOf(product)).waiting).toBe(usdt('20000'))
    const late = await savers(50, '500')
    const leaving = first.slice(0, 15).map((uid, at) => stage.end(uid, orders[at] ?? 0, 'now'))
    const joining = await Promise.allSettled(late.map((uid) => stage.ask(uid, product, '500')))
    await Promise.all(leaving)
    const inside = joining.filter(({ status }) => status === 'fulfilled').length
    expect(inside).toBeLessThanOrEqual(15)
    expect((await poolOf(product)).waiting).toBe(usdt('500') * BigInt(25 + inside))
    // The rest of the room is there for those who ask again.
    const again = late.filter((_, at) => joining[at]?.status === 'rejected')
    const second = await Promise.allSettled(again.map((uid) => stage.ask(uid, product, '500')))
    expect(second.filter(({ status }) => status === 'fulfilled')).toHaveLength(15 - inside)
    expect(new Set(codesOf(second))).toEqual(new Set(['insufficientReserve']))
    expect((await poolOf(product)).waiting).toBe(usdt('20000'))
    expect(await stage.broken()).toEqual({})
  })

  it('on one wallet spend it once, and one of them waits at a time', async () => {
    const product = await stage.copyProduct(await stage.lead('5000'))
    const other = await stage.copyProduct(await stage.lead('5000'))
    const uid = await stage.saver('300')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) => stage.ask(uid, at % 2 === 0 ? product : other, '200')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const code of codesOf(outcomes)) expect(['invalidState', 'insufficientBalance']).toContain(code)
    expect(await stage.account(uid, 'wallet')).toBe(hundred)
    expect(await stage.broken()).toEqual({})
  })
})

describe('what may enter', () => {
  it('shrinks with a loss of the lead before the next look, and grows with what the lead adds', async () => {
    const lead = await stage.lead('2000')
    const product = await stage.copyProduct(lead)
    const uid = await stage.saver('100000')
    await stage.open(lead, 1, 140)
    stage.markets.set('BTCUSDT', '60000', '60000.01')
    // 140 lots of 0.001 lose 560 of 2000; twenty times the rest is less than 29,000.
    const tooMuch = await stage.ask(uid, product, '29000').catch((error: unknown) => error)
    expect(tooMuch).toMatchObject({ code: 'insufficientReserve' })
    const { max } = (tooMuch as DomainError).data as { max: string }
    expect(usdt(max) % hundred).toBe(0n)
    await stage.ask(uid, product, max)
    expect((await poolOf(product)).waiting).toBe(usdt(max))
    await stage.give(lead, 'contract2', usdt('100'))
    const second = await stage.saver('5000')
    // A hundred more of the lead is room for two thousand.
    await stage.ask(second, product, '2000')
    const third = await stage.saver('5000')
    expect(await stage.ask(third, product, '2000').catch((error: unknown) => error)).toMatchObject({
      code: 'insufficientReserve',
    })
    expect(await stage.broken()).toEqual({})
  })
})
