import { becomesReady, type Cluster, type Member, openCluster } from '@glasshouse/testkit/cluster'
import { bookedWork, brokenInvariants, findBrokenLinks, startLoad } from '@glasshouse/testkit/clusterLoad'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import { openPostgresPair, type PostgresPair } from '@glasshouse/testkit/postgresPair'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The primary of PostgreSQL and a node of NATS are killed with -9 under load; the processes of the product are left alone. */

describe.skipIf(!hasNatsServer())(
  'several processes on a primary and a standby, and three nodes of NATS',
  () => {
    let pair: PostgresPair
    let cluster: Cluster
    let webs: readonly Member[]
    let leader: Member
    let token = ''
    beforeAll(async () => {
      pair = await openPostgresPair()
      cluster = await openCluster(3, pair.url)
      leader = await cluster.start('market,engine,jobs')
      webs = await Promise.all([cluster.start('web'), cluster.start('web')])
      for (const web of webs) await becomesReady(web)
      const [first] = webs
      token = (await first?.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')) ?? ''
    })
    afterAll(async () => {
      await cluster?.close()
      await pair?.close()
    })

    it('lose and double nothing that was acknowledged, and go on by themselves', async () => {
      const before = await bookedWork(cluster.database.db)
      const working = startLoad(() => webs, token)
      await working.goesOn(20)

      // Each of the three nodes in turn, so that it is certainly the one a process is connected to.
      for (const node of cluster.nats) {
        await node.kill()
        await working.goesOn(20)
        await node.start()
        await working.goesOn(5)
      }

      await pair.killPrimary()
      const fromMs = performance.now()
      await pair.promote()
      const promotedMs = performance.now() - fromMs
      await working.goesOn(1)
      const tookMs = performance.now() - fromMs
      await working.goesOn(20)

      await working.end()
      console.log(
        `acknowledged ${Math.round(tookMs)} ms after kill -9 of the primary, of which the promotion ${Math.round(promotedMs)} ms`,
      )
      const after = await bookedWork(cluster.database.db)
      expect({
        transfers: after.transfers - before.transfers,
        orders: after.orders - before.orders,
      }).toEqual(working.done)
      expect(working.done.orders).toBeGreaterThan(2)
      for (const member of [leader, ...webs])
        await waitUntil(async () => (await member.readiness())?.ready === true, 30_000)
      await waitUntil(async () => (await leader.readiness())?.roles.engine === 'leading')
      expect(await findBrokenLinks(cluster.database.db)).toEqual([])
      const [first] = webs
      if (first !== undefined) expect(await brokenInvariants(first)).toEqual([])
    })
  },
)
