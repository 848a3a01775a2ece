import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Line of PostgreSQL's pid file that names the folder of its socket. */
const socketLine = 4

/**
 * Admits a customer of a running product as a sample lead, without the days of record, as practice mode does with its
 * samples. No call does it.
 *
 * @param dataFolder data folder of a product that started its own database
 */
export const admitLead = async (dataFolder: string, uid: number): Promise<void> => {
  const pidFile = await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')
  const client = new pg.Client({
    host: pidFile.split('\n')[socketLine] ?? '',
    user: 'glasshouse',
    database: 'glasshouse',
    password: (await readFile(join(dataFolder, 'postgres.password'), 'utf8')).trim(),
  })
  await client.connect()
  try {
    await client.query(
      `insert into invest_lead (uid, since_ms, is_waived, name)
        select uid, $2::bigint, true, lower(username) from identity_customer where uid = $1`,
      [uid, Date.now()],
    )
  } finally {
    await client.end()
  }
}
