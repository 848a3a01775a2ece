import { sql } from 'kysely'
import type { Db } from '../../platform/index.ts'

/** A customer's name on a market in maps. */
export const sizeKeyOf = (uid: number, pid: number): string => `${uid}/${pid}`

/** What customers have open or resting on each market, Σ quantity × price; moved by a trigger of the orders. */
export const listSizes = async (db: Db, uids: readonly number[]): Promise<Map<string, bigint>> => {
  if (uids.length === 0) return new Map()
  const { rows } = await sql<{ uid: number; pid: number; cost: bigint }>`
    select uid, pid, cost from contracts_size where uid = any(${[...uids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ uid, pid, cost }) => [sizeKeyOf(uid, pid), BigInt(cost)]))
}
