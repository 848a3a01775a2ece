import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomer } from '../../identity/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { buildHttp } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { createCheckoutDeposit } from '../service/checkout.ts'
import { gatewayPages } from './gateway.ts'

let platform: TestPlatform
let app: FastifyInstance
let uid: number
const noSession = async () => ({ kind: 'none' }) as const
const built = (mode: 'practice' | 'live') => {
  const inMode = { ...platform, settings: { ...platform.settings, MODE: mode } }
  const parts = { platform: inMode, routes: [], customerOf: noSession, staffOf: noSession }
  return buildHttp({ ...parts, plugins: [gatewayPages(inMode)] })
}
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  app = built('practice')
  uid = await transact(platform.database.db, (tx) =>
    createCustomer(tx, {
      email: 'p@example.com',
      phone: '12025551000',
      passwordHash: 'x',
      referrerUid: 10_000,
      proven: ['email', 'phone'] as const,
      lang: 'en',
      registeredMs: 1,
    }),
  )
})
afterAll(async () => {
  await app.close()
  await platform.database.drop()
})

const begin = () => createCheckoutDeposit(platform, uid, { channel: 'sandbox', amount: usdt('250') }, 'en')
const pay = (url: string, from = app) =>
  from.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
const walletNow = async () => (await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0]

it('is paid by a plain form, shows the payment, and does not pay again on reload', async () => {
  const url = await begin()
  const page = await app.inject(url)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  expect(page.body).toContain('250.00 <small>USDT')
  const answer = await pay(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, url])
  expect(await walletNow()).toBe(usdt('250'))
  for (const again of [await app.inject(url), await pay(url)])
    expect(again.statusCode === 303 || again.body.includes('You can close this window.')).toBe(true)
  expect(await walletNow()).toBe(usdt('250'))
})

it('uses the product’s font, served by this server', async () => {
  const page = await app.inject(await begin())
  const files = [...page.body.matchAll(/url\((\/[^)]+\.woff2)\)/g)].map(([, file = '']) => file)
  expect(files).toContain('/faces/inter-latin-wght-normal.woff2')
  expect(page.body).toContain("font-family: 'Inter Variable'")
  expect(page.headers['content-security-policy']).toContain("font-src 'self'")
  for (const file of files) {
    const face = await app.inject(file)
    expect([face.statusCode, face.headers['content-type']]).toEqual([200, 'font/woff2'])
    expect(face.rawPayload.subarray(0, 4).toString()).toBe('wOF2')
  }
  expect((await app.inject('/faces/other.woff2')).statusCode).toBe(404)
})

it('reports an unknown payment in the language of the browser', async () => {
  const headers = { 'accept-language': 'ko-KR,ko;q=0.9' }
  const unknown = await app.inject({ url: `/practice/gateway/${'x'.repeat(43)}`, headers })
  expect(unknown.statusCode).toBe(404)
  expect(unknown.body).toContain('<html lang="ko">')
  expect((await pay(`/practice/gateway/${'x'.repeat(43)}`)).statusCode).toBe(404)
})

it('does not exist in live mode', async () => {
  const live = built('live')
  const url = await begin()
  const before = await walletNow()
  expect([(await live.inject(url)).statusCode, (await pay(url, live)).statusCode]).toEqual([404, 404])
  expect(await walletNow()).toBe(before)
  await live.close()
})
