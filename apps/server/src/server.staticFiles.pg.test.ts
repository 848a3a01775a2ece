import type { TestDatabase } from '@glasshouse/testkit/database'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Every kind of page and file the one listener sends, with what a browser must be told about it.

let database: TestDatabase
let house: TestServer
let token: string
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
  token = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

const urlOf = async (path: string, fields: Record<string, string>): Promise<string> => {
  const { data } = await house.ask(path, fields, { token })
  const url = typeof data === 'string' ? data : (data as { url: string }).url
  const { pathname, search } = new URL(url, house.url)
  return pathname + search
}

/** Each kind of page once; the built pages are there or say that they are not built. */
const kinds: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['the start page', () => '/'],
  ['a page of the site', () => '/contract'],
  ['the mobile site', () => '/m'],
  ['the console', () => '/console'],
  ['a file that is missing', () => '/assets/none.js'],
  ['the API reference', () => '/api/docs'],
  ['the API document', () => '/api/openapi.json'],
  ['the country of the caller', () => '/api/common/ip'],
  ['a call that does not exist', () => '/api/none'],
  ['a page of the payment gateway', () => urlOf('/api/pay/pay', { action: 'sandbox', money: '10' })],
  ['a payment that does not exist', () => '/pay/sandbox/none'],
  ['a statement', () => urlOf('/api/user/statement', { from: '20260101', to: '20260102', format: 'csv' })],
  [
    'a statement as PDF',
    () => urlOf('/api/user/statement', { from: '20260101', to: '20260102', format: 'pdf' }),
  ],
  ['closed trades', () => urlOf('/api/performance/export', {})],
  ['everything about me', () => urlOf('/api/user/export', {})],
  ['whether it lives', () => '/healthz'],
  ['whether it is ready', () => '/readyz'],
  ['the counters', () => '/metrics'],
]

const directives = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )

it.each(kinds)('%s tells the browser what it may do, and holds no script of its own', async (_, path) => {
  const response = await fetch(house.url + (await path()))
  const body = await response.text()
  const { headers } = response
  const policy = directives(headers.get('content-security-policy') ?? '')
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('script-src') ?? ["'none'"]).not.toContain("'unsafe-inline'")
  expect((policy.get('script-src') ?? []).every((source) => source === "'self'" || source === "'none'")).toBe(
    true,
  )
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  expect(policy.get('base-uri')).toEqual(["'none'"])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  for (const header of ['server', 'x-powered-by', 'access-control-allow-origin'])
    expect(headers.get(header)).toBeNull()
  if (headers.get('content-type')?.startsWith('text/html') !== true) return
  expect(body).not.toMatch(/<script(?![^>]*\ssrc=)/i)
  expect(body).not.toMatch(/<[^>]+\son\w+\s*=|javascript:/i)
})

it('keeps responses with personal data out of every cache', async () => {
  for (const path of [
    await urlOf('/api/user/statement', { from: '20260101', to: '20260102', format: 'csv' }),
    await urlOf('/api/user/export', {}),
  ]) {
    const { status, headers } = await fetch(house.url + path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
  }
  const call = await fetch(`${house.url}/api/user/getuserinfo`, { method: 'POST' })
  expect(call.headers.get('cache-control')).toBe('no-store')
})

it('gives nothing for a link that was changed, and no call to another site', async () => {
  const link = await urlOf('/api/user/export', {})
  for (const changed of [`${link}x`, link.slice(0, -4), link.replace(/.{20}$/, (end) => end.toUpperCase())])
    if (changed !== link) expect((await fetch(house.url + changed)).status).toBeGreaterThanOrEqual(400)
  const preflight = await fetch(`${house.url}/api/user/login`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  expect(preflight.status).toBeGreaterThanOrEqual(400)
})
