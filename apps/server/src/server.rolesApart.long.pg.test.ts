import {
  becomesLeading,
  becomesReady,
  type Cluster,
  type Member,
  openCluster,
} from '@glasshouse/testkit/cluster'
import { bookedWork, brokenInvariants, findBrokenLinks, startLoad } from '@glasshouse/testkit/clusterLoad'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Each role as a process of its own, started in several orders and killed with -9. */

const roles = ['web', 'jobs', 'market', 'engine'] as const
type Name = (typeof roles)[number]
/** Of any two roles, either one starts first. */
const orders = [roles, roles.toReversed()]

/** What a process is waiting for; `/readyz` of a busy machine may take longer than a second. */
const waits = (member: Member, role: Name, state: string, waitingFor: string): Promise<void> =>
  waitUntil(async () => {
    const said = await member.readiness()
    return said?.ready === false && said.roles[role] === state && said.waitingFor.includes(waitingFor)
  })
const becomesReader = (member: Member): Promise<void> =>
  waitUntil(async () => (await member.readiness())?.roles.market === 'leading', 60_000)

describe.skipIf(!hasNatsServer())('each role as a process of its own', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster(1, null)
  })
  afterAll(() => cluster?.close())

  it.each(orders)('works whatever starts first: %s, %s, %s, %s', async (...order) => {
    const started = new Map<Name, Member>()
    for (const role of order) {
      const member = await cluster.start(role)
      started.set(role, member)
      expect(member.printed()).toContain(role === 'web' ? 'roles      web' : `Glasshouse runs ${role}:`)
      if (role === 'engine' && !started.has('market')) await waits(member, role, 'starting', 'market')
      if (role === 'web' && !started.has('engine')) await waits(member, role, 'waiting', 'leader')
    }
    for (const member of started.values()) await becomesReady(member)
    for (const member of started.values()) {
      member.signal('SIGKILL')
      await member.exit
    }
  })

  it('loses and doubles nothing when each is killed, and is taken over where another stands by', async () => {
    const { db } = cluster.database
    const start = (role: Name) => cluster.start(role)
    const [reader, engine, jobs, web] = (await Promise.all(
      (['market', 'engine', 'jobs', 'web'] as const).map(start),
    )) as [Member, Member, Member, Member]
    await becomesLeading(engine)
    const [nextReader, nextEngine] = await Promise.all([start('market'), start('engine')])
    let webs = [web]
    await becomesReady(web)
    const token = await web.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
    const before = await bookedWork(db)
    const working = startLoad(() => webs, token)
    await working.goesOn(10)

    reader.signal('SIGKILL')
    const killedMs = performance.now()
    await becomesReader(nextReader)
    const readMs = performance.now() - killedMs
    // The engine goes on: only its prices stand still for a moment.
    await becomesReady(engine)
    const pricesMs = performance.now() - killedMs
    await working.goesOn(10)

    engine.signal('SIGKILL')
    const ledMs = await becomesLeading(nextEngine)
    await working.goesOn(10)

    jobs.signal('SIGKILL')
    await becomesReady(await start('jobs'))
    web.signal('SIGKILL')
    webs = [await start('web')]
    await becomesReady(webs[0] as Member)
    await working.goesOn(10)

    // A reader that stands still is replaced, and ends itself when it wakes up.
    const third = await start('market')
    nextReader.signal('SIGSTOP')
    await becomesReader(third)
    nextReader.signal('SIGCONT')
    expect(await nextReader.exit).toBe(1)
    expect(nextReader.printed()).toContain('Another process took over')
    await becomesReady(nextEngine)
    await working.goesOn(10)
    await working.end()
    console.log(
      `another reader ${Math.round(readMs)} ms after kill -9, prices again after ${Math.round(pricesMs)} ms; another engine after ${Math.round(ledMs)} ms`,
    )

    const after = await bookedWork(db)
    expect({
      transfers: after.transfers - before.transfers,
      orders: after.orders - before.orders,
    }).toEqual(working.done)
    expect(working.done.orders).toBeGreaterThan(2)
    expect(await findBrokenLinks(db)).toEqual([])
    expect(await brokenInvariants(webs[0] as Member)).toEqual([])
    expect(readMs).toBeLessThan(5000)
  })
})
