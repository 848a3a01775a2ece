import { partitionOf } from '@glasshouse/core/contracts/partition'
import { isPoolAccount } from '@glasshouse/core/contracts/pool'
import type { Db, Tx } from '../../../platform/database/index.ts'
import { listPools } from '../../store/pools.ts'

/** In which partition accounts are: a customer by the number, a pool with its lead. */
export type PartitionMap = {
  /** Reads the leads of pools that are not known yet; the lead of a pool never changes. */
  readonly learn: (db: Db | Tx, accounts: Iterable<number>) => Promise<void>
  /** The partition of an account; undefined of a pool that was not learned. */
  readonly find: (account: number) => number | undefined
}

/** Knows no pool yet; `partitions` is how many the database is divided into. */
export const createPartitionMap = (partitions: number): PartitionMap => {
  const leads = new Map<number, number>()
  return {
    learn: async (db, accounts) => {
      const unknown = new Set(
        [...accounts].filter((account) => isPoolAccount(account) && !leads.has(account)),
      )
      if (unknown.size === 0) return
      const pools = await listPools(db, [...unknown])
      const found = new Map(pools.map(({ account, lead_uid }) => [account, lead_uid]))
      // A number that no pool has is that of a customer of a test: customers of the product begin behind pools.
      for (const account of unknown) leads.set(account, found.get(account) ?? account)
    },
    find: (account) => {
      const uid = isPoolAccount(account) ? leads.get(account) : account
      return uid === undefined ? undefined : partitionOf(uid, partitions)
    },
  }
}
