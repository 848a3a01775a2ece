import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimTotal } from './index.fixture.ts'
import { checkIn, getSignins } from './index.ts'
import { openRewardsStage, type RewardsStage, signinRule } from './rewards.fixture.ts'

let stage: RewardsStage
let uid = 0

beforeAll(async () => {
  const tier = {
    part: 'rule',
    minAssets: '0',
    maxAssets: '1000',
    money: '0.1',
    streakMoney: '0.2',
    times: '3',
  }
  const totals = Array.from({ length: 40 }, (_, at) =>
    signinRule({ part: 'total', times: String(at + 1), money: '5' }),
  )
  stage = await openRewardsStage([signinRule(tier), ...totals])
  uid = await stage.person()
})
afterAll(() => stage.close())

const wallet = () => stage.walletOf(uid)
const countRows = async (table: 'rewards_checkin' | 'rewards_total') => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    stage.database.db,
  )
  return rows[0]?.n ?? 0
}
/** Runs a command whose connection dies at a statement; whether it had that many. */
const killedAt = async (at: number, work: () => Promise<unknown>): Promise<boolean> => {
  const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
  await work().catch(() => undefined)
  death.over()
  await drainDeadConnections(stage.database.pool)
  return death.happened()
}

describe('a command that dies at any statement', () => {
  it('signs in with its reward or not at all, and once when it is repeated', async () => {
    let deaths = 0
    for (let at = 1; at <= 26; at += 1) {
      stage.clock.advance(dayMs)
      const [money, rows] = [await wallet(), await countRows('rewards_checkin')]
      if (await killedAt(at, () => checkIn(stage, uid))) deaths += 1
      const [reward, made] = [(await wallet()) - money, (await countRows('rewards_checkin')) - rows]
      expect(reward > 0n).toBe(made === 1)
      await checkIn(stage, uid).catch(() => undefined)
      expect((await countRows('rewards_checkin')) - rows).toBe(1)
      expect(await stage.violated()).toEqual([])
    }
    expect(deaths).toBeGreaterThan(12)
    expect(await getSignins(stage, uid, 'en')).toMatchObject({ streak: 26, total: 26 })
  })
  it('pays a total once, however often it is claimed afterwards', async () => {
    let deaths = 0
    const { totals } = await getSignins(stage, uid, 'en')
    for (const [at, { id }] of totals.filter(({ times }) => times <= 26).entries()) {
      const money = await wallet()
      if (await killedAt(at + 1, () => claimTotal(stage, uid, id))) deaths += 1
      expect([0n, usdt('5')]).toContain((await wallet()) - money)
      await Promise.allSettled(Array.from({ length: 5 }, () => claimTotal(stage, uid, id)))
      expect((await wallet()) - money).toBe(usdt('5'))
      expect(await stage.violated()).toEqual([])
    }
    expect(deaths).toBeGreaterThan(8)
  })
})
