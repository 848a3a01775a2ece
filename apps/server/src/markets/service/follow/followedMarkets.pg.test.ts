import type { Tick } from '@glasshouse/core/markets/evidence'
import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import { price, usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { testPlatform } from '@glasshouse/testkit/platform'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretsFrom } from '../../../platform/secrets/index.ts'
import { UpstreamError } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { insertProduct, insertTicks, listProductRows, listTicksFrom } from '../../store.ts'
import { type FollowedMarkets, openFollowedMarkets } from './followedMarkets.ts'
import { serveTicks } from './serveTicks.ts'
import { createTickCodec } from './tickMessages.ts'
import {
  type DisturbedMessages,
  disturbedMessages,
  type Fate,
  type TestSource,
  testSource,
} from './tickSource.fixture.ts'

const patience = { askEveryMs: 5, freshMs: 60_000, answerMs: 1000, heardWithinMs: 1000 }

let database: TestDatabase
let messages: DisturbedMessages
let source: TestSource
let followed: FollowedMarkets
let published: Tick[]
/** What was said about following since it began. */
let states: boolean[]
let closers: (() => Promise<void>)[]

const lead = async (term: number, of: TestSource): Promise<void> => {
  await sql`update platform_leader set term = ${term}`.execute(database.db)
  closers.push(serveTicks(testPlatform(database), of, messages, term, 60_000))
  const beat = (): void => messages.publish('leader', { term })
  beat()
  const beating = setInterval(beat, 5)
  closers.push(async () => clearInterval(beating))
}
const follow = async (change: Partial<typeof patience> = {}): Promise<void> => {
  const stopped = new AbortController().signal
  followed = await openFollowedMarkets(
    { ...testPlatform(database), messages, stopped },
    { ...patience, ...change },
  )
  closers.unshift(followed.close)
  published = []
  states = []
  followed.onTick((tick) => published.push(tick))
  followed.onFollowing((is) => states.push(is))
}
const btc = () => followed.inForce('BTCUSDT')
const isFresh = (): boolean => btc()?.stale === false
/** The bids of what was published, in order. */
const bids = (): readonly bigint[] => published.map(({ bid }) => bid)
const at = (...texts: readonly string[]): readonly bigint[] => texts.map((text) => price(text))
const keep = (...ticks: readonly Tick[]): Promise<void> =>
  transact(database.db, (tx) => followed.keep(tx, ...ticks))

beforeEach(async () => {
  database = await cloneDatabase()
  closers = []
  messages = disturbedMessages()
  source = testSource()
  for (const { pid: _, ...product } of source.products()) await insertProduct(database.db, product)
  source.move('BTCUSDT', '100')
  source.setDepth('BTCUSDT', usdt('5000'))
  await lead(1, source)
  await follow()
})
afterEach(async () => {
  for (const close of closers) await close()
  await database.drop()
  expect(messages.failures).toEqual([])
})

