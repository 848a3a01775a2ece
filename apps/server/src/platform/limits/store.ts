import { sql } from 'kysely'
import type { Db } from '../database/index.ts'

/** Deletes at most 1000 expired windows. */
export const purgeRateWindows = async (db: Db, nowMs: number): Promise<void> => {
  await sql`
    delete from platform_budget where key in (
      select key from platform_budget where expire <= ${nowMs} order by expire limit 1000
    )
  `.execute(db)
}
