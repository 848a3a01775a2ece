import { cloneDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from './connection.ts'

it('no connection compiles statements, also where the database would', async () => {
  const server = await cloneDatabase(1)
  await sql`alter database ${sql.ref(new URL(server.url).pathname.slice(1))} set jit = on`.execute(server.db)
  const database = openDatabase(server.url, 1)
  for (const db of [database.db, database.reports, database.checks])
    expect((await sql<{ jit: string }>`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }])
  await database.close()
  await server.drop()
})
