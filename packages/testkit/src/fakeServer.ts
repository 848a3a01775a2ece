import type { Path } from '@glasshouse/core/calls'
import { contractOrderToWire } from '@glasshouse/core/contracts/codec'
import { DomainError } from '@glasshouse/core/errors/registry'
import { price, usdt } from '@glasshouse/core/money/units'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Database } from '../../../apps/server/src/platform/database/index.ts'
import type { HttpParts } from '../../../apps/server/src/platform/http/app.ts'
import { type AnyRoute, buildHttp, listen, route } from '../../../apps/server/src/platform/http/index.ts'
import { secretsFrom } from '../../../apps/server/src/platform/secrets/index.ts'
import type { Platform } from '../../../apps/server/src/platform/services/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import { orderRequest } from './orderRequest.ts'
import { type HttpResult, type Post, post } from './requests.ts'

/** The real listener in front of rooms that do what a test tells them. */
export type FakeServer = {
  readonly url: string
  readonly clock: FakeClock
  readonly platform: Platform
  /** Lines of the log, newest last. */
  readonly logged: string[]
  /** What the rooms do next, and how often an order was bought. */
  readonly plan: {
    fail: unknown
    beforeCommit: () => Promise<void>
    beforeAnswer: () => Promise<void>
    bought: number
  }
  /** A visitor's call, signed with the clock's time. */
  readonly kList: (options?: Partial<Post>, fields?: Fields) => Promise<HttpResult>
  /** An order of customer 10001, signed with the clock's time. */
  readonly buy: (options?: Partial<Post>, fields?: Fields) => Promise<HttpResult>
  readonly close: () => Promise<void>
}

type Fields = string | Readonly<Record<string, string | number>>

/** A request for an order as the contract page sends it. */
export const orderFields = orderRequest({ price: '66128.74', lots: 11 })

const orderRow = (id: number) =>
  contractOrderToWire({
    ...{
      id,
      parentId: null,
      pid: 1,
      symbol: 'BTCUSDT',
      side: 'long',
      state: 'open',
      leverage: 10,
      lots: 11,
    },
    ...{ openPrice: price('66128.74'), currentPrice: price('66128.74'), closePrice: null },
    ...{ takeProfit: null, stopLoss: null, liquidationPrice: null, closeReason: null },
    ...{ margin: usdt('72.741614'), pnl: usdt('0'), fees: usdt('0.36370807'), feeRatePpm: 500 },
    ...{
      openedMs: null,
      createdMs: 1,
      closedMs: null,
      cancelledMs: null,
      expiresMs: null,
      trigger: null,
      closingOrders: [],
      trailing: null,
    },
    ...{ title: 'BTC/USDT', isAiOrder: false },
  })

let orders = 0

const fakeRoutes = (plan: FakeServer['plan'], database: Database): AnyRoute[] => [
  route('/api/market/kList', async () => {
    if (plan.fail !== null) throw plan.fail
    return []
  }),
  route('/api/market/depth', async ({ body }) => ({ asks: [], bids: [], time: body.pid })),
  route('/api/contract/myContractOrderList', async ({ body }) => {
    await plan.beforeAnswer()
    return { rows: [], total: body.pageSize }
  }),
  route('/api/contract/buyContract', async () => {
    if (plan.fail instanceof DomainError) throw plan.fail
    plan.bought += 1
    const id = plan.bought
    orders += 1
    const name = `order ${process.pid} ${orders}`
    await transact(database.db, async (tx) => {
      await tx.insertInto('platform_state').values({ name, value: '1' }).execute()
      await plan.beforeCommit()
      if (plan.fail !== null) throw plan.fail
    })
    await plan.beforeAnswer()
    return orderRow(id)
  }),
  route('/api/user/walletTransfer', async () => ({})),
  route('/api/practice/outbox', async () => []),
  route('/staff/api/me', async ({ staff: { id, email, name, role } }) => ({
    id,
    email,
    name,
    role,
    totp: false,
  })),
]

const customerOf: HttpParts['customerOf'] = async (token) =>
  token.startsWith('user-')
    ? { kind: 'ok', customer: { uid: Number.parseInt(token.slice(5), 10), sessionId: 1 } }
    : { kind: token === 'ended' ? 'ended' : 'none' }

const staffOf: HttpParts['staffOf'] = async (token) =>
  token === 'staff'
    ? { kind: 'ok', staff: { id: 1, sessionId: 1, email: 'm@glasshouse.test', name: 'M', role: 'manager' } }
    : { kind: 'none' }

/**
 * Starts the real listener on a port of its own in front of fake rooms. Tokens: `user-<uid>` is a customer,
 * `ended` a session ended elsewhere, `staff` a manager.
 */
export const startFakeServer = async (
  database: Database,
  parts: Partial<HttpParts> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<FakeServer> => {
  const clock = fakeClock()
  const logged: string[] = []
  const plan: FakeServer['plan'] = {
    fail: null,
    beforeCommit: async () => undefined,
    beforeAnswer: async () => undefined,
    bought: 0,
  }
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const secrets = secretsFrom('the secret of the tests, always the same')
  const platform: Platform = { settings: readSettings(environment, {}), clock, log, database, secrets }
  const app: FastifyInstance = buildHttp({
    platform,
    routes: fakeRoutes(plan, database),
    refuseUnknownFields: true,
    customerOf,
    staffOf,
    ...parts,
  })
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
  const send = (path: Path, fields: Fields, options: Partial<Post>) =>
    post(url, path, fields, { time: clock.now(), ...options })
  return {
    url,
    clock,
    platform,
    logged,
    plan,
    kList: (options = {}, fields = {}) => send('/api/market/kList', fields, options),
    buy: (options = {}, fields = orderFields) =>
      send('/api/contract/buyContract', fields, { token: 'user-10001', ...options }),
    close: () => app.close(),
  }
}
