import { dayMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claimTotal, recordAssets } from './index.fixture.ts'
import { getSignins } from './index.ts'
import { rewardPersonalData } from './personalData.ts'
import { openRewardsStage, type RewardsStage, signinRule } from './rewards.fixture.ts'

let stage: RewardsStage
beforeAll(async () => {
  stage = await openRewardsStage([
    signinRule({
      part: 'rule',
      minAssets: '1',
      maxAssets: '1000',
      money: '0.1',
      streakMoney: '0.2',
      times: '3',
    }),
    signinRule({
      part: 'rule',
      minAssets: '1000',
      maxAssets: '10000',
      money: '0.3',
      streakMoney: '0.6',
      times: '2',
    }),
    signinRule({ part: 'total', times: '2', money: '5' }),
    signinRule({ part: 'total', times: '3', money: '7' }),
  ])
})
afterAll(() => stage.close())
afterEach(async () => {
  await stage.set('marketing_daily_max', null)
  expect(await stage.violated()).toEqual([])
  // Each case has a day of its own.
  await stage.passDays(1)
})

const linesOf = async (uid: number) => {
  const { rows } = await sql<{ key: string; type: number; amount: bigint; account: string }>`
    select t.key, e.type::int as type, e.amount, a.name as account
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
    where t.cause_kind in ('signInReward', 'signInTotal') and t.key ~ ${`:${uid}:`} order by t.id, e.amount`.execute(
    stage.database.db,
  )
  return rows.map(({ key, type, amount, account }) => [key, type, account, amount])
}
const overview = (uid: number) => getSignins(stage, uid, 'en')
const totalOf = async (uid: number, times: number) =>
  (await overview(uid)).totals.find((total) => total.times === times)
const claim = async (uid: number, times: number) =>
  claimTotal(stage, uid, (await totalOf(uid, times))?.id ?? 0)
const reasonOf = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return [code, data.reason]
}
const today = async (uid: number) => (await overview(uid)).today

describe('the reward of a day', () => {
  it.each([
    ['0', '0'],
    ['0.99999999', '0'],
    ['1', '0.1'],
    ['999.99999999', '0.1'],
    ['1000', '0.3'],
    ['9999.99999999', '0.3'],
    ['10000', '0'],
  ])('of a customer who holds %s is %s', async (assets, reward) => {
    const uid = await stage.person(assets)
    expect((await overview(uid)).reward).toBe(usdt(reward))
    expect(await stage.checkIn(uid)).toEqual({ reward: usdt(reward), streak: 1, isFunded: true })
    expect(await stage.walletOf(uid)).toBe(usdt(assets) + usdt(reward))
    expect(await overview(uid)).toMatchObject({
      reward: usdt(reward),
      isSignedToday: true,
      streak: 1,
      total: 1,
    })
  })

  it('is that of the tier of the day: a streak goes on through tiers, and each tier has its own days', async () => {
    const uid = await stage.person('500')
    const days: string[] = []
    for (const more of ['0', '600', '0', '0']) {
      if (more !== '0') {
        await stage.give(uid, 'wallet', usdt(more))
        await sql`update rewards_assets set assets = ${usdt('1100')} where uid = ${uid}`.execute(
          stage.database.db,
        )
      }
      const { reward, streak } = await stage.checkIn(uid)
      days.push(`${streak} ${formatUsdt(reward)}`)
      await stage.passDays(1)
    }
    expect(days).toEqual(['1 0.1', '2 0.6', '3 0.6', '4 0.6'])
  })

  it('is booked once from marketing to the wallet as type 12, with the customer and the day as its key', async () => {
    const uid = await stage.person('5')
    const day = await today(uid)
    await stage.checkIn(uid)
    await stage.checkIn(uid).catch(() => undefined)
    expect(await linesOf(uid)).toEqual([
      [`signin:${uid}:${day}`, 12, 'house/marketing/USDT', -usdt('0.1')],
      [`signin:${uid}:${day}`, 12, `customer/${uid}/wallet/USDT`, usdt('0.1')],
    ])
  })
})

