import { partitionOf } from '@glasshouse/core/contracts/partition'
import { formatPrice, usdt } from '@glasshouse/core/money/units'
import { findBrokenLinks } from '@glasshouse/testkit/clusterLoad'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { type ManualFeed, manualFeed, waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer, type NatsServer, startNatsServer } from '@glasshouse/testkit/natsServer'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { platformOf } from '@glasshouse/testkit/platform'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertProduct,
  openFollowedMarkets,
  openMarkets,
  serveTicks,
} from '../../../markets/index.fixture.ts'
import type { FollowedMarkets, Markets } from '../../../markets/index.ts'
import { openDatabase } from '../../../platform/database/index.ts'
import { connectMessages, type Messages } from '../../../platform/events/index.ts'
import { assertLeading } from '../../../platform/leadership/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { openEngine } from '../../index.fixture.ts'
import type { Engine } from '../../index.ts'
import { cents, compare, countHappened, happened, runCommand } from './plainTrading.fixture.ts'
import { isLive, PlainWallet } from './referenceEngine.fixture.ts'

/**
 * The engine of the leader and one that follows its markets over NATS share the customers of one database, while messages
 * between them are lost, and do what a plain one does.
 */

const log = createLog('silent')
const customers = [11, 12, 13, 14, 15, 16] as const

/** Messages of which some ticks are lost and some come twice. */
const lossy = (messages: Messages, random: Random): Messages => ({
  ...messages,
  subscribe: (subject, listener) =>
    messages.subscribe(subject, (body, from) => {
      if (subject === 'ticks' && random.chance(0.15)) return
      listener(body, from)
      if (subject === 'ticks' && random.chance(0.15)) listener(body, from)
    }),
})

type Sharing = { readonly engine: Engine; readonly markets: FollowedMarkets | Markets }

describe.skipIf(!hasNatsServer())('two engines, one of which follows the markets of the other', () => {
  let nats: NatsServer
  beforeAll(async () => {
    nats = await startNatsServer()
  })
  afterAll(async () => {
    await nats?.close()
  })

  const openBoth = async (stage: ContractFixture, feed: ManualFeed, random: Random) => {
    const { database, clock } = stage
    const [product] = fixedMarkets().products()
    if (product === undefined) throw new Error('there is a product')
    const { pid: _, ...terms } = product
    await insertProduct(database.db, terms)
    await sql`update platform_leader set term = 1`.execute(database.db)
    const name = `test${random.whole(1, 1e9)}`
    const [leaders, others] = [
      await connectMessages([nats.url], name, log),
      await connectMessages([nats.url], name, log),
    ]
    const own = openDatabase(database.url, 8, patientLimits)
    const platform = platformOf(database, clock, { MARKET_SYMBOLS: 'BTCUSDT' })
    const leading = {
      ...platform,
      assertLeading: (tx: Parameters<typeof assertLeading>[0]) => assertLeading(tx, 1),
    }
    const markets = await openMarkets(leading, feed)
    const stopServing = serveTicks(leading, markets, leaders, 1)
    const beating = setInterval(() => leaders.publish('leader', { term: 1 }), 100)
    const stopped = new AbortController().signal
    const elsewhere = { ...platform, database: own }
    const followed = await openFollowedMarkets({ ...elsewhere, messages: lossy(others, random), stopped })
    const sharing: readonly Sharing[] = [
      { markets, engine: await openEngine({ ...leading, markets }, 'share') },
      { markets: followed, engine: await openEngine({ ...elsewhere, markets: followed }, 'share') },
    ]
    await waitUntil(() => sharing.every(({ engine }) => engine.partitions().length === 8))
    return {
      sharing,
      markets,
      followed,
      close: async () => {
        for (const { engine } of sharing.toReversed()) await engine.close()
        await followed.close()
        clearInterval(beating)
        await stopServing()
        await markets.close()
        for (const messages of [leaders, others]) await messages.close()
        await own.close()
      },
    }
  }

  it.each([1, 2])('is the same to the unit after every step of 250 (seed %d)', async (seed) => {
    const random = seededRandom(seed)
    const stage = await contractFixture({ trading: '50000000', insurance: '5000000' })
    const feed = manualFeed(stage.clock)
    const { sharing, markets, followed, close } = await openBoth(stage, feed, random)
    const wallets = new Map(customers.map((uid) => [uid, new PlainWallet()]))
    const deciding = (uid: number): Sharing => {
      const found = sharing.find(({ engine }) => engine.partitions().includes(partitionOf(uid, 16)))
      if (found === undefined) throw new Error(`no engine decides on ${uid}`)
      return found
    }
    expect(new Set(customers.map((uid) => deciding(uid).engine)).size).toBe(2)
    let middle = 6_585_000n
    const settled = async (): Promise<void> => {
      const { n } = markets.chainHead(1)
      await followed.untilHeard(new Map([[1, n]]))
      for (const { engine } of sharing) await engine.settled()
      await waitUntil(() => sharing.every((one) => one.markets.inForce('BTCUSDT')?.stale === false))
    }
    const tick = (): void => {
      const [bid, ask] = [middle, middle + BigInt(random.whole(1, 40))]
      stage.clock.tick(1)
      // It keeps the last price near the book, and the best prices as they are.
      feed.trade('BTCUSDT', formatPrice(cents(bid)))
      feed.book('BTCUSDT', formatPrice(cents(bid)), formatPrice(cents(ask)))
      for (const plain of wallets.values()) plain.tick(bid, ask)
    }
    feed.book('BTCUSDT', '65849', '65850')
    feed.trade('BTCUSDT', '65850')
    tick()
    await settled()
    for (let step = 0; step < 250; step += 1) {
      const [uid, plain] = random.pick([...wallets])
      const { engine, markets: seen } = deciding(uid)
      let touched: ReadonlyMap<number, PlainWallet> = new Map([[uid, plain]])
      if (plain.free < usdt('15') && plain.orders.filter(isLive).length < 4) {
        await stage.give(uid, '100')
        plain.free += usdt('100')
        await engine.moneyMoved({ uid, wallet: 'contract' })
      }
      if (random.chance(0.55)) await runCommand({ ...stage, markets: seen, engine }, random, uid, plain)
      else {
        // A burst: messages of several ticks are under way, some of which are lost.
        for (let more = random.whole(1, 6); more > 0; more -= 1) {
          const reach = random.chance(0.3) ? 250_000 : 9_000
          middle += BigInt(random.whole(-reach, reach))
          if (middle < 1_500_000n || middle > 15_000_000n) middle = 6_585_000n
          tick()
        }
        touched = wallets
      }
      await settled()
      for (const [one, book] of touched) await compare(stage, one, book)
    }
    for (const [one, book] of wallets) await compare(stage, one, book)
    for (const plain of wallets.values())
      for (const { state, reason } of plain.orders) countHappened(reason ?? state)
    expect(await stage.broken()).toEqual({})
    await close()
    expect(await findBrokenLinks(stage.database.db)).toEqual([])
    const { rows } = await sql`
        select e.order_id from contracts_event e where e.tick is not null and not exists (
          select from (select n, hash from markets_tick union select n, hash from markets_kept_tick) chain
          where chain.n = (e.tick->>'n')::bigint and encode(chain.hash, 'hex') = e.tick->>'hash')`.execute(
      stage.database.db,
    )
    expect(rows).toEqual([])
    await stage.database.drop()
  })

  it('had everything in it', () => {
    for (const what of ['loss', 'profit', 'liquidation', 'user', 'cancelled'])
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(0)
  })
})
