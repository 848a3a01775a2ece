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
import { openPostgresPair, type PostgresPair } from '@glasshouse/testkit/postgresPair'
import { bookedTrades, openTraders, startTrading, type Trading } from '@glasshouse/testkit/traders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Two hundred customers open and close positions while each part is killed with -9: a web process, the leader, a node of
 * NATS, the primary of PostgreSQL.
 */

const traders = 200

describe.skipIf(!hasNatsServer())('trading by two hundred customers', () => {
  let pair: PostgresPair
  let cluster: Cluster
  let leaders: [Member, Member]
  let webs: [Member, Member]
  beforeAll(async () => {
    pair = await openPostgresPair()
    cluster = await openCluster(3, pair.url)
    const leader = await cluster.start('market,engine,jobs')
    await becomesLeading(leader)
    const [standby, one, two] = await Promise.all(
      (['market,engine,jobs', 'web', 'web'] as const).map((roles) => cluster.start(roles)),
    )
    leaders = [leader, standby as Member]
    webs = [one as Member, two as Member]
    for (const web of webs) await becomesReady(web)
  })
  afterAll(async () => {
    await cluster?.close()
    await pair?.close()
  })

  /** From a kill until a call that was sent after it is acknowledged to each customer; milliseconds. */
  const untilAll = async (trading: Trading, fromMs: number): Promise<number> => {
    await trading.allGoOn()
    return performance.now() - fromMs
  }

  it('goes on after a kill of each part, and nothing acknowledged is lost or doubled', async () => {
    const customers = await openTraders(cluster.database, webs[0], traders)
    const trading = startTrading(() => webs, customers)
    await trading.allGoOn()
    const took: Record<string, number> = {}

    const undisturbedMs = performance.now()
    took.undisturbed = await untilAll(trading, undisturbedMs)

    const webMs = performance.now()
    webs[0].signal('SIGKILL')
    took.web = await untilAll(trading, webMs)
    webs = [await cluster.start('web'), webs[1]]
    await becomesReady(webs[0])

    const leaderMs = performance.now()
    leaders[0].signal('SIGKILL')
    took.nextLeader = await becomesLeading(leaders[1])
    took.leader = await untilAll(trading, leaderMs)

    // Each in turn, so that it is certainly the one that a process is connected to.
    for (const [at, node] of cluster.nats.entries()) {
      const nodeMs = performance.now()
      await node.kill()
      took[`nats${at + 1}`] = await untilAll(trading, nodeMs)
      await node.start()
    }

    const primaryMs = performance.now()
    await pair.killPrimary()
    await pair.promote()
    took.promotion = performance.now() - primaryMs
    took.primary = await untilAll(trading, primaryMs)

    await trading.allGoOn()
    await trading.end()
    const calls = [...trading.done.values()].reduce(
      (sum, { opened, closed, transferred }) => sum + opened + closed + transferred,
      0,
    )
    const times = Object.entries(took).map(([name, ms]) => `${name} ${Math.round(ms)}`)
    console.log(`${calls} calls acknowledged; until every customer went on, ms: ${times.join(', ')}`)
    expect(await bookedTrades(cluster.database, customers)).toEqual(trading.done)
    for (const member of [leaders[1], ...webs])
      await waitUntil(async () => (await member.readiness())?.ready === true, 30_000)
    expect(await findBrokenLinks(cluster.database.db)).toEqual([])
    expect(await brokenInvariants(webs[1])).toEqual([])
    expect(took.nextLeader).toBeLessThan(5000)
  })
})
