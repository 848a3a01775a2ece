import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activation } from '@glasshouse/core/ai/rules'
import { calls } from '@glasshouse/core/calls'
import { becomesLeading, type Cluster, openCluster } from '@glasshouse/testkit/cluster'
import { brokenInvariants, findBrokenLinks } from '@glasshouse/testkit/clusterLoad'
import { type EngineCluster, startEngineCluster } from '@glasshouse/testkit/engineCluster'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import { countBought, startOptionTrading } from '@glasshouse/testkit/optionTraders'
import { insistOn, openTraders } from '@glasshouse/testkit/traders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setActivation } from '../../../apps/server/src/customers/records/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { exportDay } from './export.ts'
import { readListed } from './listed.fixture.ts'
import { verifyOptions } from './options.ts'
import { verifySettlements } from './settlements.ts'

/**
 * Customers buy options that expire all the time while two engines beside the leader share them with it: one is killed, one is
 * cut off from NATS and from the database, and the leader is killed.
 */

const traders = 24
const runExample = calls['/api/ai/aiPlaceOrder'].example as Parameters<typeof insistOn>[2]['fields']

describe.skipIf(!hasNatsServer())('options with engines beside the leader', () => {
  let cluster: Cluster
  let stage: EngineCluster
  let engines: EngineCluster['engines']
  beforeAll(async () => {
    cluster = await openCluster(1, null)
    stage = await startEngineCluster(cluster)
    engines = stage.engines
  })
  afterAll(async () => {
    await cluster?.close()
    await stage?.close()
  })

  /** How long after their expiry options were settled that expired between two instants: the longest, in milliseconds. */
  const slowest = async (fromMs: number, toMs: number): Promise<number> => {
    const { rows } = await sql<{ ms: number | null }>`
      select max(settled_ms - expires_ms)::int as ms from options_order
      where expires_ms > ${fromMs} and expires_ms <= ${toMs}`.execute(cluster.database.db)
    return rows[0]?.ms ?? 0
  }
  const isSettledUpTo = async (ms: number): Promise<boolean> => {
    const { rows } =
      await sql`select from options_order where state = 'open' and expires_ms <= ${ms} limit 1`.execute(
        cluster.database.db,
      )
    return rows.length === 0
  }
  /** Every receipt of the days since an instant that the verifier does not agree with. */
  const disagreements = async (fromMs: number): Promise<readonly unknown[]> => {
    const { database } = cluster
    while ((await insertSettlements(database.db, 100_000, Date.now())) > 0);
    const days = new Set(
      [fromMs, Date.now()].map((ms) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')),
    )
    const found: unknown[] = []
    for (const day of days) {
      const folder = await mkdtemp(join(tmpdir(), 'verify-shared-'))
      await exportDay(database.url, day, folder)
      const { ticks, options, receipts } = await readListed(folder)
      const report = verifyOptions(options, ticks)
      console.log(`${day}: ${JSON.stringify(report.counts)}`)
      found.push(...report.differences, ...verifySettlements(receipts, ticks).differences)
      await rm(folder, { recursive: true, force: true })
    }
    return found
  }

  it('are each settled once, by the tick of the chain, in each process', async () => {
    const { leaders, webs, startEngine, isShared } = stage
    const [web] = webs
    const beganMs = Date.now()
    const customers = await openTraders(cluster.database, web, traders)
    const trading = startOptionTrading(() => webs, customers)
    const took: Record<string, string> = {}
    /** Waits until every customer had an option acknowledged and what expired meanwhile is settled. */
    const untilAll = async (name: string): Promise<number> => {
      const fromMs = Date.now()
      await trading.allGoOn()
      const goneOnMs = Date.now()
      await waitUntil(() => isSettledUpTo(goneOnMs), 60_000)
      const settledMs = await slowest(fromMs - 1000, goneOnMs)
      took[name] = `${goneOnMs - fromMs} and ${settledMs}`
      return settledMs
    }
    await untilAll('first')
    // From the first expiry on options expire all the time.
    await waitUntil(async () => (await slowest(beganMs, Date.now())) > 0, 60_000)
    // The leader settles what is overdue by three seconds: so the engines did this themselves.
    expect(await untilAll('undisturbed')).toBeLessThan(3000)

    engines[0].member.signal('SIGKILL')
    await untilAll('killed')
    await waitUntil(() => isShared(8, 8), 60_000)
    engines = [await startEngine(), engines[1]]
    await waitUntil(() => isShared(4, 6, 6), 60_000)
    await untilAll('added')

    engines[1].member.signal('SIGSTOP')
    await untilAll('stands still')
    engines[1].member.signal('SIGCONT')
    await waitUntil(() => isShared(4, 6, 6), 60_000)

    for (const way of ['nats', 'database'] as const) {
      engines[0][way].cut()
      await untilAll(`cut off from ${way}`)
      engines[0][way].heal()
      await waitUntil(() => isShared(4, 6, 6), 60_000)
    }

    leaders[0].signal('SIGKILL')
    took['next leader'] = String(Math.round(await becomesLeading(leaders[1])))
    await untilAll('leader killed')
    await waitUntil(() => isShared(4, 6, 6), 60_000)
    await untilAll('at last')
    await trading.end()
    const lastMs = Date.now() + 30_000
    await waitUntil(async () => Date.now() > lastMs && (await isSettledUpTo(lastMs)), 90_000)

    const times = Object.entries(took).map(([name, ms]) => `${name} ${ms}`)
    const count = [...trading.bought.values()].reduce((sum, one) => sum + one, 0)
    console.log(
      `${count} options acknowledged; until every customer went on, and at most from expiry to settlement, ms: ${times.join(', ')}`,
    )
    expect(await countBought(cluster.database, customers)).toEqual(trading.bought)
    expect(await brokenInvariants(web)).toEqual([])
    expect(await findBrokenLinks(cluster.database.db)).toEqual([])
    expect(await disagreements(beganMs)).toEqual([])
  }, 900_000)

  it('leave runs of AI ordering to the engine of their customer', async () => {
    const { webs } = stage
    const { db } = cluster.database
    const customers = await openTraders(cluster.database, webs[0], 12)
    for (const [place, customer] of customers.entries()) {
      const untilMs = Date.now() + 86_400_000
      await transact(db, (tx) => setActivation(tx, customer.uid, { status: activation.active, untilMs }))
      const key = `run-${customer.uid}`
      await insistOn(
        () => webs,
        customer,
        { path: '/api/ai/aiPlaceOrder', fields: runExample, key, first: place },
        () => null,
      )
    }
    const uids = sql.join(customers.map(({ uid }) => uid))
    // Minutes close once in a minute, and the second one is of runs that were all there when it began.
    await waitUntil(async () => {
      const { rows } = await sql`
        select from ai_run r where uid in (${uids}) and (select count(*) from ai_decision d where d.run_id = r.id) >= 2`.execute(
        db,
      )
      return rows.length === customers.length
    }, 240_000)
    const driving = engines.map(({ member }) => member.printed().includes('a closed minute was judged'))
    expect(driving).toEqual([true, true])
    expect(await brokenInvariants(webs[0])).toEqual([])
  })
})
