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
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Processes of the product that are killed with -9, stand still or lose NATS, under load. */

describe.skipIf(!hasNatsServer())('several processes under load', () => {
  let cluster: Cluster
  let leaders: [Member, Member]
  let webs: [Member, Member]
  let token = ''
  beforeAll(async () => {
    cluster = await openCluster(1, null)
    const { start } = cluster
    const [one, two, first] = await Promise.all([start('web'), start('web'), start('market,engine,jobs')])
    webs = [one, two]
    await becomesLeading(first)
    leaders = [first, await start('market,engine,jobs')]
    for (const web of webs) await becomesReady(web)
    token = await webs[0].signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  })
  afterAll(() => cluster?.close())

  it('lose and double nothing that was acknowledged, and the books balance', async () => {
    const { db } = cluster.database
    const before = await bookedWork(db)
    const working = startLoad(() => webs, token)
    await working.goesOn(20)

    // A web process.
    webs[0].signal('SIGKILL')
    await working.goesOn(20)
    webs = [await cluster.start('web'), webs[1]]
    await becomesReady(webs[0])

    // The leader, twice: killed, and standing still until another leads.
    leaders[0].signal('SIGKILL')
    const killedMs = await becomesLeading(leaders[1])
    await working.goesOn(20)
    const third = await cluster.start('all')
    // `/readyz` of a busy machine may take longer than a second.
    await waitUntil(async () => (await third.readiness())?.roles.engine === 'standby')
    leaders[1].signal('SIGSTOP')
    const stoppedMs = await becomesLeading(third)
    // From now on half of the calls reach the leader itself.
    webs = [third, webs[1]]
    await working.goesOn(20)
    leaders[1].signal('SIGCONT')
    expect(await leaders[1].exit).toBe(1)
    expect(leaders[1].printed()).toContain('Another process took over')

    // NATS.
    await cluster.nats[0]?.kill()
    await waitUntil(async () => (await webs[1].readiness())?.waitingFor.includes('nats') === true)
    await cluster.nats[0]?.start()
    await working.goesOn(20)
    for (const web of webs) await becomesReady(web)

    await working.end()
    console.log(
      `taken over ${Math.round(killedMs)} ms after kill -9, ${Math.round(stoppedMs)} ms after SIGSTOP`,
    )
    const after = await bookedWork(db)
    expect({
      transfers: after.transfers - before.transfers,
      orders: after.orders - before.orders,
    }).toEqual(working.done)
    expect(working.done.orders).toBeGreaterThan(2)
    expect(await findBrokenLinks(db)).toEqual([])
    expect(await brokenInvariants(webs[1])).toEqual([])
    // A leader that stands still keeps its lease for three seconds; one whose connection is gone, for one.
    expect(killedMs).toBeLessThan(5000)
    expect(stoppedMs).toBeLessThan(10_000)
  })

  it('are replaced one by one, the leader first, and lose and double nothing', async () => {
    const { db } = cluster.database
    const before = await bookedWork(db)
    const working = startLoad(() => webs, token)
    await working.goesOn(10)
    // The new release adds something that the old one does not know: one of these is started again as well.
    await db.executeQuery(
      CompiledQuery.raw(
        `insert into kysely_migration (name, timestamp) values ('9999_platform_next', '2026-01-01T00:00:00.000Z')`,
      ),
    )
    const [leader, web] = webs
    const next = await cluster.start('all')
    leader.signal('SIGINT')
    await becomesLeading(next)
    expect(await leader.exit).toBe(0)
    expect(next.printed()).toContain('the database is newer than this release')
    webs = [next, web]
    await working.goesOn(10)
    const other = await cluster.start('web')
    await becomesReady(other)
    webs = [next, other]
    web.signal('SIGINT')
    expect(await web.exit).toBe(0)
    await working.goesOn(10)
    await working.end()
    const after = await bookedWork(db)
    expect({
      transfers: after.transfers - before.transfers,
      orders: after.orders - before.orders,
    }).toEqual(working.done)
  })

  it('share the calendar of practice mode', async () => {
    const [one, two] = webs
    // Signed in at the other process, so that no call here confirms by itself.
    const visitor = await two.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
    const exportTo = (member: Member) => member.ask('/api/user/export', {}, { token: visitor })
    expect((await exportTo(two)).retCode).toBe(0)
    expect((await exportTo(one)).retCode).toBe(0)
    expect((await one.ask('/api/practice/clock', { advanceMs: 3_600_000 })).retCode).toBe(0)
    expect((await exportTo(one)).retCode).toBe(1010)
    expect(await brokenInvariants(one)).toEqual([])
  })
})
