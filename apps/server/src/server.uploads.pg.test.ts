import type { TestDatabase } from '@glasshouse/testkit/database'
import { pictureForm, upload } from '@glasshouse/testkit/pictures'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainPicture } from './uploads/picture.fixture.ts'

/** Pictures in the composed product: sessions, staff and settings are the real ones. */

let database: TestDatabase
let house: TestServer
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

const read = async (url: string, token: string) =>
  (await fetch(house.url + url, { headers: { Authorization: token } })).status

it('shows a picture only to its owner and, with a record, to staff', async () => {
  const ann = await house.newcomer('ann@glasshouse.test', '12025550181')
  const bob = await house.newcomer('bob@glasshouse.test', '12025550182')
  const staff = await house.signIn('/staff/api/login', 'service@glasshouse.test', 'Service123!')
  const { url = '', retCode } = await upload(house.url, ann.token, pictureForm(await plainPicture('jpeg')))
  expect(retCode).toBe(0)
  expect([await read(url, ann.token), await read(url, bob.token), await read(url, staff)]).toEqual([
    200, 404, 200,
  ])
  const { rows } = await sql<{ target: string }>`
    select target from staff_audit where action = 'pictureView'`.execute(database.db)
  expect(rows).toEqual([{ target: expect.stringContaining(`of customer ${ann.uid}`) }])
  expect((await upload(house.url, staff, pictureForm(await plainPicture('png')))).retCode).toBe(102)
})

it('heeds the quota that staff set', async () => {
  const { token } = await house.newcomer('cat@glasshouse.test', '12025550183')
  await sql`insert into content_setting (key, value, changed_ms) values ('upload_daily', '1', 1)`.execute(
    database.db,
  )
  const send = async () => (await upload(house.url, token, pictureForm(await plainPicture('webp')))).retCode
  expect([await send(), await send()]).toEqual([0, 1004])
})

it('publishes a picture of staff once it is saved with content, and accepts none of a customer for it', async () => {
  const manager = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  const dan = await house.newcomer('dan@glasshouse.test', '12025550184')
  const putUp = async (token: string) =>
    upload(house.url, token, pictureForm(await plainPicture('png')), {}, '/staff/api/uploadPicture')
  expect((await putUp(dan.token)).retCode).toBe(102)
  const { url = '' } = await putUp(manager)
  const save = (picurl: string) => {
    const fields = JSON.stringify({ place: '1:home', picurl })
    const texts = JSON.stringify({ en: { title: 'Look' } })
    return house.ask(
      '/staff/api/contentSave',
      { kind: 'banner', published: 1, texts, fields },
      { token: manager },
    )
  }
  expect((await save(url)).retCode).toBe(0)
  const { data } = await house.ask('/api/common/banner', { bannertype: 1, code: 'home' })
  expect(data).toEqual([{ picurl: url, link: '', title: 'Look' }])
  const shown = await fetch(house.url + url)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  const theirs = (await upload(house.url, dan.token, pictureForm(await plainPicture('png')))).url ?? ''
  for (const other of [theirs, `/api/uploads/${'x'.repeat(32)}`, 'https://example.com/a.png'])
    expect(await save(other)).toMatchObject({ retCode: 1001, data: { field: 'fields.picurl' } })
  const { rows } = await sql<{ purpose: string }>`
    select purpose from uploads_picture where staff_id is not null`.execute(database.db)
  expect(rows).toEqual([{ purpose: expect.stringMatching(/^banner \d+$/) }])
})
