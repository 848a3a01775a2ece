import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import { InvalidSettingsError, type Settings } from '../settings/index.ts'

type Mode = Settings['MODE']

const errorCodes: Readonly<Record<Mode, string>> = {
  live: 'this database has been used in practice mode, and play money never becomes real: name an empty database in DATABASE_URL',
  practice:
    'this database holds real money and is never practised on: leave DATABASE_URL out, or name another database',
}

/**
 * Pins a database permanently to the mode of its first start, so that play money and demo accounts with known passwords
 * never mix with real money. `before` returns the mode of a used database without a marker.
 *
 * @throws InvalidSettingsError the database belongs to the other mode
 */
export const pinMode = async (db: Db, mode: Mode, before: () => Promise<Mode | null>): Promise<void> => {
  const own = (await readMark(db)) ?? (await mark(db, (await before()) ?? mode))
  if (own !== mode) throw new InvalidSettingsError([`MODE: ${errorCodes[mode]}`])
}

const markName = 'platform.mode'

const readMark = async (db: Db): Promise<Mode | null> => {
  const { rows } = await sql<{ mode: Mode }>`
    select value #>> '{}' as mode from platform_state where name = ${markName}`.execute(db)
  return rows[0]?.mode ?? null
}

/** Marks an unmarked database; of two concurrent processes the first one decides. */
const mark = async (db: Db, mode: Mode): Promise<Mode> => {
  await sql`insert into platform_state (name, value) values (${markName}, ${JSON.stringify(mode)}::jsonb)
    on conflict (name) do nothing`.execute(db)
  const kept = await readMark(db)
  if (kept === null) throw new Error('the mode of this database could not be stored')
  return kept
}
