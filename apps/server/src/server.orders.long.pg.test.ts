import {
  becomesLeading,
  becomesReady,
  type Cluster,
  type Member,
  openCluster,
} from '@glasshouse/testkit/cluster'
import { brokenInvariants, findBrokenLinks } from '@glasshouse/testkit/clusterLoad'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import { type NetworkPath, openNetworkPath, pathTo, throughPort } from '@glasshouse/testkit/networkPath'
import { bookedTrades, openTraders, startTrading, type Trading } from '@glasshouse/testkit/traders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Customers open and close positions while two engines beside the leader share them with it: one is killed, one stands still,
 * one is cut off from the database and from NATS, and the leader is killed.
 */

const traders = 100

/** An engine that reaches the database and NATS by ways of its own. */
type Reached = { readonly member: Member; readonly database: NetworkPath; readonly nats: NetworkPath }

describe.skipIf(!hasNatsServer())('engines beside the leader', () => {
  let cluster: Cluster
  const paths: NetworkPath[] = []
  let leaders: [Member, Member]
  let webs: readonly Member[] = []
  let engines: [Reached, Reached]
  const startEngine = async (): Promise<Reached> => {
    const natsUrl = cluster.nats[0]?.url ?? ''
    const [database, nats] = await Promise.all([
      openNetworkPath(pathTo(cluster.database.url)),
      openNetworkPath(pathTo(natsUrl)),
    ])
    paths.push(database, nats)
    const member = await cluster.start('orders', {
      DATABASE_URL: throughPort(cluster.database.url, database.port),
      NATS_URL: throughPort(natsUrl, nats.port),
    })
    return { member, database, nats }
  }
  const decides = async ({ member }: Reached): Promise<boolean> =>
    (await member.readiness())?.roles.orders === 'ready'
  /** How many partitions live engines hold, by their numbers; null is the leader's. */
  const held = async (): Promise<readonly number[]> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from contracts_partition
      where until_ms > extract(epoch from clock_timestamp()) * 1000 group by engine order by 1`.execute(
      cluster.database.db,
    )
    return rows.map(({ count }) => count)
  }
  const isShared = async (...counts: readonly number[]): Promise<boolean> =>
    (await held()).join() === counts.join()
  beforeAll(async () => {
    cluster = await openCluster(1, null)
    const leader = await cluster.start('market,engine,jobs')
    await becomesLeading(leader)
    const [standby, one, two] = await Promise.all(
      (['market,engine,jobs', 'web', 'web'] as const).map((roles) => cluster.start(roles)),
    )
    leaders = [leader, standby as Member]
    webs = [one as Member, two as Member]
    for (const web of webs) await becomesReady(web)
    engines = [await startEngine(), await startEngine()]
    await waitUntil(() => isShared(4, 6, 6), 60_000)
    for (const engine of engines) await waitUntil(() => decides(engine), 30_000)
  }, 300_000)
  afterAll(async () => {
    await cluster?.close()
    for (const path of paths) await path.close()
  })

  it('share the customers, are replaced, and nothing acknowledged is lost or doubled', async () => {
    const [web] = webs
    if (web === undefined) throw new Error('there is a web process')
    const customers = await openTraders(cluster.database, web, traders)
    const trading: Trading = startTrading(() => webs, customers)
    const took: Record<string, number> = {}
    const untilAll = async (name: string): Promise<void> => {
      const fromMs = performance.now()
      await trading.allGoOn()
      took[name] = performance.now() - fromMs
    }
    await untilAll('first')
    await untilAll('undisturbed')

    engines[0].member.signal('SIGKILL')
    await untilAll('killed')
    await waitUntil(() => isShared(8, 8), 60_000)
    engines = [await startEngine(), engines[1]]
    await waitUntil(() => isShared(4, 6, 6), 60_000)
    await untilAll('added')

    engines[1].member.signal('SIGSTOP')
    await untilAll('stands still')
    engines[1].member.signal('SIGCONT')
    await waitUntil(() => decides(engines[1]), 60_000)
    await untilAll('woken')

    for (const way of ['database', 'nats'] as const) {
      engines[0][way].cut()
      await untilAll(`cut off from ${way}`)
      engines[0][way].heal()
      await waitUntil(() => isShared(4, 6, 6), 60_000)
      await untilAll(`back from ${way}`)
    }

    leaders[0].signal('SIGKILL')
    took['next leader'] = await becomesLeading(leaders[1])
    await untilAll('leader killed')
    await waitUntil(() => isShared(4, 6, 6), 60_000)
    await untilAll('at last')
    await trading.end()

    const times = Object.entries(took).map(([name, ms]) => `${name} ${Math.round(ms)}`)
    const calls = [...trading.done.values()].reduce((sum, { opened, closed }) => sum + opened + closed, 0)
    console.log(`${calls} orders acknowledged; until every customer went on, ms: ${times.join(', ')}`)
    expect(await bookedTrades(cluster.database, customers)).toEqual(trading.done)
    expect(await findBrokenLinks(cluster.database.db)).toEqual([])
    expect(await brokenInvariants(web)).toEqual([])
    const decided = engines.map(({ member }) => member.printed().includes('engine holds partitions'))
    expect(decided).toEqual([true, true])
  }, 900_000)
})