describe('following the leader', () => {
  it('begins with the prices in force, and hears every tick', () => {
    expect(followed.products().map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(btc()).toMatchObject({ tick: { n: 1, bid: price('100') }, stale: false, lastStale: false })
    expect(followed.inForce('ETHUSDT')).toBeNull()
    expect(followed.inForce('NONEUSDT')).toBeNull()
    expect(followed.depth('BTCUSDT')).toBe(usdt('5000'))
    expect(followed.term()).toBe(1)
    source.move('BTCUSDT', '101')
    source.move('ETHUSDT', '7')
    source.move('BTCUSDT', '102')
    expect(bids()).toEqual(at('101', '7', '102'))
    expect(published.at(-1)).toEqual(source.log('BTCUSDT').at(-1))
    expect(btc()?.tick).toBe(published.at(-1))
  })

  it('tells no fetched tick, and goes by none that came late', () => {
    source.move('BTCUSDT', '101', { fetched: true })
    source.move('BTCUSDT', '102', { late: true })
    expect(bids()).toEqual(at('102'))
    expect(btc()?.tick.bid).toBe(price('100'))
    source.move('BTCUSDT', '103')
    expect(bids()).toEqual(at('102', '103'))
    expect(btc()?.tick.bid).toBe(price('103'))
  })

  it('is stale from a lost tick on, until it was had', async () => {
    messages.disturb('lost')
    source.move('BTCUSDT', '101')
    const during: (boolean | undefined)[] = []
    messages.disturb('passes')
    source.move('BTCUSDT', '102')
    during.push(btc()?.stale, followed.inForce('BTCUSDT')?.lastStale)
    expect([during, bids()]).toEqual([[true, true], []])
    await waitUntil(() => published.length === 2)
    expect(bids()).toEqual(at('101', '102'))
    expect(isFresh()).toBe(true)
  })

  it('hears of the newest tick that was lost by the next answer of the leader', async () => {
    messages.disturb('lost')
    source.move('BTCUSDT', '101')
    await waitUntil(() => published.length === 1)
    expect(bids()).toEqual(at('101'))
  })

  it('hears a lost fetched tick and tells no one', async () => {
    messages.disturb('lost', 'lost')
    source.move('BTCUSDT', '101', { fetched: true })
    source.move('BTCUSDT', '102')
    await waitUntil(() => published.length === 1)
    expect(bids()).toEqual(at('102'))
  })

  it('a tick is published with what was stale at it, also when it comes late', async () => {
    const seen: (boolean | undefined)[] = []
    followed.onTick(() => seen.push(btc()?.stale))
    messages.disturb('lost', 'lost')
    source.setStale('BTCUSDT', true)
    source.move('BTCUSDT', '101')
    source.setStale('BTCUSDT', false)
    source.move('BTCUSDT', '102')
    source.setStale('BTCUSDT', true)
    await waitUntil(() => published.length === 2)
    expect(seen).toEqual([true, false])
    await waitUntil(() => !isFresh())
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'tells every tick once and in order, whatever happens to the messages (seed %d)',
    async (seed) => {
      const random = seededRandom(seed)
      for (let round = 0; round < 12; round += 1) {
        const fates = Array.from({ length: random.whole(1, 12) }, () =>
          random.pick<Fate>(['passes', 'passes', 'lost', 'doubled', 'late']),
        )
        messages.disturb(...fates)
        for (const _ of fates) {
          const change = random.chance(0.1) ? { fetched: true as const } : {}
          source.move(random.pick(['BTCUSDT', 'ETHUSDT']), String(random.whole(1, 999)), change)
        }
        messages.deliver((late) => (random.chance(0.5) ? late.toReversed() : late))
        if (random.chance(0.3))
          await waitUntil(
            () =>
              followed.inForce('BTCUSDT')?.tick === published.findLast(({ symbol }) => symbol === 'BTCUSDT'),
          )
      }
      const expected = (symbol: string): readonly Tick[] =>
        source.log(symbol).filter(({ n, fetched }) => fetched !== true && (symbol !== 'BTCUSDT' || n > 1))
      const count = expected('BTCUSDT').length + expected('ETHUSDT').length
      await waitUntil(() => published.length >= count)
      for (const symbol of ['BTCUSDT', 'ETHUSDT'])
        expect(published.filter((tick) => tick.symbol === symbol)).toEqual(expected(symbol))
      expect(states).toEqual([])
    },
  )

  it('is stale while cut off, and hears what passed once it is not any more', async () => {
    await followed.close()
    await follow({ freshMs: 200 })
    await waitUntil(isFresh)
    messages.cut()
    source.move('BTCUSDT', '101')
    await waitUntil(() => !isFresh())
    source.move('BTCUSDT', '102')
    messages.heal()
    await waitUntil(() => published.length === 2)
    await waitUntil(isFresh)
    expect(bids()).toEqual(at('101', '102'))
    expect(states).toEqual([])
  })

  it('follows anew when the leader does not remember what is missing', async () => {
    messages.cut()
    for (let n = 0; n < 10_001; n += 1) source.move('BTCUSDT', '101')
    messages.heal()
    await waitUntil(() => states.length === 2)
    expect(states).toEqual([false, true])
    expect(published).toEqual([])
    expect(btc()?.tick.n).toBe(10_002)
    await waitUntil(isFresh)
    source.move('BTCUSDT', '103')
    expect(bids()).toEqual(at('103'))
  })

  it('accepts no tick without the secret', () => {
    const forger = createTickCodec({ secrets: secretsFrom('a guess') })
    const tick = {
      ...source.move('BTCUSDT', '101'),
      n: 3,
      previousHash: published.at(-1)?.hash,
      bid: price('1'),
    }
    messages.publish('ticks', forger.sign({ term: 1, pid: 1, tick, stale: false, lastStale: false }))
    expect(bids()).toEqual(at('101'))
    expect(messages.failures.splice(0)).toEqual([expect.objectContaining({ name: 'UnsignedMessage' })])
  })
})

describe('another leader', () => {
  it('ends what was followed, and is followed from where it begins', async () => {
    const next = testSource()
    next.jump('BTCUSDT', 1000)
    next.move('BTCUSDT', '200')
    const [before] = [source.move('BTCUSDT', '101')]
    await lead(2, next)
    expect(states).toEqual([false])
    expect(btc()).toMatchObject({ tick: { n: before.n }, stale: true })
    source.move('BTCUSDT', '102')
    await waitUntil(() => states.length === 2)
    source.move('BTCUSDT', '103')
    next.move('BTCUSDT', '201')
    expect(states).toEqual([false, true])
    expect(bids()).toEqual(at('101', '201'))
    expect(followed.term()).toBe(2)
  })

  it('a tick of the one before is kept in no transaction any more, one of its own is', async () => {
    const next = testSource()
    next.jump('BTCUSDT', 1000)
    next.move('BTCUSDT', '200')
    source.move('BTCUSDT', '101')
    const [old] = published
    if (old === undefined) throw new Error('a tick was published')
    await keep(old)
    expect(await listTicksFrom(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 10)).toEqual([old])
    source.move('BTCUSDT', '102')
    const unkept = published.at(-1)
    if (unkept === undefined) throw new Error('a tick was published')
    await lead(2, next)
    await waitUntil(() => states.length === 2)
    await expect(keep(unkept)).rejects.toMatchObject({ name: 'LeadershipLost' })
    next.move('BTCUSDT', '201')
    const young = published.at(-1)
    if (young === undefined) throw new Error('a tick was published')
    await keep(young)
    expect(await listTicksFrom(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 10)).toEqual([old, young])
  })

  it('waits for a transaction that keeps a tick', async () => {
    source.move('BTCUSDT', '101')
    const [tick] = published
    if (tick === undefined) throw new Error('a tick was published')
    await database.db.transaction().execute(async (tx) => {
      await followed.keep(tx, tick)
      await expect(
        sql`select from platform_leader for update nowait`.execute(database.db),
      ).rejects.toMatchObject({ code: '55P03' })
    })
  })
})

describe('reading', () => {
  it('finds ticks of the log and those that wait for it, and keeps them all', async () => {
    const logged = [source.move('BTCUSDT', '101'), source.move('BTCUSDT', '102')]
    await insertTicks(
      database.db,
      'markets_tick',
      logged.map((tick) => ({ pid: 1, tick })),
    )
    source.store()
    const waiting = source.move('BTCUSDT', '103')
    const found = await followed.ticksBetween(1, 1, 4)
    expect(found).toEqual([...logged, waiting])
    expect(await followed.ticksBetween(1, 2, 3)).toEqual([logged[1]])
    expect(await followed.bestTicksSince(1, 'highestBid', [2, 4], 4)).toEqual([waiting, waiting])
    const [lowest] = await followed.bestTicksSince(1, 'lowestAsk', [2], 4)
    expect(lowest).toEqual(logged[0])
    if (lowest === undefined || lowest === null) throw new Error('a tick was found')
    await keep(...found, lowest)
  })

  it('does not keep what it did not hear', async () => {
    const [tick] = source.log('BTCUSDT')
    if (tick === undefined) throw new Error('a tick was logged')
    await expect(keep(tick)).rejects.toThrow('none that was followed')
  })

  it('waits until ticks are heard, and not permanently', async () => {
    source.move('BTCUSDT', '101')
    await followed.untilHeard(new Map([[1, 2]]))
    messages.disturb('lost')
    source.move('BTCUSDT', '102')
    await followed.untilHeard(new Map([[1, 3]]))
    expect(bids()).toEqual(at('101', '102'))
    await expect(followed.untilHeard(new Map([[2, 1]]))).rejects.toBeInstanceOf(UpstreamError)
  })
})

describe('minutes', () => {
  const minuteMs = 60_000
  /** The source with minutes that a test closes. */
  const withMinutes = () => {
    const listeners = new Set<(topic: Topic, message: PublicMessage) => void>()
    const asked: unknown[] = []
    const close = (openMs: number, i: '1m' | '5m' = '1m', x = true): void => {
      const k = { t: openMs / 1000, o: '1', h: '1', l: '1', c: '1', v: '1', x }
      for (const listener of listeners) listener('kline:BTCUSDT:1m', { e: 'KLINE', s: 'BTCUSDT', i, k })
    }
    const of: Parameters<typeof serveTicks>[1] = {
      ...source,
      minutes: {
        onMessage: (listener) => {
          listeners.add(listener)
          // Closed before anyone follows.
          close(minuteMs)
          return () => void listeners.delete(listener)
        },
        productNamed: (symbol) => source.products().find((product) => product.symbol === symbol) ?? null,
        candles: async (...question) => {
          asked.push(question)
          return []
        },
      },
    }
    return { of, asked, close }
  }

  it('are told once each when they have closed, from where following began, and candles are read of the leader', async () => {
    expect(followed.hasMinutes()).toBe(false)
    const { of, asked, close } = withMinutes()
    await lead(2, of as TestSource)
    await waitUntil(() => followed.term() === 2)
    expect(followed.hasMinutes()).toBe(true)
    const heard: number[][] = []
    followed.onMinute((...minute) => heard.push(minute))
    close(2 * minuteMs, '1m', false)
    close(2 * minuteMs, '5m')
    close(3 * minuteMs)
    await waitUntil(() => heard.length > 0)
    close(3 * minuteMs)
    close(4 * minuteMs)
    await waitUntil(() => heard.length > 1)
    expect(heard).toEqual([
      [1, 3 * minuteMs],
      [1, 4 * minuteMs],
    ])
    const query = { interval: '1m', beforeMs: 5 * minuteMs, limit: 31 } as const
    expect(await followed.candles(1, query)).toEqual([])
    expect(asked).toEqual([[1, query]])
  })
})

describe('products', () => {
  it('are read anew when the leader says that they changed, and stale until then', async () => {
    const [product] = await listProductRows(database.db)
    if (product === undefined) throw new Error('there is a product')
    await sql`update markets_product set on_sale = false where pid = ${product.pid}`.execute(database.db)
    expect(followed.product(product.pid)?.isOnSale).toBe(true)
    await database.db.transaction().execute(async (tx) => {
      await sql`lock table markets_product in access exclusive mode`.execute(tx)
      source.change()
      await waitUntil(() => !isFresh())
      const seen: boolean[] = []
      const stop = followed.onTick(() => seen.push(isFresh()))
      source.move('BTCUSDT', '100.5')
      stop()
      // It triggers all the same: at the leader it was fresh.
      expect([seen, isFresh()]).toEqual([[true], false])
    })
    await waitUntil(() => followed.product(product.pid)?.isOnSale === false)
    await waitUntil(isFresh)
    source.move('BTCUSDT', '101')
    expect(bids()).toEqual(at('100.5', '101'))
  })
})
