import { type BodyOf, calls, type DataOf, type Path, type RequestOf } from '@glasshouse/core/calls'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { type HousePurpose, house } from '@glasshouse/core/ledger/chart'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { usdt } from '@glasshouse/core/money/units'
import { type FakeClock, fakeClock } from '@glasshouse/testkit/clock'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import pg from 'pg'
import {
  type ContractDeps,
  contractInvariants,
  contractRoutes,
  mayLeave,
} from '../../../apps/server/src/contracts/index.ts'
import { fundingRoutes, settleDeposit } from '../../../apps/server/src/funding/index.ts'
import { identityRoutes, verifyWithdrawPassword } from '../../../apps/server/src/identity/index.ts'
import {
  balances,
  balancesOf,
  checkBooks,
  fundReserve,
  ledgerInvariants,
} from '../../../apps/server/src/ledger/index.ts'
import { readProducts } from '../../../apps/server/src/markets/store.ts'
import { messagesTo } from '../../../apps/server/src/notifications/index.ts'
import {
  type AnyRoute,
  createLog,
  type Database,
  openDatabase,
  type Platform,
  readSettings,
  secretsFrom,
  transact,
} from '../../../apps/server/src/platform/index.ts'
import { walletRoutes } from '../../../apps/server/src/wallets/index.ts'
import { createSimMarket, type SimMarket, simSymbols } from './market.ts'

/** A seeded world: the product's rooms on a real database, with a clock and prices that only move when told. */
export type World = {
  readonly clock: FakeClock
  readonly random: Random
  readonly market: SimMarket
  /** Makes a call as a customer (null: a visitor), through the wire's validation. Rejects with the refusal. */
  readonly ask: <P extends Path>(uid: number | null, path: P, body: RequestOf<P>) => Promise<DataOf<P>>
  /** Presses the button of the payment page. */
  readonly payAt: (gatewayUrl: string) => Promise<'paid' | 'expired' | null>
  readonly newestCode: (to: string) => Promise<string>
  /** Open positions of a contract wallet as the customer is shown them, a page of a hundred. */
  readonly listOrders: (uid: number, levertype: 1 | 2, pageNum: number) => Promise<OrderPage>
  readonly balancesOf: (uid: number) => ReturnType<typeof balancesOf>
  readonly houseBalances: (purposes: readonly HousePurpose[]) => Promise<readonly bigint[]>
  readonly checkBooks: () => Promise<LedgerReport>
  readonly database: () => Database
  /** Ends every connection of the product, whatever it is doing; returns how many. */
  readonly cutConnections: () => Promise<number>
  /** Lets go of everything and opens the rooms again on the same database. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What a list route answers before the envelope is made of it. */
type OrderPage = { readonly rows: readonly ContractOrderRow[]; readonly total: number }

export const ordersPerPage = 100
const connections = 12

/** What the operator puts into the reserves before the doors open. */
export const reserves: readonly (readonly [HousePurpose, string])[] = [
  ['trading', '50000000'],
  ['insurance', '50000000'],
  ['fees', '1000'],
  ['marketing', '1000'],
]

type Rooms = {
  readonly platform: Platform
  readonly deps: ContractDeps
  readonly routes: ReadonlyMap<Path, AnyRoute>
}

const openRooms = (url: string, clock: FakeClock, market: SimMarket): Rooms => {
  const platform: Platform = {
    settings: readSettings({}),
    clock,
    log: createLog('silent'),
    database: openDatabase(url, connections),
    secrets: secretsFrom('the secret of the world, always the same'),
  }
  const deps = { ...platform, markets: market.markets }
  const routes = [
    ...identityRoutes(platform),
    ...fundingRoutes(platform),
    ...walletRoutes({
      ...deps,
      verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
      mayLeave: (tx, uid, levertype) => mayLeave(deps, tx, uid, levertype),
    }),
    ...contractRoutes(deps),
  ]
  return { platform, deps, routes: new Map(routes.map((route) => [route.path, route])) }
}

/** Answers a call as the HTTP layer does once it knows who asks. */
const answer = async <P extends Path>(
  rooms: Rooms,
  uid: number | null,
  path: P,
  body: RequestOf<P>,
): Promise<DataOf<P>> => {
  const route = rooms.routes.get(path)
  if (route === undefined) throw new Error(`no room answers ${path}`)
  const asked = {
    body: calls[path].request.parse(body) as BodyOf<P>,
    customer: uid === null ? undefined : { uid, sessionId: 0 },
    lang: 'en',
    ip: '127.0.0.1',
    userAgent: 'sim',
    token: null,
    traceId: 'sim',
  }
  const data = await route.answer(asked as never)
  return data as DataOf<P>
}

const fundReserves = async ({ platform }: Rooms): Promise<void> => {
  for (const [reserve, amount] of reserves)
    await transact(platform.database.db, (tx) =>
      fundReserve(tx, platform.clock.business(), reserve, usdt(amount), { kind: 'simulation', id: 1 }),
    )
}

/** A commit that had begun when its connection was cut still ends one way or the other; wait for it. */
const untilGone = async (outside: pg.Client, pids: readonly number[]): Promise<void> => {
  for (let left = 1; left > 0; ) {
    const { rowCount } = await outside.query('select 1 from pg_stat_activity where pid = any($1::int[])', [
      pids,
    ])
    left = rowCount ?? 0
  }
}

/** Opens a world on a migrated database; the seed decides prices and what people do. */
export const openWorld = async (url: string, seed: number): Promise<World> => {
  const clock = fakeClock()
  const random = seededRandom(seed)
  const outside = new pg.Client({ connectionString: url, application_name: 'simulation' })
  await outside.connect()
  const first = openDatabase(url, 1)
  const products = (await readProducts(first.db)).filter(({ symbol }) => simSymbols.includes(symbol))
  await first.close()
  const market = createSimMarket(products, clock, random)
  let rooms = openRooms(url, clock, market)
  await fundReserves(rooms)
  const db = () => rooms.platform.database.db
  return {
    clock,
    random,
    market,
    ask: (uid, path, body) => answer(rooms, uid, path, body),
    payAt: (gatewayUrl) => settleDeposit(rooms.platform, gatewayUrl.slice(gatewayUrl.lastIndexOf('/') + 1)),
    newestCode: async (to) => {
      const code = (await messagesTo(db(), to)).find(({ code }) => code !== null)?.code
      if (code === undefined || code === null) throw new Error(`no code was sent to ${to}`)
      return code
    },
    listOrders: async (uid, levertype, pageNum) => {
      const body = { levertype, status: 1, pageNum, pageSize: ordersPerPage, orderByColumn: 'id' } as const
      const page: unknown = await answer(rooms, uid, '/api/contract/myContractOrderList', body)
      return page as OrderPage
    },
    balancesOf: (uid) => balancesOf(db(), uid),
    houseBalances: (purposes) =>
      balances(
        db(),
        purposes.map((purpose) => house(purpose)),
      ),
    checkBooks: () => checkBooks(db(), clock.now(), [...ledgerInvariants, ...contractInvariants]),
    database: () => rooms.platform.database,
    cutConnections: async () => {
      const { rows } = await outside.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'glasshouse'`,
      )
      const pids = rows.map(({ pid }) => pid)
      await outside.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
      await untilGone(outside, pids)
      return pids.length
    },
    restart: async () => {
      await rooms.platform.database.close()
      rooms = openRooms(url, clock, market)
    },
    close: async () => {
      await rooms.platform.database.close()
      await outside.end()
    },
  }
}
