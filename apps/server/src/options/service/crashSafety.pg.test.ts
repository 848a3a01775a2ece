import { usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

let stage: OptionStage
beforeAll(async () => {
  stage = await optionFixture('1000000')
  // So that only the statements of the command under test are counted.
  await stage.deps.settling.close()
  await stage.restart()
})
afterAll(() => stage.close())

/** More than either has, so that the end is reached. */
const statements = killPoints(24)
const settlements = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_transaction where cause_kind = 'optionSettled'`.execute(
    stage.database.db,
  )
  return rows[0]?.n ?? -1
}

it('an acceptance that dies at any statement happened wholly or not at all, and is settled if it did', async () => {
  let [deaths, uid, unheard] = [0, 0, 0]
  for (const at of statements) {
    uid += 1
    await stage.give(uid, '100')
    stage.trade('60000')
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    const outcome = await stage.place(uid).then(
      () => 'done',
      () => 'died',
    )
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    const [order] = await stage.list(uid)
    if (outcome === 'done') expect(order).toBeDefined()
    if (outcome === 'died' && order !== undefined) unheard += 1
    expect(await stage.held(uid, 'wallet')).toBe(usdt(order === undefined ? '100' : '90'))
    expect(await stage.broken()).toEqual({})
    stage.clock.tick(30_000)
    stage.trade('60001')
    stage.clock.tick(1)
    stage.trade('60000')
    await stage.pass(5_300)
    expect(await stage.held(uid, 'wallet')).toBe(usdt(order === undefined ? '100' : '107'))
  }
  expect(deaths).toBeGreaterThanOrEqual(10 / caseStride())
  expect(unheard).toBeLessThanOrEqual(deaths)
})

it('a settlement that dies at any statement is done exactly once all the same', async () => {
  let [deaths, uid] = [0, 100]
  for (const at of statements) {
    uid += 1
    await stage.give(uid, '100')
    stage.trade('60000')
    const before = await settlements()
    for (const type of ['call', 'put'] as const) await stage.place(uid, { type })
    stage.clock.tick(30_000)
    stage.trade('60001')
    stage.clock.tick(301)
    stage.trade('60000')
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    await stage.deps.settling.look()
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    // Half of the time the whole server is gone with it.
    if (at % 4 < 2) await stage.restart()
    stage.trade('60000')
    await stage.pass(0)
    expect(await stage.list(uid, 'open')).toEqual([])
    expect(await stage.held(uid, 'wallet')).toBe(usdt('97'))
    expect((await settlements()) - before).toBe(2)
    expect(await stage.broken()).toEqual({})
  }
  expect(deaths).toBeGreaterThanOrEqual(8 / caseStride())
})

it('one option that cannot be settled holds up none of the others', async () => {
  const uid = 900
  await stage.give(uid, '1000')
  stage.trade('60000')
  const orders = []
  for (let count = 0; count < 9; count += 1) orders.push(await stage.place(uid))
  const bad = orders[4]?.id ?? 0
  // A row whose event is there already, which must never be: its settlement fails as often as it is tried.
  await sql`
    insert into options_event (order_id, kind, at_ms, rule, transaction_id)
    values (${bad}, 'settled', 1, 'silentAroundExpiry', 1)`.execute(stage.database.db)
  stage.clock.tick(30_000)
  stage.trade('60001')
  stage.clock.tick(301)
  stage.trade('60000')
  for (let look = 0; look < 3; look += 1) await stage.pass(0)
  expect((await stage.list(uid, 'open')).map(({ id }) => id)).toEqual([bad])
  expect(await stage.list(uid, 'settled')).toHaveLength(8)
})
