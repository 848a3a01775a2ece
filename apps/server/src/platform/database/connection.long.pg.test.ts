import { cloneDatabase } from '@glasshouse/testkit/database'
import { openNetworkPath, pathTo, throughPort } from '@glasshouse/testkit/networkPath'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { transact } from '../transactions/index.ts'
import { openDatabase } from './connection.ts'

it('a connection to a machine that is gone is given up, and the next ones are used', async () => {
  const server = await cloneDatabase(1)
  const path = await openNetworkPath(pathTo(server.url))
  const database = openDatabase(throughPort(server.url, path.port), 2, { statementMs: 2000, commandMs: 500 })
  const ask = () => sql`select 1`.execute(database.db)
  await Promise.all([ask(), ask()])
  path.lose()
  const fromMs = performance.now()
  const lost = await Promise.allSettled([ask(), transact(database.db, (tx) => sql`select 1`.execute(tx))])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  for (const one of lost) expect((one as PromiseRejectedResult).reason).toMatchObject({ code: 'ETIMEDOUT' })
  expect(performance.now() - fromMs).toBeGreaterThan(30_000)
  await Promise.all([ask(), ask()])
  await database.close()
  await path.close()
  await server.drop()
})

it('a statement that runs as long as it may is waited for', async () => {
  const server = await cloneDatabase(1)
  const path = await openNetworkPath(pathTo(server.url))
  const database = openDatabase(throughPort(server.url, path.port), 1, {
    statementMs: 40_000,
    commandMs: 500,
  })
  await sql`select pg_sleep(35)`.execute(database.db)
  await database.close()
  await path.close()
  await server.drop()
})
