import { bannersFromWire } from '@glasshouse/core/content/codec'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { insertRecord } from '../store/records.ts'
import { getBanners } from './published.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await transact(database.db, async (tx) => {
    for (const [position, place] of ['1:home', '1:trade', '11:home'].entries())
      await insertRecord(tx, {
        kind: 'banner',
        published: true,
        position,
        texts: { en: { title: place } },
        fields: { place, picture: 'https://example.com/a.png', link: '/' },
        atMs: 0,
        staffId: null,
      })
  })
})
afterAll(() => database.drop())

it.each([
  [1, 'home', ['1:home']],
  [1, 'else', []],
  [1, undefined, ['1:home', '1:trade']],
  [1, '', ['1:home', '1:trade']],
  [2, undefined, []],
])('of type %s and code %s shows %j', async (bannertype, code, titles) => {
  const shown = await getBanners(database.db, 'en', bannersFromWire({ bannertype, code }))
  expect(shown.map(({ title }) => title)).toEqual(titles)
})
