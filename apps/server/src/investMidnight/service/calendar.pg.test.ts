import { usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type InvestStage, investFixture, stageMidnights } from '@glasshouse/testkit/investments'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Orders over the days at which calendars are wrong: the end of February in a leap year and beside one, the turn of a
// year, and the ends of months. Days are counted by hand here, and money is added up from the entries of the ledger.

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

const [dayMs, hourMs] = [86_400_000, 3_600_000]
/** Sets the calendar to an hour of a day at UTC+1, as if the midnights before it had all been run. */
const begin = async (year: number, month: number, day: number, hour: number): Promise<void> => {
  const midnight = Date.UTC(year, month - 1, day) - hourMs
  await sql`insert into platform_midnight (at_ms, steps_done, finished_ms) values (${midnight}, 9, ${midnight})`.execute(
    stage.database.db,
  )
  stage.clock.advance(midnight + hour * hourMs - stage.clock.business())
}
/** What came into and out of a wallet, from its entries, by the instant of their transaction. */
const entriesOf = async (uid: number, purpose: string) => {
  const { rows } = await sql<{ at_ms: number; type: number; amount: bigint }>`
    select t.at_ms, e.type, e.amount from ledger_entry e join ledger_account a on a.id = e.account_id
    join ledger_transaction t on t.id = e.transaction_id
    where a.owner = 'customer' and a.owner_id = ${uid} and a.purpose = ${purpose} order by e.sequence`.execute(
    stage.database.db,
  )
  return rows
}
/** Days of an order with what each accrued, oldest first. */
const daysOf = async (orderId: number) => {
  const { rows } = await sql<{ day: number; number: number; amount: bigint }>`
    select day, number, amount from invest_accrual where order_id = ${orderId} order by number`.execute(
    stage.database.db,
  )
  return rows.map(({ day, number, amount }) => ({ day: String(day), number, accrued: amount }))
}

type Turn = readonly [
  name: string,
  start: readonly [year: number, month: number, day: number],
  labels: readonly string[],
]
const turns: readonly Turn[] = [
  [
    'the end of February in a year without a leap day',
    [2027, 2, 26],
    ['20270226', '20270227', '20270228', '20270301', '20270302'],
  ],
  ['the turn of a year', [2027, 12, 29], ['20271229', '20271230', '20271231', '20280101', '20280102']],
  ['a leap day', [2028, 2, 27], ['20280227', '20280228', '20280229', '20280301', '20280302']],
  [
    'the end of a month of thirty days',
    [2028, 4, 28],
    ['20280428', '20280429', '20280430', '20280501', '20280502'],
  ],
  [
    'a year of a hundred that has a leap day',
    [2400, 2, 27],
    ['24000227', '24000228', '24000229', '24000301', '24000302'],
  ],
]

describe('an order over', () => {
  it.each(turns)(
    '%s has each day once, and pays at the midnight that ends it',
    async (_, [year, month, day], labels) => {
      await begin(year, month, day, 15)
      const product = await stage.product({
        cycles: [{ method: 'fixed', rate: '0.0011', days: labels.length }],
      })
      const uid = await stage.saver('2700')
      const boughtMs = stage.clock.business()
      const { id } = await stage.buy(uid, product, '2700')
      const yesterday: string[] = []
      for (let passed = 0; passed < labels.length; passed += 1) {
        await stage.pass(1)
        const [order] = await stage.orders(uid)
        yesterday.push(order?.lastProfit ?? '')
      }
      // 2.97 in five parts.
      const each = '0.594'
      expect(await daysOf(id)).toEqual(
        labels.map((label, at) => ({ day: label, number: at + 1, accrued: usdt(each) })),
      )
      expect(yesterday).toEqual(labels.map(() => each))
      const entries = (await entriesOf(uid, 'wallet')).filter(({ type }) => type === 21 || type === 22)
      const midnight = boughtMs + 9 * hourMs
      expect(entries).toEqual([
        ...labels.map((_label, at) => ({ at_ms: midnight + at * dayMs, type: 21, amount: usdt(each) })),
        { at_ms: midnight + (labels.length - 1) * dayMs, type: 22, amount: usdt('2700') },
      ])
      expect(await stage.orders(uid, 1)).toMatchObject([
        { state: 'ended', payout: '2700', profit: '2.97', endtime: midnight + (labels.length - 1) * dayMs },
      ])
    },
  )

  longIt(
    'a leap year of 366 days earns every one of them once, and is made up after a year without a process',
    async () => {
      await begin(2431, 12, 31, 23)
      const product = await stage.product({
        cycles: [
          { method: 'fixed', rate: '0.0366', days: 366 },
          { method: 'compound', rate: '0.0366', days: 366 },
        ],
      })
      const uid = await stage.saver('20000')
      const fixed = await stage.buy(uid, product, '10000')
      const compound = await stage.buy(uid, product, '10000', 'compound')
      // No process runs for a year; another one makes up every midnight.
      stage.clock.advance(366 * dayMs)
      expect(await stageMidnights(stage).run()).toBe(366)
      const { rows } = await sql<{
        order_id: number
        days: number
        first: number
        last: number
        total: bigint
      }>`
      select order_id, count(distinct day)::int as days, min(day) as first, max(day) as last, sum(amount) as total
      from invest_accrual where order_id in (${fixed.id}, ${compound.id}) group by order_id order by order_id`.execute(
        stage.database.db,
      )
      // 10000 × 0.0366 ÷ 366 is 1 a day; with interest on interest a day more of the grown sum.
      let grown = usdt('10000') as bigint
      for (let day = 0; day < 366; day += 1) grown += (grown * 3_660_000n) / (366n * 100_000_000n)
      expect(rows).toEqual([
        { order_id: fixed.id, days: 366, first: 24_311_231, last: 24_321_230, total: usdt('366') },
        {
          order_id: compound.id,
          days: 366,
          first: 24_311_231,
          last: 24_321_230,
          total: grown - usdt('10000'),
        },
      ])
      expect(await stage.account(uid, 'wallet')).toBe(usdt('10000') + usdt('366') + grown)
      expect(await stage.broken()).toEqual({})
    },
    300_000,
  )
})

