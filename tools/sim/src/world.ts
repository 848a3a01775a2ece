import type { AiRunRow } from '@glasshouse/core/ai/wire'
import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import type { SpeechRow } from '@glasshouse/core/community/wire'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import {
  customer,
  external,
  type HouseAccountType,
  reserveAccounts,
  usdtAsset,
} from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { usdt } from '@glasshouse/core/money/units'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import { type FakeClock, fakeClock } from '@glasshouse/testkit/clock'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import pg from 'pg'
import { hashPassword } from '../../../apps/server/src/access/passwords/index.ts'
import { aiInvariants } from '../../../apps/server/src/ai/index.fixture.ts'
import { communityInvariants } from '../../../apps/server/src/community/index.fixture.ts'
import { contractInvariants } from '../../../apps/server/src/contracts/index.fixture.ts'
import { depositInvariants } from '../../../apps/server/src/deposits/index.fixture.ts'
import { paySandboxDepositIn } from '../../../apps/server/src/deposits/index.ts'
import { kycReviews } from '../../../apps/server/src/kyc/index.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import {
  balancesOf,
  fundReserve,
  getBalances,
  postSingle,
} from '../../../apps/server/src/ledger/posting/index.ts'
import { listProductRows } from '../../../apps/server/src/markets/store.ts'
import { listMessagesTo } from '../../../apps/server/src/notifications/index.ts'
import { optionInvariants } from '../../../apps/server/src/options/index.fixture.ts'
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { privacyInvariants } from '../../../apps/server/src/privacy/index.fixture.ts'
import { addStaffMember } from '../../../apps/server/src/staff/index.ts'
import { walletInvariants } from '../../../apps/server/src/wallets/index.fixture.ts'
import { withdrawalInvariants } from '../../../apps/server/src/withdrawals/index.fixture.ts'
import {
  type ListedOption,
  type ListedOrder,
  listedOption,
  listedOrder,
  optionsRequest,
  ordersRequest,
} from './codec.ts'
import { createSimMarket, type SimMarket, simSymbols } from './market.ts'
import type { Coin, ContractWalletName, WalletKey } from './model.ts'
import { answer, callerOf, type Modules, openModules } from './rooms.ts'

