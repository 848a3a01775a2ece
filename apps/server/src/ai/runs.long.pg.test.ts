import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closePosition, listAiOrders } from '../contracts/index.ts'
import { type AiFixture, minuteMs, startAiFixture } from './aiRuns.fixture.ts'
import { judgeCandle } from './service/judge.ts'
import { settleTrade } from './service/settle.ts'
import { findRun } from './store/runs.ts'

let ai: AiFixture
beforeEach(async () => {
  ai = await startAiFixture()
})
afterEach(() => ai.close())

const db = () => ai.stage.database.db
const runOf = async (id: number) => {
  const run = await findRun(db(), id)
  if (run === undefined) throw new Error(`no run ${id}`)
  return run
}
const ordersOf = (id: number) => listAiOrders(db(), id)
const countBuys = async (id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ai_decision where run_id = ${id} and outcome = 'buy'`.execute(db())
  return rows[0]?.n ?? 0
}

it('a candle whose judgement dies at any statement opened one order with its decision, or none', async () => {
  const id = await ai.place(await ai.trader('100000'), { times: 3 })
  let deaths = 0
  for (let at = 1; at <= 22; at += 1) {
    const openMs = await ai.closeMinute('gap')
    const before = await runOf(id)
    const known = (await ordersOf(id)).length
    const death = killConnectionAt(ai.stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    const { s7, s30, c, c15, a } = { s7: 71n, s30: 300n, c: 64350_150000000n, c15: 1n, a: 41_270000000n }
    const candle = { openMs: openMs + minuteMs, values: { s7, s30, c, c15, a } as never }
    await judgeCandle(ai.deps, before, candle).catch(() => undefined)
    death.over()
    await drainDeadConnections(ai.stage.database.pool)
    if (death.happened()) deaths += 1
    const orders = await ordersOf(id)
    expect(orders.length - known).toBe((await countBuys(id)) - known)
    expect(await ai.broken()).toEqual([])
    const open = orders.find(({ closed_ms }) => closed_ms === null)
    // Counted back, so that the run goes on: what matters here is the statement at which it died.
    if (open !== undefined) await closePosition(ai.deps, { uid: open.uid }, { id: open.id, lots: null })
    await settleTrade(ai.deps, id)
    await sql`update ai_run set times = 100 where id = ${id}`.execute(db())
  }
  expect(deaths).toBeGreaterThan(12)
})
