import { activation } from '@glasshouse/core/ai/rules'
import { minuteMs } from '@glasshouse/core/calendar/durations'
import { calls } from '@glasshouse/core/calls'
import { becomesLeading, type Cluster, openCluster } from '@glasshouse/testkit/cluster'
import { brokenInvariants } from '@glasshouse/testkit/clusterLoad'
import { type EngineCluster, startEngineCluster } from '@glasshouse/testkit/engineCluster'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import { insistOn, openTraders, type Trader } from '@glasshouse/testkit/traders'
import { verifyDay } from '@glasshouse/testkit/verifyDay'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setActivation } from './customers/records/index.ts'
import { transact } from './platform/transactions/index.ts'

/**
 * Runs of AI ordering of customers whom two engines share with the leader: an engine is killed with -9 while a minute is judged,
 * and later the leader. Minutes are those of the clock.
 */

const traders = 48
type Fields = Parameters<typeof insistOn>[2]['fields']
const run = calls['/api/ai/aiPlaceOrder'].example as Fields
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')

/** What a customer's run decided on a minute. */
type Decision = { readonly uid: number; readonly candle: number; readonly order: number | null }

describe.skipIf(!hasNatsServer())('runs of AI ordering with engines beside the leader', () => {
  let cluster: Cluster
  let stage: EngineCluster
  beforeAll(async () => {
    cluster = await openCluster(1, null)
    stage = await startEngineCluster(cluster)
  })
  afterAll(async () => {
    await cluster?.close()
    await stage?.close()
  })

  const call = (trader: Trader, first: number, path: string, fields: Fields) => {
    const asked = { path, fields, key: `${path}-${trader.uid}`, first }
    return insistOn(
      () => stage.webs,
      trader,
      asked,
      () => null,
    )
  }
  const decisions = async (): Promise<readonly Decision[]> => {
    const { rows } = await sql<Decision>`
      select r.uid, d.candle_ms as candle, case when d.outcome in ('buy', 'sell') then d.order_id end as order
      from ai_decision d join ai_run r on r.id = d.run_id order by d.candle_ms`.execute(cluster.database.db)
    return rows
  }
  const countJudged = async (minute: number): Promise<number> =>
    (await decisions()).filter(({ candle }) => candle === minute).length
  const isJudgedByAll = (minute: number) => async (): Promise<boolean> =>
    (await countJudged(minute)) === traders
  const openRuns = async (): Promise<readonly { readonly id: number; readonly uid: number }[]> => {
    const { rows } = await sql<{
      id: number
      uid: number
    }>`select id, uid from ai_run where state < 3`.execute(cluster.database.db)
    return rows
  }

  it('go on at the engine that takes the customer over, each minute judged once and no order doubled', async () => {
    const { leaders, webs, engines, isShared } = stage
    const { db } = cluster.database
    const days = new Set([dayOf(Date.now())])
    const customers = await openTraders(cluster.database, webs[0], traders)
    for (const [place, customer] of customers.entries()) {
      const untilMs = Date.now() + 86_400_000
      await transact(db, (tx) => setActivation(tx, customer.uid, { status: activation.active, untilMs }))
      await call(customer, place, '/api/ai/aiPlaceOrder', run)
    }
    // A minute that began when all runs were there.
    const first = Math.ceil(Date.now() / minuteMs) * minuteMs
    await waitUntil(isJudgedByAll(first), 240_000)

    const second = first + minuteMs
    await waitUntil(async () => (await countJudged(second)) > 0, 120_000)
    engines[0].member.signal('SIGKILL')
    const killedMs = performance.now()
    const left = traders - (await countJudged(second))
    await waitUntil(isJudgedByAll(second), 30_000)
    const caughtUpMs = performance.now() - killedMs
    await waitUntil(() => isShared(8, 8), 60_000)
    const third = second + minuteMs
    await waitUntil(isJudgedByAll(third), 120_000)

    leaders[0].signal('SIGKILL')
    const leadsMs = await becomesLeading(leaders[1])
    const goesOn = Math.ceil(Date.now() / minuteMs) * minuteMs
    await waitUntil(isJudgedByAll(goesOn), 240_000)
    console.log(
      `${left} of ${traders} runs had not judged the minute when an engine was killed, all had ${Math.round(caughtUpMs)} ms later; the next leader led after ${Math.round(leadsMs)} ms`,
    )

    for (const { id, uid } of await openRuns()) {
      const place = customers.findIndex((one) => one.uid === uid)
      await call(customers[place] as Trader, place, '/api/ai/aiStop', { id })
    }
    await waitUntil(async () => (await openRuns()).length === 0, 60_000)

    const all = await decisions()
    for (const { uid } of customers) {
      const judged = all.filter((one) => one.uid === uid).map(({ candle }) => candle)
      // No minute is missing up to the kill of the leader, with which the one that was forming is lost.
      expect(judged.filter((minute) => first <= minute && minute <= third)).toEqual([first, second, third])
      expect(judged.filter((minute) => minute === goesOn)).toEqual([goesOn])
    }
    const { rows: orders } = await sql<{ id: number }>`
      select id from contracts_order where ai_run is not null and parent_id is null order by id`.execute(db)
    const decided = all.flatMap(({ order }) => order ?? []).toSorted((a, b) => a - b)
    console.log(`${all.length} decisions, ${orders.length} orders`)
    expect(decided).toEqual(orders.map(({ id }) => id))
    expect(decided.length).toBeGreaterThan(0)
    expect(await brokenInvariants(webs[0])).toEqual([])
    days.add(dayOf(Date.now()))
    for (const day of days) console.log(await verifyDay(cluster.database.url, day))
  }, 1_200_000)
})
