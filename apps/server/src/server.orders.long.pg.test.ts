import { becomesLeading, type Cluster, openCluster } from '@glasshouse/testkit/cluster'
import { brokenInvariants, findBrokenLinks } from '@glasshouse/testkit/clusterLoad'
import { type EngineCluster, startEngineCluster } from '@glasshouse/testkit/engineCluster'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import { bookedTrades, openTraders, startTrading, type Trading } from '@glasshouse/testkit/traders'
import { verifyDay } from '@glasshouse/testkit/verifyDay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Customers open and close positions while two engines beside the leader share them with it: one is killed, one stands still,
 * one is cut off from the database and from NATS, and the leader is killed.
 */

const traders = 100
const dayNow = (): string => new Date().toISOString().slice(0, 10).replaceAll('-', '')

describe.skipIf(!hasNatsServer())('engines beside the leader', () => {
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

  it('share the customers, are replaced, and nothing acknowledged is lost or doubled', async () => {
    const { leaders, webs, startEngine, decides, isShared } = stage
    let { engines } = stage
    const [web] = webs
    const days = new Set([dayNow()])
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
    days.add(dayNow())
    for (const day of days) console.log(await verifyDay(cluster.database.url, day))
  }, 900_000)
})
