import { domainError } from '@glasshouse/core/errors/registry'
import type { Product } from '@glasshouse/core/markets/product'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { walletFromWire } from '@glasshouse/core/wallets/codec'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { post } from '@glasshouse/testkit/requests'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depositPages, depositRoutes } from '../deposits/index.fixture.ts'
import { destinationRoutes } from '../destinations/index.fixture.ts'
import { identityRoutes } from '../identity/index.fixture.ts'
import { authenticateCustomer } from '../identity/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { buildHttp, listen } from '../platform/http/index.ts'
import { authenticateStaff, staffRoutes } from '../staff/index.fixture.ts'
import { walletRoutes } from '../wallets/index.fixture.ts'
import { openCalendar, practiceRoutes, seedPracticeData } from './index.fixture.ts'

/** A new customer's path through the modules over a real socket; every response is checked against the wire. */

let platform: TestPlatform
let app: FastifyInstance
let baseUrl: string
const products = ['BTCUSDT', 'ETHUSDT'].map(
  (symbol, at) => ({ pid: at + 1, symbol, title: symbol.slice(0, -4) }) as Product,
)
const prices = fixedMarkets()
prices.set('BTCUSDT', '65850', '65850.01')
const markets = {
  ...prices,
  products: () => products,
  productNamed: (wanted: string) => products.find(({ symbol }) => symbol === wanted) ?? null,
  status: () => ({ source: 'simulator', connected: true, offsetMs: 0, lost: 0, symbols: [] }),
}

beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  const { database, clock } = platform
  await seedPracticeData({ ...platform, markets })
  const calendar = openCalendar(platform, [])
  const maxContractTransferOut = async () => usdt('1000000')
  app = buildHttp({
    platform,
    routes: [
      ...identityRoutes({
        ...platform,
        isOffered: async () => true,
        recheckIdentity: async () => 'notNeeded',
      }),
      ...staffRoutes(platform),
      ...walletRoutes({
        ...platform,
        markets,
        maxContractTransferOut,
        settleWallet: async () => undefined,
        isReserveSufficient: async () => true,
        inHousePart: (run) => run(),
        verifyWithdrawPassword: async () => undefined,
      }),
      ...depositRoutes(platform),
      ...destinationRoutes(platform),
      ...practiceRoutes({
        ...{ ...platform, markets, invariants: ledgerInvariants, calendar },
        demoReceipt: async () => {
          throw domainError('notFound')
        },
      }),
    ],
    customerOf: (token) => authenticateCustomer(database.db, clock, token),
    staffOf: (token) => authenticateStaff(database.db, clock, token),
    plugins: [depositPages(platform, () => undefined)],
    refuseUnknownFields: true,
  })
  baseUrl = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
})
afterAll(async () => {
  await app.close()
  await platform.database.drop()
})

type Fields = Readonly<Record<string, string | number>>
const call = async (path: string, fields: Fields = {}, token?: string, key?: string) => {
  platform.clock.tick(1)
  const options = { time: platform.clock.now(), ...(token ? { token } : {}), ...(key ? { key } : {}) }
  return post(baseUrl, path, fields, options)
}
const info = async (token: string) =>
  (await call('/api/user/getuserinfo', {}, token)).data as Record<string, string | number>
const signIn = async (fields: Fields) => (await call('/api/user/login', fields)).data as string

const person = {
  telcode: '1',
  email: 'ann@example.com',
  phone: '12025551234',
  oid: '10000',
  pwd: 'harbour7',
  type: 2,
}