describe('a day', () => {
  it('ends at midnight UTC+1, to the millisecond, and a calendar that was moved back counts no second time', async () => {
    const uid = await stage.person('5')
    const nowMs = stage.clock.business()
    const midnightMs = Math.ceil((nowMs + 3_600_000) / dayMs) * dayMs - 3_600_000
    stage.clock.advance(midnightMs - 1 - nowMs)
    expect((await stage.checkIn(uid)).streak).toBe(1)
    expect(await reasonOf(stage.checkIn(uid))).toEqual(['invalidState', 'today'])
    stage.clock.advance(1)
    expect((await stage.checkIn(uid)).streak).toBe(2)
    stage.clock.advance(-1)
    expect(await reasonOf(stage.checkIn(uid))).toEqual(['invalidState', 'today'])
    stage.clock.advance(1 + nowMs - midnightMs + dayMs)
  })

  it('that was missed begins a new row, while all sign-ins go on being counted', async () => {
    const uid = await stage.person('5')
    const seen = []
    for (const pass of [1, 1, 2, 1, 3]) {
      const { streak } = await stage.checkIn(uid)
      seen.push([streak, (await overview(uid)).total])
      await stage.passDays(pass)
    }
    expect(seen).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [1, 4],
      [2, 5],
    ])
    expect(await overview(uid)).toMatchObject({ streak: 0, total: 5, isSignedToday: false })
  })

  it('shows the days of the last six weeks, and no other', async () => {
    const uid = await stage.person('5')
    await stage.checkIn(uid)
    const first = await today(uid)
    await stage.passDays(42)
    expect((await overview(uid)).days).toEqual([first])
    await stage.passDays(1)
    expect((await overview(uid)).days).toEqual([])
  })
})

describe('what marketing pays in a day', () => {
  it.each([
    ['exactly the limit', '0.1', true],
    ['a unit above the limit', '0.09999999', false],
  ])('of %s', async (_, max, funded) => {
    const uid = await stage.person('5')
    await stage.set('marketing_daily_max', max)
    expect(await stage.checkIn(uid)).toEqual({
      reward: usdt(funded ? '0.1' : '0'),
      streak: 1,
      isFunded: funded,
    })
    expect(await linesOf(uid)).toHaveLength(funded ? 2 : 0)
  })

  it.each([
    ['exactly what the reserve holds', '0.1', true],
    ['a unit more than it holds', '0.09999999', false],
    ['nothing', '0', false],
  ])('with %s', async (_, left, funded) => {
    const uid = await stage.person('5')
    await stage.leave(left)
    expect((await stage.checkIn(uid)).isFunded).toBe(funded)
    await stage.fund('10000')
    // The day counted: it is not paid afterwards.
    expect(await reasonOf(stage.checkIn(uid))).toEqual(['invalidState', 'today'])
    expect(await stage.walletOf(uid)).toBe(usdt('5') + (funded ? usdt('0.1') : 0n))
  })

  it('of a limit for four is shared by thirty at once, and begins anew the next day', async () => {
    const people: number[] = []
    for (let at = 0; at < 30; at += 1) people.push(await stage.person('5'))
    await stage.set('marketing_daily_max', '0.45')
    const all = await Promise.all(people.map((uid) => stage.checkIn(uid)))
    expect(all.filter(({ isFunded }) => isFunded)).toHaveLength(4)
    for (const { reward, isFunded, streak } of all)
      expect([reward, streak]).toEqual([usdt(isFunded ? '0.1' : '0'), 1])
    await stage.passDays(1)
    const next = await Promise.all(people.map((uid) => stage.checkIn(uid)))
    expect(next.filter(({ isFunded }) => isFunded)).toHaveLength(4)
    // Days without money count for the row like any other.
    for (const { streak } of next) expect(streak).toBe(2)
  })

  it('counts totals and days together', async () => {
    const [one, other] = [await stage.person('5'), await stage.person('5')]
    for (let at = 0; at < 2; at += 1) {
      await stage.checkIn(one)
      await stage.passDays(1)
    }
    await stage.set('marketing_daily_max', '5.09999999')
    expect(await claim(one, 2)).toBe(usdt('5'))
    expect((await stage.checkIn(other)).isFunded).toBe(false)
  })
})

