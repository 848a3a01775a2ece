import { partitionOf } from '@glasshouse/core/contracts/partition'
import { type ConnectionFreeze, freezeConnections } from '@glasshouse/testkit/connectionFreeze'
import type { ContractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { type Database, openDatabase } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { openEngine } from '../../index.fixture.ts'
import type { Engine } from '../../index.ts'

/** One of several engines that share the partitions, with connections of its own that can stand still. */
type Sharing = ConnectionFreeze & {
  readonly engine: Engine
  readonly database: Database
  readonly close: () => Promise<void>
}

/** Engines that share the customers of a stage. */
export const sharingEngines = (stage: () => ContractFixture) => {
  let sharing: Sharing[] = []
  const held = (): readonly number[] => sharing.flatMap(({ engine }) => engine.partitions())
  /** The engine that decides on a customer, and its connections. */
  const holderOf = (uid: number): Sharing => {
    const [only, ...more] = sharing.filter(({ engine }) => engine.partitions().includes(partitionOf(uid, 16)))
    if (only === undefined || more.length > 0) throw new Error('one engine decides on a customer')
    return only
  }
  return {
    held,
    holderOf,
    share: async (): Promise<Sharing> => {
      const database = openDatabase(stage().database.url, 4, patientLimits)
      const frost = freezeConnections(database)
      const engine = await openEngine({ ...stage(), database, log: createLog('silent') }, 'share')
      const opened: Sharing = {
        ...frost,
        engine,
        database,
        close: async () => {
          frost.thaw()
          await engine.close()
          await database.close()
          sharing = sharing.filter((one) => one !== opened)
        },
      }
      sharing.push(opened)
      return opened
    },
    /** Waits until every partition is held once, by so many each; returns for how long, in milliseconds. */
    untilHeld: async (...each: readonly number[]): Promise<number> => {
      const from = performance.now()
      await waitUntil(
        () =>
          sharing.map(({ engine }) => engine.partitions().length).join() === each.join() &&
          new Set(held()).size === 16,
      )
      for (const { engine } of sharing) await engine.settled()
      return performance.now() - from
    },
    /** Waits until everything that was heard so far is settled by all. */
    settled: async (): Promise<void> => {
      for (const { engine } of sharing) await engine.settled()
    },
    close: async (): Promise<void> => {
      for (const one of [...sharing]) await one.close()
    },
  }
}
