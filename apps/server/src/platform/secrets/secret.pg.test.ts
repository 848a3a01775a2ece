import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecrets } from './secret.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

it('pins the secret of a database and reports another one at the start', async () => {
  const given = 'the secret that was given first, long enough'
  const first = await openSecrets(database.db, given)
  const again = await openSecrets(database.db, given)
  expect(again.open('bank', first.seal('bank', 'DE89'))).toBe('DE89')
  for (const other of ['another secret, which is just as long, but no', undefined])
    await expect(openSecrets(database.db, other)).rejects.toThrow('SECRET_KEY: is not the one')
})

it('is generated once if none is set, also by twenty concurrent starts', async () => {
  const fresh = await cloneDatabase()
  const all = await Promise.all(Array.from({ length: 20 }, () => openSecrets(fresh.db, undefined)))
  const keys = new Set(all.map(({ keyFor }) => keyFor('x').toString('hex')))
  expect(keys.size).toBe(1)
  await fresh.drop()
})
