import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSampleContent } from '../content/index.ts'
import { sumFloatingOf } from '../contracts/index.fixture.ts'
import { sumCopyValues } from '../invest/index.fixture.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances } from '../ledger/posting/index.ts'
import { sumLoansOwedBy } from '../loans/index.fixture.ts'
import { transact } from '../platform/transactions/index.ts'
import type { AssetDeps } from '../referral/index.ts'
import { claimTotal, rewardInvariants } from './index.fixture.ts'
import { checkIn, getSignins } from './index.ts'

const dayMs = 86_400_000
let stage: InvestStage & Pick<AssetDeps, 'floatingOf' | 'copiesOf' | 'owedOf'>
let uid = 0

const rule = (fields: Record<string, string>) => ({
  kind: 'signinRule' as const,
  position: 1,
  fields,
  texts: { en: { name: 'Rule' } },
})

beforeAll(async () => {
  stage = {
    ...(await investFixture()),
    floatingOf: sumFloatingOf,
    copiesOf: sumCopyValues,
    owedOf: sumLoansOwedBy,
  }
  const tier = { part: 'rule', minmoney: '0', maxmoney: '1000', money: '0.1', money2: '0.2', times: '3' }
  const totals = Array.from({ length: 40 }, (_, at) =>
    rule({ part: 'total', times: String(at + 1), money: '5' }),
  )
  await transact(stage.database.db, (tx) => addSampleContent(tx, [rule(tier), ...totals], 1))
  await transact(stage.database.db, (tx) =>
    fundReserve(tx, 1, 'marketing', usdt('10000'), { kind: 'test', id: 1 }),
  )
  ;({ uid } = await newCustomer(stage))
})
afterAll(() => stage.close())

const wallet = async () => (await getBalances(stage.database.db, [customer(uid, 'wallet')]))[0] ?? 0n
const broken = async () => {
  const report = await checkInvariants(stage.database.db, 1, [...ledgerInvariants, ...rewardInvariants])
  return report.invariants.filter(({ holds }) => !holds).map(({ name }) => name)
}
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
      expect(await broken()).toEqual([])
    }
    expect(deaths).toBeGreaterThan(12)
    expect(await getSignins(stage, uid, 'en')).toMatchObject({ signincount: 26, total: 26 })
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
      expect(await broken()).toEqual([])
    }
    expect(deaths).toBeGreaterThan(8)
  })
})