describe('a total', () => {
  const signed = async (days: number) => {
    const uid = await stage.person('5')
    for (let at = 0; at < days; at += 1) {
      await stage.checkIn(uid)
      await stage.passDays(at % 2 === 0 ? 2 : 1)
    }
    return uid
  }
  it('opens with the sign-in that reaches it, however many days were missed, and is claimed once of ten at once', async () => {
    const uid = await signed(1)
    expect([(await totalOf(uid, 2))?.state, (await totalOf(uid, 3))?.state]).toEqual(['locked', 'locked'])
    expect(await reasonOf(claim(uid, 2))).toEqual(['invalidState', 'locked'])
    await stage.checkIn(uid)
    expect([(await totalOf(uid, 2))?.state, (await totalOf(uid, 3))?.state]).toEqual(['claimable', 'locked'])
    const before = await stage.walletOf(uid)
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => claim(uid, 2)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await reasonOf(claim(uid, 2))).toEqual(['invalidState', 'claimed'])
    expect(await stage.walletOf(uid)).toBe(before + usdt('5'))
    const id = (await totalOf(uid, 2))?.id
    expect((await linesOf(uid)).filter(([, type]) => type === 13)).toEqual([
      [`signin-total:${uid}:${id}`, 13, 'house/marketing/USDT', -usdt('5')],
      [`signin-total:${uid}:${id}`, 13, `customer/${uid}/wallet/USDT`, usdt('5')],
    ])
  })

  it('is not found under the number of a tier or of nothing', async () => {
    const uid = await signed(3)
    const { rows } = await sql<{ id: number }>`
      select id from content_record where fields ->> 'part' = 'rule' limit 1`.execute(stage.database.db)
    for (const id of [rows[0]?.id ?? 0, 999_999_999])
      expect((await expectDomainError(claimTotal(stage, uid, id))).code).toBe('notFound')
  })

  it('that is edited after a claim takes nothing back, and asks the new number of those who did not claim', async () => {
    const [claimed, open] = [await signed(3), await signed(3)]
    await claim(claimed, 3)
    const id = (await totalOf(claimed, 3))?.id ?? 0
    const edit = (times: number) =>
      sql`update content_record set fields = jsonb_set(fields::jsonb, '{times}', ${JSON.stringify(String(times))}::jsonb)
        where id = ${id}`.execute(stage.database.db)
    await edit(4)
    expect((await totalOf(claimed, 4))?.state).toBe('claimed')
    expect((await totalOf(open, 4))?.state).toBe('locked')
    expect(await reasonOf(claimTotal(stage, open, id))).toEqual(['invalidState', 'locked'])
    await edit(3)
    expect(await claimTotal(stage, open, id)).toBe(usdt('7'))
  })
})

describe('assets of a midnight', () => {
  it('are those of now for all who hold something, are written anew when it runs again, and forget the others', async () => {
    const uid = await stage.person()
    await stage.give(uid, 'wallet', usdt('700'))
    const gone = await stage.person('30')
    await sql`delete from rewards_assets`.execute(stage.database.db)
    const assetsOf = async () => {
      const { rows } = await sql<{ uid: number; assets: bigint; day: number }>`
        select uid, assets, day from rewards_assets where uid in (${uid}, ${gone}) order by uid`.execute(
        stage.database.db,
      )
      return rows.map((row) => [row.uid, row.assets, String(row.day)])
    }
    await sql`insert into rewards_assets (uid, day, assets) values (99999999, 1, 5)`.execute(
      stage.database.db,
    )
    const atMs = stage.clock.business()
    const day = await today(uid)
    const run = (isLast: boolean) =>
      recordAssets(stage, { atMs, isLast } as Parameters<typeof recordAssets>[1])
    await run(false)
    expect(await assetsOf()).toEqual([])
    await run(true)
    const expected = [
      [uid, usdt('700'), day],
      [gone, usdt('30'), day],
    ]
    expect(await assetsOf()).toEqual(expected)
    await stage.give(uid, 'wallet', usdt('1'))
    await run(true)
    expect(await assetsOf()).toEqual([[uid, usdt('701'), day], expected[1]])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from rewards_assets where day < ${Number.parseInt(day, 10)}`.execute(
      stage.database.db,
    )
    expect(rows[0]?.n).toBe(0)
  })
})

it('exports the own days, claims and nothing of others', async () => {
  const [uid, other] = [await stage.person('5'), await stage.person('5')]
  await stage.checkIn(other)
  await stage.checkIn(uid)
  await stage.passDays(1)
  await stage.set('marketing_daily_max', '0')
  await stage.checkIn(uid)
  await stage.set('marketing_daily_max', null)
  await claim(uid, 2)
  const exported = async (name: string) => {
    const part = rewardPersonalData.exportParts(stage, { uid } as never).find((one) => one.name === name)
    if (part === undefined) throw new Error(`no part ${name}`)
    const rows: unknown[] = []
    for await (const some of (await part.rows()) as AsyncIterable<unknown> | unknown[]) rows.push(some)
    return rows.flat()
  }
  expect(await exported('signIns')).toMatchObject([
    { streak: 1, total: 1, reward: '0.1', funded: true },
    { streak: 2, total: 2, reward: '0', funded: false },
  ])
  expect(await exported('rewards')).toMatchObject([{ total: 2, amount: '5' }])
  const { uid: stranger } = await newCustomer(stage)
  const part = rewardPersonalData.exportParts(stage, { uid: stranger } as never)
  expect(await part.find(({ name }) => name === 'rewards')?.rows()).toEqual([])
})
