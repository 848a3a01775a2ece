import { setTimeout as pause } from 'node:timers/promises'
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
import { bookedTrades, openTraders, startTrading } from '@glasshouse/testkit/traders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Connections to the database are ended by the server under load, again and again, at whatever they are doing. */

const traders = 60
const rounds = 200
const everyMs = 150

describe.skipIf(!hasNatsServer())('connections that the database ends', () => {
  let cluster: Cluster
  let members: readonly Member[] = []
  beforeAll(async () => {
    cluster = await openCluster(1, null)
    const leader = await cluster.start('market,engine,jobs')
    await becomesLeading(leader)
    const others = await Promise.all((['web', 'web', 'orders'] as const).map((roles) => cluster.start(roles)))
    members = [leader, ...others]
    for (const member of members) await becomesReady(member)
  })
  afterAll(async () => {
    await cluster?.close()
  })

  it('end no process, and lose and double nothing that was acknowledged', async () => {
    const { db } = cluster.database
    const webs = members.slice(1, 3)
    const [web] = webs
    if (web === undefined) throw new Error('there is a web process')
    const customers = await openTraders(cluster.database, web, traders)
    const trading = startTrading(() => webs, customers)
    await trading.allGoOn()
    let ended = 0
    for (let round = 0; round < rounds; round += 1) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'glasshouse%'
        order by random() limit 3`.execute(db)
      ended += rows.length
      await pause(everyMs)
    }
    await trading.allGoOn()
    await trading.end()
    console.log(`${ended} connections ended`)
    const printed = members.map((member) => member.printed())
    expect(printed.flatMap((text) => text.match(/.*unhandled.*/g) ?? [])).toEqual([])
    for (const member of members)
      await waitUntil(async () => (await member.readiness())?.ready === true, 30_000)
    expect(await bookedTrades(cluster.database, customers)).toEqual(trading.done)
    expect(await findBrokenLinks(db)).toEqual([])
    expect(await brokenInvariants(web)).toEqual([])
  })
})