/** A seeded world: the product's modules on a real database, with a clock and prices that move only on command. */
export type World = {
  readonly clock: FakeClock
  readonly random: Random
  readonly market: SimMarket
  /** Makes a call as a customer (null: a visitor) through the wire's validation. Rejects with the domain error. */
  readonly ask: <P extends Path>(uid: number | null, path: P, body: RequestOf<P>) => Promise<DataOf<P>>
  /** Makes a call with a session token of a customer or staff member. Rejects with 102 and 103 too. */
  readonly askWith: <P extends Path>(token: string, path: P, body: RequestOf<P>) => Promise<DataOf<P>>
  /** Fetches a file by its link. */
  readonly download: (url: string) => Promise<{ readonly status: number; readonly text: string }>
  /** Credits a customer from an external account. */
  readonly grant: (uid: number, place: WalletKey, asset: Coin | 'USDT', amount: bigint) => Promise<unknown>
  /** Advances the business calendar and runs due jobs. */
  readonly advance: (byMs: number) => Promise<number>
  /** Presses the button of the payment page. */
  readonly payAt: (gatewayUrl: string) => Promise<'paid' | 'expired' | null>
  readonly newestCode: (to: string) => Promise<string>
  /** Displayed orders of a contract wallet, active ones by id or ended ones, the newest first; pages of 100. */
  readonly listOrders: (
    uid: number,
    wallet: ContractWalletName,
    which: 'live' | 'ended',
    pageNum: number,
  ) => Promise<OrderPage>
  /** Displayed settled options, the newest first. */
  readonly listOptions: (uid: number, which: 'open' | 'settled', pageNum: number) => Promise<OptionPage>
  /** Displayed runs of AI ordering, the newest first. */
  readonly listAiRuns: (uid: number) => Promise<readonly AiRunRow[]>
  /** The published post of this number as a customer is shown it; none where it is not published. */
  readonly listPosts: (uid: number, id: number) => Promise<readonly SpeechRow[]>
  /** Addresses of two pictures of a customer, uploaded when first asked for. */
  readonly picturesOf: (uid: number) => Promise<readonly [string, string]>
  /** Number of the identity check of a customer that waits for staff; null without one. */
  readonly waitingCheckOf: (uid: number) => Promise<number | null>
  readonly balancesOf: (uid: number) => ReturnType<typeof balancesOf>
  readonly houseBalances: (purposes: readonly HouseAccountType[]) => Promise<readonly bigint[]>
  readonly checkBooks: () => Promise<LedgerReport>
  readonly database: () => Database
  /** Terminates every connection of the product; returns their number. */
  readonly cutConnections: () => Promise<number>
  /** Cancels orders that expired, as the job of every second does. */
  readonly elapse: () => void
  /** Waits until ticks, expiries and events are fully processed. */
  readonly settled: () => Promise<void>
  /** Replaces the engine; `meanwhile` runs while no engine is active. */
  readonly takeOver: (meanwhile: () => void) => Promise<void>
  /** Stops all modules and starts them again on the same database; every feed is silent until it moves. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

const invariants = [
  ...ledgerInvariants,
  ...aiInvariants,
  ...communityInvariants,
  ...walletInvariants,
  ...depositInvariants,
  ...withdrawalInvariants,
  ...contractInvariants,
  ...optionInvariants,
  ...privacyInvariants,
]

/** Result of a list route before the envelope. */
type OrderPage = { readonly rows: readonly ListedOrder[]; readonly total: number }
type OptionPage = { readonly rows: readonly ListedOption[]; readonly total: number }
type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

const as = (uid: number) => ({ customer: { uid, sessionId: 0 } })

export const ordersPerPage = 100
/** Initial operator capital of the reserves. */
export const reserves: readonly (readonly [HouseAccountType, string])[] = [
  ['trading', '50000000'],
  ['insurance', '50000000'],
  ['fees', '1000'],
  ['marketing', '1000'],
]

/** Staff members of the world. */
export const staffMembers = {
  manager: { email: 'manager@sim.test', password: 'Manager123!', role: 'manager' },
  second: { email: 'second@sim.test', password: 'Second123!', role: 'manager' },
  service: { email: 'service@sim.test', password: 'Service123!', role: 'service' },
} as const

const addStaff = async ({ platform: { database, clock } }: Modules): Promise<void> => {
  for (const [name, { email, password, role }] of Object.entries(staffMembers)) {
    const passwordHash = await hashPassword(password)
    await transact(database.db, (tx) => addStaffMember(tx, { email, name, role, passwordHash }, clock.now()))
  }
}

const fundReserves = async ({ platform }: Modules): Promise<void> => {
  for (const [reserve, amount] of reserves)
    await transact(platform.database.db, (tx) =>
      fundReserve(tx, platform.clock.business(), reserve, usdt(amount), { kind: 'simulation', id: 1 }),
    )
}

/** A commit in progress on a cut connection still ends one way or the other; waits for it. */
const untilGone = async (witness: pg.Client, pids: readonly number[]): Promise<void> => {
  for (let left = 1; left > 0; ) {
    const { rowCount } = await witness.query('select 1 from pg_stat_activity where pid = any($1::int[])', [
      pids,
    ])
    left = rowCount ?? 0
  }
}

/** Opens a world on a migrated database; the seed determines prices and commands. */
export const openWorld = async (url: string, seed: number): Promise<World> => {
  const clock = fakeClock()
  const random = seededRandom(seed)
  const witness = new pg.Client({ connectionString: url, application_name: 'simulation' })
  await witness.connect()
  const first = openDatabase(url, 1)
  const products = (await listProductRows(first.db)).filter(({ symbol }) => simSymbols.includes(symbol))
  await first.close()
  const market = createSimMarket(products, clock, random)
  let rooms = await openModules(url, clock, market)
  await fundReserves(rooms)
  await addStaff(rooms)
  let grants = 0
  const pictures = new Map<number, readonly [string, string]>()
  const db = () => rooms.platform.database.db
  return {
    clock,
    random,
    market,
    ask: (uid, path, body) => answer(rooms, uid === null ? {} : as(uid), path, body),
    askWith: async (token, path, body) => {
      const audience = path.startsWith('/staff/') ? 'staff' : 'user'
      return answer(rooms, await callerOf(rooms, audience, token), path, body, token)
    },
    download: async (url) => {
      const { statusCode, body } = await rooms.pages.inject({ url })
      return { status: statusCode, text: body }
    },
    grant: (uid, place, asset, amount) => {
      grants += 1
      const transfer = {
        from: external('deposits:simulation', asset),
        to: customer(uid, place, asset),
        amount,
      }
      const cause = { kind: 'simulation', id: 1 + grants } as const
      return transact(db(), (tx) =>
        postSingle(tx, clock.business(), { cause, transfers: [{ ...transfer, type: journal.deposit }] }),
      )
    },
    advance: (byMs) => rooms.calendar.advance(byMs),
    payAt: (gatewayUrl) =>
      transact(db(), (tx) =>
        paySandboxDepositIn(tx, gatewayUrl.slice(gatewayUrl.lastIndexOf('/') + 1), rooms.platform.clock),
      ),
    newestCode: async (to) => {
      const code = (await listMessagesTo(db(), to)).find(({ code }) => code !== null)?.code
      if (code === undefined || code === null) throw new Error(`no code was sent to ${to}`)
      return code
    },
    listOrders: async (uid, wallet, which, pageNum) => {
      const request = ordersRequest(wallet, which, pageNum, ordersPerPage)
      const page: unknown = await answer(rooms, as(uid), '/api/contract/myContractOrderList', request)
      const { rows, total } = page as Page<ContractOrderRow>
      return { rows: rows.map(listedOrder), total }
    },
    listOptions: async (uid, which, pageNum) => {
      const request = optionsRequest(which, pageNum, ordersPerPage)
      const page: unknown = await answer(rooms, as(uid), '/api/option/orderList', request)
      const { rows, total } = page as Page<OptionOrderRow>
      return { rows: rows.map(listedOption), total }
    },
    listAiRuns: async (uid) => {
      const page: unknown = await answer(rooms, as(uid), '/api/ai/aiList', { pageNum: 1, pageSize: 10 })
      return (page as { readonly rows: readonly AiRunRow[] }).rows
    },
    listPosts: async (uid, id) => {
      const asked = { id, pageNum: 1, pageSize: 10 }
      const page: unknown = await answer(rooms, as(uid), '/api/community/speechList', asked)
      return (page as { readonly rows: readonly SpeechRow[] }).rows
    },
    picturesOf: async (uid) => {
      const known = pictures.get(uid)
      if (known !== undefined) return known
      const [front, back] = [await rooms.upload(uid), await rooms.upload(uid)]
      pictures.set(uid, [front, back])
      return [front, back]
    },
    waitingCheckOf: async (uid) => {
      const { rows } = await kycReviews(rooms.platform).items('pending').execute(db())
      return rows.find((row) => row.uid === uid)?.id ?? null
    },
    balancesOf: (uid) => balancesOf(db(), uid),
    houseBalances: (purposes) =>
      Promise.all(
        purposes.map(async (reserve) =>
          (await getBalances(db(), reserveAccounts(reserve, usdtAsset))).reduce((sum, one) => sum + one, 0n),
        ),
      ),
    checkBooks: () => checkInvariants(db(), clock.now(), invariants),
    database: () => rooms.platform.database,
    cutConnections: async () => {
      const { rows } = await witness.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'glasshouse'`,
      )
      const pids = rows.map(({ pid }) => pid)
      await witness.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
      await untilGone(witness, pids)
      return pids.length
    },
    elapse: () => rooms.elapse(),
    settled: () => rooms.settled(),
    takeOver: (meanwhile) => rooms.takeOver(meanwhile),
    restart: async () => {
      await rooms.close()
      // A restarted feed has sent no message yet.
      for (const { symbol } of market.products) market.silence(symbol)
      rooms = await openModules(url, clock, market)
    },
    close: async () => {
      await rooms.close()
      await witness.end()
    },
  }
}
