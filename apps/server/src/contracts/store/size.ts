import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

/** Σ quantity × price of what customers have open or resting, by customer and market; moved by a trigger of the orders. */
export const listCommitted = async (
  db: Db,
  uids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, bigint>>> => {
  const found = new Map<number, Map<number, bigint>>()
  if (uids.length === 0) return found
  const { rows } = await sql<{ uid: number; pid: number; cost: bigint }>`
    select uid, pid, cost from contracts_size where uid = any(${[...uids]}::bigint[])`.execute(db)
  for (const { uid, pid, cost } of rows) {
    const own = found.get(uid) ?? new Map<number, bigint>()
    found.set(uid, own.set(pid, BigInt(cost)))
  }
  return found
}
