import { sql } from 'kysely'
import { becomesLeading, becomesReady, type Cluster, type Member } from './cluster.ts'
import { waitUntil } from './manualFeed.ts'
import { type NetworkPath, openNetworkPath, pathTo, throughPort } from './networkPath.ts'

/** An engine that reaches the database and NATS by ways of its own. */
export type ReachedEngine = {
  readonly member: Member
  readonly database: NetworkPath
  readonly nats: NetworkPath
}

/** A leader with a standby, two web processes, and two engines that share the customers with the leader. */
export type EngineCluster = {
  readonly leaders: readonly [Member, Member]
  readonly webs: readonly [Member, Member]
  readonly engines: readonly [ReachedEngine, ReachedEngine]
  readonly startEngine: () => Promise<ReachedEngine>
  /** Whether an engine decides on customers. */
  readonly decides: (engine: ReachedEngine) => Promise<boolean>
  /** Whether live engines hold so many partitions each, ascending. */
  readonly isShared: (...counts: readonly number[]) => Promise<boolean>
  /** Closes the ways of the engines, once the cluster is closed. */
  readonly close: () => Promise<void>
}

/** Starts the processes in a cluster of one node of NATS, and waits until the engines share the customers. */
export const startEngineCluster = async (cluster: Cluster): Promise<EngineCluster> => {
  const paths: NetworkPath[] = []
  const startEngine = async (): Promise<ReachedEngine> => {
    const natsUrl = cluster.nats[0]?.url ?? ''
    const [database, nats] = await Promise.all([
      openNetworkPath(pathTo(cluster.database.url)),
      openNetworkPath(pathTo(natsUrl)),
    ])
    paths.push(database, nats)
    const member = await cluster.start('orders', {
      DATABASE_URL: throughPort(cluster.database.url, database.port),
      NATS_URL: throughPort(natsUrl, nats.port),
      LOG_LEVEL: 'debug',
    })
    return { member, database, nats }
  }
  const decides: EngineCluster['decides'] = async ({ member }) =>
    (await member.readiness())?.roles.orders === 'ready'
  const isShared: EngineCluster['isShared'] = async (...counts) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from contracts_partition
      where until_ms > extract(epoch from clock_timestamp()) * 1000 group by engine order by 1`.execute(
      cluster.database.db,
    )
    return rows.map(({ count }) => count).join() === counts.join()
  }
  const leader = await cluster.start('market,engine,jobs')
  await becomesLeading(leader)
  const [standby, one, two] = await Promise.all([
    cluster.start('market,engine,jobs'),
    cluster.start('web'),
    cluster.start('web'),
  ])
  for (const web of [one, two]) await becomesReady(web)
  const engines = [await startEngine(), await startEngine()] as const
  await waitUntil(() => isShared(4, 6, 6), 60_000)
  for (const engine of engines) await waitUntil(() => decides(engine), 30_000)
  return {
    ...{ leaders: [leader, standby], webs: [one, two], engines, startEngine, decides, isShared },
    close: async () => {
      for (const path of paths) await path.close()
    },
  }
}