describe('a new customer', () => {
  it('registers with the code of the outbox and signs in by e-mail and by phone', async () => {
    expect(
      await call('/api/user/sendVerifyCode', { email: person.email, phone: '', status: 1 }),
    ).toMatchObject({
      retCode: 0,
      data: { wait: 120 },
    })
    const early = await call('/api/user/sendVerifyCode', { email: person.email, status: 1 })
    expect(early).toMatchObject({ status: 429, retCode: 1004, data: { retryAfter: 120 } })
    const outbox = await call('/api/practice/outbox', { to: person.email })
    const [{ code = '' } = {}] = outbox.data as { code?: string }[]
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await call('/api/user/register', { ...person, verifycode: wrong })).retCode).toBe(1008)
    const registered = await call('/api/user/register', { ...person, verifycode: code, lang: 'ru' })
    expect(registered).toMatchObject({ retCode: 0, data: { uid: 10_002 } })
    expect((await call('/api/user/login', { email: person.email, pwd: 'other!1', type: 2 })).retCode).toBe(
      1007,
    )
    const byMail = await signIn({ email: person.email, pwd: person.pwd, type: 2 })
    // The phone was merely typed in: it signs in once a code sent to it came back.
    const viaPhone = { phone: person.phone, pwd: person.pwd, type: 1 }
    expect((await call('/api/user/login', viaPhone)).retCode).toBe(1007)
    await call('/api/user/sendVerifyCode', { phone: person.phone, status: 3 }, byMail)
    const [sms] = (await call('/api/practice/outbox', { to: person.phone })).data as { code?: string }[]
    const proving = { type: 1, verifycode: sms?.code ?? '' }
    expect((await call('/api/user/proveAddress', proving, byMail)).retCode).toBe(0)
    const byPhone = await signIn({ phone: person.phone, pwd: person.pwd, type: 1 })
    for (const token of [byMail, byPhone])
      expect(await info(token)).toMatchObject({
        uid: 10_002,
        utel: person.phone,
        wallet: '0',
        contractwallet: '0',
      })
  })

  it('deposits play money and moves it to the contract wallet, each once per key', async () => {
    const token = await signIn({ email: person.email, pwd: person.pwd, type: 2 })
    const [channel] = (await call('/api/pay/payChannel', {}, token)).data as {
      code: string
      minprice: string
    }[]
    expect(channel).toMatchObject({ code: 'sandbox', minprice: '10', maxprice: '50000' })
    const request = { action: 'sandbox', money: '1000.5' }
    const first = await call('/api/pay/pay', request, token, 'deposit-1')
    const again = await call('/api/pay/pay', request, token, 'deposit-1')
    expect(again.data).toBe(first.data)
    expect((await fetch(baseUrl + first.data)).status).toBe(200)
    const paid = await fetch(baseUrl + first.data, { method: 'POST', body: new URLSearchParams() })
    expect([paid.status, await paid.text()]).toEqual([
      200,
      expect.stringContaining('You can close this window.'),
    ])
    expect(await call('/api/pay/myPay', {}, token)).toMatchObject({
      total: 1,
      data: [{ status: 1, money: '1000.5' }],
    })
    const transfer = { type: 1, typeReverse: 1, transfervalue: '400.25' }
    for (let times = 0; times < 2; times += 1)
      expect((await call('/api/user/walletTransfer', transfer, token, 'move-1')).retCode).toBe(0)
    expect(await info(token)).toMatchObject({ wallet: '600.25', contractwallet: '400.25' })
    const tooMuch = await call('/api/user/walletTransfer', { ...transfer, transfervalue: '600.26' }, token)
    expect(tooMuch).toMatchObject({ retCode: 2001, data: { max: '600.25' } })
  })

  it('sees no data of others and has no access after signing out', async () => {
    const token = await signIn({ email: person.email, pwd: person.pwd, type: 2 })
    const demo = await signIn({ email: 'demo@glasshouse.test', pwd: 'Demo123!', type: 2 })
    expect(
      ((await call('/api/pay/myPay', {}, demo)).data as { money: string }[]).map(({ money }) => money),
    ).toEqual(['500', '1000'])
    expect((await call('/api/user/logout', {}, token)).retCode).toBe(0)
    expect((await call('/api/user/getuserinfo', {}, token)).retCode).toBe(102)
    expect((await info(demo)).uid).toBe(10_001)
  })
})

it('finds the documented balances of the demo customer', async () => {
  const token = await signIn({ type: 1, phone: '12025550100', pwd: 'Demo123!' })
  expect(await info(token)).toMatchObject({
    wallet: '10000',
    contractwallet: '5000',
    secondcontractwallet: '5000',
    coinwallet: '1000',
    bonus: '0',
  })
  // Its first deposit is not a week old.
  expect((await call('/api/pay/bonusOffer', {}, token)).data).toMatchObject({ state: 'claimable' })
  const { data } = await call('/api/user/wallet', {}, token)
  expect(walletFromWire(data as Parameters<typeof walletFromWire>[0])).toMatchObject({
    usdt: usdt('10000'),
    coins: [
      {
        ...{ pid: 1, title: 'BTC', amount: quantity('0.25') },
        price: price('65850'),
        value: usdt('16462.5'),
      },
      { ...{ pid: 2, title: 'ETH', amount: quantity('4') }, price: null, value: null },
    ],
  })
})

it.each([
  ['/api/user/walletTransfer', { type: 7, typeReverse: 1, transfervalue: '1' }, 'type'],
  ['/api/user/walletTransfer', { type: 1, typeReverse: 3, transfervalue: '1' }, 'typeReverse'],
  ['/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '-1' }, 'transfervalue'],
  ['/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '1e3' }, 'transfervalue'],
  ['/api/pay/pay', { action: 'sandbox', money: '１０' }, 'money'],
  ['/api/pay/myPay', { pageSize: 1e9 }, 'pageSize'],
  ['/api/pay/myPay', { orderByColumn: 'uid' }, 'orderByColumn'],
  ['/api/pay/myPay', { status: 3 }, 'status'],
  ['/api/user/getuserinfo', { uid: 10_001 }, 'uid'],
])('is shown the malformed field of %s %o', async (path, fields, field) => {
  const token = await signIn({ email: 'demo@glasshouse.test', pwd: 'Demo123!', type: 2 })
  expect(await call(path, fields, token)).toMatchObject({ retCode: 1001, data: { field } })
})

it('cannot use staff calls, and staff need their own session', async () => {
  const fields = { email: 'manager@glasshouse.test', pwd: 'Manager123!' }
  const staff = (await call('/staff/api/login', fields)).data as string
  expect(await call('/staff/api/me', {}, staff)).toMatchObject({ data: { name: 'Manager', role: 'manager' } })
  expect((await call('/api/user/getuserinfo', {}, staff)).retCode).toBe(102)
  expect((await call('/staff/api/logout', {}, staff)).retCode).toBe(0)
  expect((await call('/staff/api/me', {}, staff)).retCode).toBe(102)
})

it('leaves the ledger balanced', async () => {
  const report = await checkInvariants(platform.database.db, 1, ledgerInvariants)
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
})
