import type { TestDatabase } from '@glasshouse/testkit/database'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase
let house: TestServer
let token: string
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database, { PUBLIC_URL: 'https://example.com' })
  token = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

const set = async (key: string, value: string) =>
  (await house.ask('/staff/api/configSet', { key, value }, { token })).retCode
const get = async (path: string) => {
  const answer = await fetch(house.url + path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const path = '/.well-known/security.txt'
const day = 86_400_000

it('has no contact until the operator sets one that is still good', async () => {
  expect((await get(path)).text).not.toContain('Contact')
  expect((await get('/security-policy')).text).not.toContain('Report')
  expect(await set('security_contact', 'mailto:security@example.com')).toBe(0)
  expect((await get(path)).text).not.toContain('Contact')
  const expires = Date.now() - (Date.now() % day) + 200 * day
  expect(await set('security_expires', String(expires))).toBe(0)
  expect(await get(path)).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: [
      'Contact: mailto:security@example.com',
      `Expires: ${new Date(expires).toISOString()}`,
      'Canonical: https://example.com/.well-known/security.txt',
      '',
    ].join('\n'),
  })
  expect(await set('security_policy', 'Report here.\nWe answer within three days.')).toBe(0)
  expect((await get(path)).text).toContain('\nPolicy: https://example.com/security-policy\n')
  expect(await get('/security-policy')).toMatchObject({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: 'Report here.\nWe answer within three days.\n',
  })
  expect(await set('security_expires', String(Date.now() - 1))).toBe(0)
  expect((await get(path)).text).not.toContain('Contact')
})

it.each([
  'security@example.com',
  'mailto:security',
  'http://example.com/report',
  'mailto:a@example.com\nExpires: 2099-01-01T00:00:00Z',
  'javascript:alert(1)',
])('does not take %s as a contact', async (contact) => {
  expect(await set('security_contact', contact)).not.toBe(0)
})
