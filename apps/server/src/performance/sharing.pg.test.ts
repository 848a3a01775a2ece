import { price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { platformOf } from '@glasshouse/testkit/platform'
import { post } from '@glasshouse/testkit/requests'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition, orderReceipt, placeOrder } from '../contracts/index.ts'
import { performanceRoutes } from './index.fixture.ts'

let stage: ContractFixture
let server: FakeServer
let time = 0
/** A closed position of customer 7, and an open one. */
let closed = 0
let open = 0

beforeAll(async () => {
  stage = await contractFixture()
  await stage.give(7, '1000')
  const deps = { ...platformOf(stage.database, stage.clock), markets: stage.markets }
  server = await startFakeServer(stage.database, { routes: performanceRoutes(deps) })
  time = server.clock.now()
  const place = async (): Promise<number> => {
    const seen = price('65850')
    const order = { ...plainOrder, leverage: 10, price: seen, pid: 1, lots: 10, kind: 'market', side: 'long' }
    return (await placeOrder(stage, { uid: 7 }, { ...order } as Parameters<typeof placeOrder>[2])).id
  }
  closed = await place()
  await closePosition(stage, { uid: 7 }, { id: closed, lots: null })
  open = await place()
})
afterAll(async () => {
  await server.close()
  await stage.database.drop()
})

/** Each call a millisecond later, so that no two signatures are the same. */
const call = (path: string, fields: Record<string, string | number>, uid: number | null = 7) => {
  time += 1
  const token = uid === null ? {} : { token: `user-${uid}` }
  return post(server.url, `/api/performance/${path}`, fields, { ...token, time })
}
const trade = () => ({ kind: 'contract', id: closed })
type Link = { readonly token: string | null; readonly created: number | null }
const share = async (): Promise<string> => ((await call('shareTrade', trade())).data as Link).token ?? ''

it('shows the receipt of a shared trade to everyone, and nothing of its owner', async () => {
  expect((await call('tradeLink', trade())).data).toEqual({ token: null, created: null })
  const token = await share()
  expect(token).toMatch(/^[\w-]{22}$/)
  const shown = await call('sharedTrade', { token }, null)
  const { contract } = shown.data as {
    contract: { order: { id: number }; events: { tick: object | null }[] }
  }
  const own = await orderReceipt(stage, { uid: 7 }, closed)
  expect(contract.order.id).toBe(closed)
  expect(contract.events.map(({ tick }) => tick)).toEqual(own.events.map(({ tick }) => tick))
  const names = new Set(JSON.stringify(shown.data).match(/"\w+":/g))
  for (const name of ['uid', 'wallet', 'levertype', 'account', 'apikey', 'feeFromBonus', 'balance'])
    expect(names).not.toContain(`"${name}":`)
})

it('returns the same link again, and another one after it was ended', async () => {
  const [first, again] = [await share(), await share()]
  expect(again).toBe(first)
  expect((await call('tradeLink', trade())).data).toMatchObject({ token: first })
  expect((await call('unshareTrade', trade())).retCode).toBe(0)
  expect((await call('sharedTrade', { token: first }, null)).retCode).toBe(1005)
  expect((await call('tradeLink', trade())).data).toEqual({ token: null, created: null })
  const other = await share()
  expect(other).not.toBe(first)
  expect((await call('sharedTrade', { token: first }, null)).retCode).toBe(1005)
  expect((await call('sharedTrade', { token: other }, null)).retCode).toBe(0)
})

it('creates one link for concurrent requests', async () => {
  await call('unshareTrade', trade())
  const tokens = await Promise.all([share(), share(), share(), share()])
  expect(new Set(tokens).size).toBe(1)
  const { rows } = await sql<{ links: number }>`
    select count(*)::int as links from performance_trade_link`.execute(stage.database.db)
  expect(rows).toEqual([{ links: 1 }])
})

it.each(['tradeLink', 'shareTrade', 'unshareTrade'])(
  '%s refuses visitors before it reads a field and other customers, and makes no link of an open trade',
  async (path) => {
    expect((await call(path, { kind: 'nonsense' }, null)).retCode).toBe(102)
    expect((await call(path, trade(), 8)).retCode).toBe(1005)
    const ofOpen = await call(path, { kind: 'contract', id: open })
    if (path === 'tradeLink') expect(ofOpen.data).toEqual({ token: null, created: null })
    else expect(ofOpen.retCode).toBe(1005)
    expect((await call(path, { kind: 'option', id: closed })).retCode).toBe(1005)
  },
)

it('opens nothing for a token that was guessed or altered', async () => {
  const token = await share()
  for (const other of ['', token.slice(1), `${token}A`, token.toLowerCase(), '%', 'x'.repeat(64)])
    expect((await call('sharedTrade', { token: other }, null)).retCode, other).toBe(1005)
})