describe('funds of a saver', () => {
  it('are what the entries of the ledger add up to, account by account, after purchases, midnights and redemptions', async () => {
    await begin(2440, 2, 25, 9)
    const product = await stage.product({
      cycles: [
        { method: 'fixed', rate: '0.0029', days: 3 },
        { method: 'compound', rate: '0.0037', days: 4 },
      ],
      redeemfee: '0.25',
    })
    const trial = await stage.product({
      type: 'experience',
      cycles: [{ method: 'fixed', rate: '0.0006', days: 2 }],
    })
    const uid = await stage.saver('5000')
    await stage.give(uid, 'experience', usdt('300'))
    const asked = [await stage.buy(uid, product, '900'), await stage.buy(uid, product, '700', 'compound')]
    await stage.buyTrial(uid, trial)
    await stage.buy(uid, product, '1100')
    const purposes = ['wallet', 'principal', 'experience', 'experiencePrincipal'] as const
    const compare = async (what: string) => {
      for (const purpose of purposes) {
        const entries = await entriesOf(uid, purpose)
        const sum = entries.reduce((total, { amount }) => total + amount, 0n)
        expect(await stage.account(uid, purpose), `${what}: ${purpose}`).toBe(sum)
      }
    }
    await compare('bought')
    expect(await stage.account(uid, 'principal')).toBe(usdt('2700'))
    await stage.pass(1)
    await compare('a day later')
    for (const { id } of asked) await stage.redeem(uid, id)
    await stage.pass(1)
    await compare('redeemed')
    // 900 for a day: 0.87 less a quarter; 700 for a day: 0.6475 less a quarter; both fees rounded up.
    expect((await stage.orders(uid, 1)).map(({ fee, payout }) => [fee, payout])).toEqual([
      ['0.2175', '899.7825'],
      ['0.161875', '700.485625'],
      ['0', '0'],
    ])
    await stage.pass(2)
    await compare('ended')
    expect(await stage.account(uid, 'experience')).toBe(0n)
    expect(await stage.account(uid, 'experiencePrincipal')).toBe(0n)
    expect(await stage.account(uid, 'principal')).toBe(0n)
    const interest = (await entriesOf(uid, 'wallet')).filter(({ type }) => type === 21)
    const profit = (await stage.orders(uid)).reduce((sum, { profit: own }) => sum + usdt(own), 0n)
    const fees = usdt('0.2175') + usdt('0.161875')
    // Income is all that accrued; the fee of a fixed order comes out of its principal, of a compound one out of the income.
    expect(interest.reduce((sum, { amount }) => sum + amount, 0n)).toBe(profit - usdt('0.161875'))
    expect(await stage.account(uid, 'wallet')).toBe(usdt('5000') + profit - fees)
    expect(await stage.broken()).toEqual({})
  })
})
