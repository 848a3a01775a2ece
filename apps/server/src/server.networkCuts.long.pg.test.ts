import {
  becomesLeading,
  becomesReady,
  type Cluster,
  type Member,
  openCluster,
} from '@glasshouse/testkit/cluster'
import {
  bookedWork,
  brokenInvariants,
  findBrokenLinks,
  type Load,
  startLoad,
} from '@glasshouse/testkit/clusterLoad'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import { type NetworkPath, openNetworkPath, pathTo, throughPort } from '@glasshouse/testkit/networkPath'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The ways of processes to the database and to NATS are cut under load, so that nothing passes and no end is told. */

/** A process that reaches the database and NATS by ways of its own. */
type Reached = { readonly member: Member; readonly database: NetworkPath; readonly nats: NetworkPath }

describe.skipIf(!hasNatsServer())('a cut of the network under load', () => {
  let cluster: Cluster
  const paths: NetworkPath[] = []
  let leaders: [Reached, Reached]
  let webs: [Reached, Reached]
  let token = ''
  const start = async (roles: string): Promise<Reached> => {
    const natsUrl = cluster.nats[0]?.url ?? ''
    const [database, nats] = await Promise.all([
      openNetworkPath(pathTo(cluster.database.url)),
      openNetworkPath(pathTo(natsUrl)),
    ])
    paths.push(database, nats)
    const member = await cluster.start(roles, {
      DATABASE_URL: throughPort(cluster.database.url, database.port),
      NATS_URL: throughPort(natsUrl, nats.port),
    })
    return { member, database, nats }
  }
  beforeAll(async () => {
    cluster = await openCluster(1, null)
    const first = await start('market,engine,jobs')
    await becomesLeading(first.member)
    const [second, one, two] = await Promise.all(
      (['market,engine,jobs', 'web', 'web'] as const).map((roles) => start(roles)),
    )
    leaders = [first, second as Reached]
    webs = [one as Reached, two as Reached]
    for (const { member } of webs) await becomesReady(member)
    token = await webs[0].member.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  })
  afterAll(async () => {
    await cluster?.close()
    for (const path of paths) await path.close()
  })

  /** Cuts a way until something holds, heals it, and waits until the load goes on; returns until when it held, in milliseconds. */
  const cutUntil = async (
    path: NetworkPath,
    working: Load,
    condition: () => Promise<boolean>,
  ): Promise<number> => {
    const fromMs = performance.now()
    path.cut()
    await waitUntil(condition, 60_000)
    const tookMs = performance.now() - fromMs
    path.heal()
    await working.goesOn(20)
    return tookMs
  }
  // Without the database it answers after two seconds, and is not waited for so long.
  const isNotReady = (member: Member) => async (): Promise<boolean> =>
    (await member.readiness())?.ready !== true
  const leads = (member: Member) => async (): Promise<boolean> =>
    (await member.readiness())?.roles.engine === 'leading'

  it('loses and doubles nothing, and each process goes on by itself or is replaced', async () => {
    const { db } = cluster.database
    const before = await bookedWork(db)
    const working = startLoad(() => webs.map(({ member }) => member), token)
    await working.goesOn(20)
    const took: Record<string, number> = {}

    const [web] = webs
    took['web from database'] = await cutUntil(web.database, working, isNotReady(web.member))
    await becomesReady(web.member)
    took['web from NATS'] = await cutUntil(web.nats, working, isNotReady(web.member))
    await becomesReady(web.member)

    const [leader, standby] = leaders
    took['leader from NATS'] = await cutUntil(leader.nats, working, leads(standby.member))
    expect(await leader.member.exit).toBe(1)
    expect(leader.member.printed()).toContain('Another process took over')

    const next = await start('market,engine,jobs')
    await waitUntil(async () => (await next.member.readiness())?.roles.engine === 'standby', 60_000)
    took['leader from database'] = await cutUntil(standby.database, working, leads(next.member))
    expect(await standby.member.exit).toBe(1)
    await working.goesOn(20)
    await working.end()

    const times = Object.entries(took).map(([name, ms]) => `${name} ${Math.round(ms)}`)
    console.log(`until the cut was noticed, or another led, ms: ${times.join(', ')}`)
    const after = await bookedWork(db)
    expect({ transfers: after.transfers - before.transfers, orders: after.orders - before.orders }).toEqual(
      working.done,
    )
    expect(working.done.orders).toBeGreaterThan(2)
    for (const [cut, ms] of Object.entries(took)) expect(ms, cut).toBeLessThan(20_000)
    for (const { member } of webs) await becomesReady(member)
    expect(await findBrokenLinks(db)).toEqual([])
    expect(await brokenInvariants(webs[1].member)).toEqual([])
  })
})
