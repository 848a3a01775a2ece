import {
  type CustomerAccountType,
  customer,
  external,
  type HouseAccountType,
  house,
} from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { type OptionOrder, optionOrdersFromWire } from '@glasshouse/core/options/codec'
import type { OptionType } from '@glasshouse/core/options/rules'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, getBalances, postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import { openMarkets } from '../../../apps/server/src/markets/index.fixture.ts'
import type { Markets } from '../../../apps/server/src/markets/index.ts'
import {
  optionInvariants,
  type SettlementWorker,
  startSettlementWorker,
} from '../../../apps/server/src/options/index.fixture.ts'
import { buyOption, listOptions, type OptionDeps } from '../../../apps/server/src/options/index.ts'
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { type ManualFeed, manualFeed } from './manualFeed.ts'
import { platformOf, type TestPlatform } from './platform.ts'

/** What an order on the stage asks for; the rest is BTCUSDT, CALL, 30 s, a stake of 10, at the price in force. */
export type OptionInput = {
  readonly type?: OptionType
  readonly seconds?: number
  readonly stake?: string
  readonly seenPrice?: string
  readonly pid?: number
}

/** A house with a reserve, real markets on a feed told by hand, and options that are settled. */
export type OptionStage = TestPlatform & {
  readonly clock: FakeClock
  readonly database: TestDatabase
  /** The connections of the process that trades, besides those of the stage. */
  readonly own: Database
  readonly feed: ManualFeed
  readonly deps: OptionDeps & { readonly markets: Markets; readonly settling: SettlementWorker }
  readonly give: (uid: number, amount: string) => Promise<void>
  readonly place: (uid: number, input?: OptionInput) => ReturnType<typeof buyOption>
  readonly list: (uid: number, state?: 'open' | 'settled') => Promise<readonly OptionOrder[]>
  readonly held: (uid: number, purpose: CustomerAccountType) => Promise<bigint>
  readonly house: (purpose: HouseAccountType) => Promise<bigint>
  /** Tells a trade of BTCUSDT now, or as `changes` say. */
  readonly trade: (at: string, changes?: Parameters<ManualFeed['trade']>[2]) => void
  /** Moves the clock and has everything looked at that is due then. */
  readonly pass: (byMs: number) => Promise<void>
  /** What a restart of the server does: markets and settlement begin anew on the same database. */
  readonly restart: () => Promise<void>
  /** What kill -9 leaves behind: the process writes nothing more, and another one begins on its data. */
  readonly crash: () => Promise<void>
  /** The names of broken invariants with an example each; empty when the books are sound. */
  readonly broken: () => Promise<Record<string, string | undefined>>
  readonly close: () => Promise<void>
}

/** Sets the stage in a database of its own; BTCUSDT trades at 60000. */
export const optionFixture = async (reserve = '100000', connections = 8): Promise<OptionStage> => {
  const database = await cloneDatabase(connections)
  const { db } = database
  const clock = fakeClock()
  const platform = platformOf(database, clock, { MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT' })
  /** The connections of the process that trades; a crash takes them away from it. */
  let own = openDatabase(database.url, connections)
  const process = () => ({ ...platform, database: own })
  const feed = manualFeed(clock)
  const begin = async () => {
    const markets = await openMarkets(process(), feed)
    return { ...platform, markets, settling: await startSettlementWorker({ ...process(), markets }) }
  }
  let deps = await begin()
  // A market that begins to speak tells its book first, because every tick carries the best bid and ask.
  let isBookKnown = false
  const trade: OptionStage['trade'] = (at, changes) => {
    if (!isBookKnown) feed.book('BTCUSDT', '59999.99', '60000.01')
    isBookKnown = true
    feed.trade('BTCUSDT', at, changes)
  }
  trade('60000')
  await transact(db, (tx) => fundReserve(tx, 1, 'trading', usdt(reserve), { kind: 'test', id: 1 }))
  return {
    ...platform,
    clock,
    database,
    feed,
    get own() {
      return own
    },
    get deps() {
      return deps
    },
    give: async (uid, amount) => {
      const from = external('deposits:sandbox')
      const transfers = [{ from, to: customer(uid, 'wallet'), amount: usdt(amount), type: journal.deposit }]
      await transact(db, (tx) => postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers }))
    },
    place: (uid, input = {}) =>
      buyOption(
        deps,
        { uid },
        {
          pid: input.pid ?? 1,
          type: input.type ?? 'call',
          seconds: input.seconds ?? 30,
          stake: usdt(input.stake ?? '10'),
          seenPrice:
            input.seenPrice === undefined
              ? (deps.markets.inForce('BTCUSDT')?.tick.price ?? price('0'))
              : price(input.seenPrice),
          termsId: undefined,
        },
      ),
    list: async (uid, state) => {
      const query = {
        uid,
        state: state ?? null,
        orderBy: 'id',
        direction: 'asc',
        page: 1,
        pageSize: 100,
      } as const
      return optionOrdersFromWire((await listOptions(deps, query)).rows)
    },
    held: async (uid, purpose) => (await getBalances(db, [customer(uid, purpose)]))[0] ?? 0n,
    house: async (purpose) => (await getBalances(db, [house(purpose)]))[0] ?? 0n,
    trade,
    pass: async (byMs) => {
      clock.tick(byMs)
      await deps.settling.look()
    },
    restart: async () => {
      await deps.settling.close()
      await deps.markets.close()
      isBookKnown = false
      deps = await begin()
    },
    crash: async () => {
      const dead = deps
      await own.close()
      own = openDatabase(database.url, connections)
      isBookKnown = false
      deps = await begin()
      // Its timers end; without connections it leaves no record of a stop.
      await dead.settling.close()
      await dead.markets.close().catch(() => undefined)
    },
    broken: async () => {
      const report = await checkInvariants(db, 1, [...ledgerInvariants, ...optionInvariants])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
    close: async () => {
      await deps.settling.close()
      await deps.markets.close()
      await own.close()
      await database.drop()
    },
  }
}
