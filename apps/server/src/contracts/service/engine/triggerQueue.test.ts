import { setImmediate as nextTurn } from 'node:timers/promises'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { type FixedMarkets, fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { seededRandom } from '@glasshouse/testkit/random'
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '../../schema.ts'
import type { WalletState } from '../batch/batch.ts'
import { orderRow, walletOf } from './liveOrders.fixture.ts'
import { createTriggerQueue, type TriggerQueue } from './triggerQueue.ts'

/** A desk that hears three markets; bought 0.01 BTC at 65,000 with 10 times. */
const stage = (
  stepSize?: number,
): {
  readonly markets: FixedMarkets
  readonly triggers: TriggerQueue
  readonly set: (bid: string) => void
} => {
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '64999.99', '65000')
  markets.set('ETHUSDT', '2000', '2000.01')
  const triggers = createTriggerQueue(markets, stepSize)
  markets.onTick(triggers.hear)
  return { markets, triggers, set: (bid) => markets.set('BTCUSDT', bid, '70000') }
}
const order = orderRow
const marginAccountOf = (free: string, ...orders: readonly OrderRow[]): WalletState => walletOf(free, orders)
const fired = ({ queue }: TriggerQueue) =>
  [...queue.all()].map(({ kind, orderId, at }) => `${kind} ${orderId} at ${at.get(1)?.tick?.n}`)
const stop = (at: string) => ({ stop_loss_price: price(at) })

describe('between the judgement and the arming', () => {
  it('the first tick that reached a stop fires it, also when the market has come back', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['64500', '63900', '63800', '64900']) set(bid)
    triggers.arm(marginAccountOf('100', order(1, stop('64000'))), new Map([[1, 1]]))
    expect(fired(triggers)).toEqual(['loss 1 at 3'])
  })

  it('a tick before the one an order was judged by does not count', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['63900', '64900']) set(bid)
    triggers.arm(marginAccountOf('100', order(1, stop('64000'))), new Map([[1, 3]]))
    expect(fired(triggers)).toEqual([])
  })

  it('that tick itself counts: what it opened and stops at once is stopped by it', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['64900', '63900', '64800']) set(bid)
    triggers.arm(marginAccountOf('100', order(1, stop('64000'))), new Map([[1, 3]]))
    expect(fired(triggers)).toEqual(['loss 1 at 3'])
  })

  it('also when keeping began with it', () => {
    const { triggers, set } = stage()
    set('63900')
    triggers.keep()
    set('64800')
    triggers.arm(marginAccountOf('100', order(1, stop('64000'))), new Map([[1, 2]]))
    expect(fired(triggers)).toEqual(['loss 1 at 2'])
  })

  it('nor does any for an order that was not judged meanwhile', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['63900', '64900']) set(bid)
    triggers.arm(marginAccountOf('100', order(1, stop('64000'))), new Map())
    expect(fired(triggers)).toEqual([])
  })

  it('the first tick at a risk rate of 50 % closes out, with all markets as they were then', () => {
    const { triggers, markets, set } = stage()
    triggers.keep()
    set('64000')
    markets.set('ETHUSDT', '1900', '1900.01')
    set('61000')
    markets.set('ETHUSDT', '2100', '2100.01')
    set('64000')
    // Equity 10 + 65 − 40 = 35 of 65 at 61,000, and 31 with one ETH bought at 2,004 for 20 of margin at 1,900.
    const bought = order(2, {
      pid: 2,
      quantity: quantity('1'),
      open_price: price('2004'),
      margin: usdt('20'),
    })
    triggers.arm(marginAccountOf('80', order(1), bought), new Map([[1, 1]]))
    expect(fired(triggers)).toEqual(['closeOut 0 at 3'])
    expect([...triggers.queue.all()][0]?.at.get(2)?.tick?.bid).toBe(price('1900'))
  })

  it('a fall before the position was opened closes nothing out', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['50000', '64900', '64800']) set(bid)
    triggers.arm(marginAccountOf('10', order(1)), new Map([[1, 3]]))
    expect(fired(triggers)).toEqual([])
  })
})

describe('after a wallet was looked at', () => {
  /** 0.01 BTC bought at 65,000 with 65 of margin and nothing else: to be closed out at 61,750 and below. */
  const bought = () => marginAccountOf('0', order(1))

  it('a spike between a false alarm and the arming closes it out, as the market was then', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['64000', '61000', '64500']) set(bid)
    triggers.arm(bought(), new Map(), { since: 1 })
    expect(fired(triggers)).toEqual(['closeOut 0 at 3'])
  })

  it('a spike before it changed is not held against it', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['64000', '61000', '64500']) set(bid)
    triggers.arm(bought(), new Map(), { since: 2 })
    expect(fired(triggers)).toEqual([])
  })

  it('nor one before a position in it was opened', () => {
    const { triggers, set } = stage()
    triggers.keep()
    for (const bid of ['64000', '61000', '64500']) set(bid)
    triggers.arm(bought(), new Map([[1, 4]]), { since: 1 })
    expect(fired(triggers)).toEqual([])
  })
})

it('what was found late stands in the queue where its tick was heard', () => {
  const { triggers, set } = stage()
  triggers.arm(marginAccountOf('100', order(1, stop('63000'))), new Map())
  triggers.keep()
  for (const bid of ['63900', '62900', '64900']) set(bid)
  triggers.arm({ ...marginAccountOf('100', order(2, stop('64000'))), uid: 8 }, new Map([[2, 1]]))
  expect(fired(triggers)).toEqual(['loss 2 at 2', 'loss 1 at 3'])
})

it('what one tick fired before the arming fires in the order of the books: by acceptance, then by kind', () => {
  const { triggers, set } = stage()
  triggers.keep()
  set('63000')
  const trailing = { distance: '100', since: 1, start: String(price('64999.99')) }
  const older = { ...stop('64000'), trailing_stop: trailing, acceptance: 1 }
  const newer = { ...stop('64000'), acceptance: 2 }
  triggers.arm(
    marginAccountOf('1000', order(1, newer), order(2, older)),
    new Map([
      [1, 1],
      [2, 1],
    ]),
  )
  expect(fired(triggers)).toEqual(['loss 2 at 2', 'trailing 2 at 2', 'loss 1 at 2'])
})

it('firing keeps the ticks that follow, until they are forgotten', () => {
  const { triggers, set } = stage()
  triggers.arm(marginAccountOf('100', order(1, stop('64000'))), new Map())
  for (const bid of ['63900', '60000', '64900']) set(bid)
  triggers.queue.drop(triggers.queue.size())
  triggers.arm({ ...marginAccountOf('100', order(2, stop('61000'))), uid: 8 }, new Map([[2, 2]]))
  expect(fired(triggers)).toEqual(['loss 2 at 3'])
  triggers.queue.drop(triggers.queue.size())
  triggers.forget()
  triggers.arm({ ...marginAccountOf('100', order(2, stop('61000'))), uid: 8 }, new Map([[2, 2]]))
  expect(fired(triggers)).toEqual([])
})

describe('what had to wait for a silent market', () => {
  /** Ticks that came while it was settled: the first one fired it. */
  const settledWhile = (wallet: WalletState, ...bids: readonly string[]) => {
    const { triggers, set } = stage()
    triggers.arm(wallet, new Map())
    for (const bid of bids) set(bid)
    const since = [...triggers.queue.all()][0]?.moment
    const waiting = [...triggers.queue.all()].filter(({ moment }) => moment === since)
    triggers.queue.drop(triggers.queue.size())
    triggers.arm(wallet, new Map(), { since, waiting })
    return fired(triggers)
  }

  it('is looked at with the first tick after it that reaches it, not with the newest', () => {
    const closedOut = marginAccountOf('0', order(1))
    expect(settledWhile(closedOut, '61000', '64500', '61500', '61400')).toEqual(['closeOut 0 at 4'])
    const stopped = marginAccountOf('100', order(1, stop('64000')))
    expect(settledWhile(stopped, '63900', '64500', '63800', '63700')).toEqual(['loss 1 at 4'])
  })

  it('waits for the next tick when none came meanwhile', () => {
    expect(settledWhile(marginAccountOf('0', order(1)), '61000')).toEqual([])
    expect(settledWhile(marginAccountOf('100', order(1, stop('64000'))), '63900')).toEqual([])
  })
})

it('settles together what one tick fired of a wallet, and what other wallets wait for before the next', () => {
  const { triggers, set } = stage()
  const stops = [order(1, stop('64000')), order(2, stop('64000')), order(3, stop('63000'))]
  triggers.arm(marginAccountOf('1000', ...stops), new Map())
  triggers.arm({ ...marginAccountOf('1000', order(4, stop('63500'))), uid: 8 }, new Map())
  for (const bid of ['63900', '63400', '62900']) set(bid)
  const next = (most: number) => triggers.queue.next(most).map(({ orderId }) => orderId)
  expect(next(256)).toEqual([1, 2, 4])
  expect(next(1)).toEqual([1])
  triggers.queue.drop(3)
  expect(next(256)).toEqual([3])
})

describe('what fires in slices', () => {
  const wallets = 40
  /** A wallet with a stop loss, a take profit, sometimes a trailing stop, and little money sometimes. */
  const somePositions = (random: ReturnType<typeof seededRandom>, id: number): WalletState => {
    const change: Partial<OrderRow> = {
      stop_loss_price: price(`${random.whole(60_000, 64_900)}`),
      target_profit_price: price(`${random.whole(65_100, 70_000)}`),
      acceptance: random.whole(1, 1000),
      ...(random.chance(0.3)
        ? {
            trailing_stop: {
              distance: `${random.whole(50, 900)}`,
              since: 1,
              start: String(price('64999.99')),
            },
          }
        : {}),
    }
    const { uid: _, ...wallet } = marginAccountOf(random.chance(0.3) ? '5' : '1000', order(id, change))
    return { ...wallet, uid: id }
  }
  const queued = ({ queue }: TriggerQueue) =>
    [...queue.all()].map(
      ({ uid, kind, orderId, at, moment, best }) =>
        `${uid} ${kind} ${orderId} at ${at.get(1)?.tick?.n} of ${moment} best ${best?.n}`,
    )

  it.each([1, 2, 3, 4, 5, 6])(
    'is queued as what fires at once, whatever is heard in between (seed %d)',
    async (seed) => {
      const random = seededRandom(seed)
      const [sliced, whole] = [stage(random.pick([1, 2, 5])), stage()]
      const both = [sliced, whole]
      let [slices, fires] = [0, 0]
      for (let round = 0; round < 12; round += 1) {
        const armed = Array.from({ length: wallets }, (_, index) => index + 1).filter(() =>
          random.chance(0.8),
        )
        for (const id of armed) {
          const wallet = somePositions(random, id)
          for (const { triggers } of both) triggers.arm(wallet, new Map())
        }
        for (const { triggers } of both) triggers.queue.drop(triggers.queue.size())
        for (let tick = 0; tick < 6; tick += 1) {
          const bid = `${random.whole(59_000, 71_000)}`
          for (const { markets } of both) markets.set('BTCUSDT', bid, bid)
          expect(whole.triggers.isFiring()).toBe(false)
          if (sliced.triggers.isFiring()) slices += 1
          if (random.chance(0.3)) await nextTurn()
        }
        await sliced.triggers.fired()
        expect(queued(sliced.triggers)).toEqual(queued(whole.triggers))
        expect(sliced.triggers.books.size()).toBe(whole.triggers.books.size())
        fires += whole.triggers.queue.size()
      }
      expect(slices).toBeGreaterThan(12)
      expect(fires).toBeGreaterThan(300)
    },
  )

  it('fires each stop at the first tick that reached it, by looking at every tick', async () => {
    const random = seededRandom(11)
    const { markets, triggers, set } = stage(3)
    const stops = new Map(
      Array.from({ length: 200 }, (_, index) => [index + 1, random.whole(60_000, 64_000)]),
    )
    for (const [id, at] of stops)
      triggers.arm({ ...marginAccountOf('9000', order(id, stop(`${at}`))), uid: id }, new Map())
    const ticks: { readonly n: number; readonly bid: number }[] = []
    markets.onTick(({ n, bid }) => ticks.push({ n, bid: Number(bid / 1_000_000_000n) }))
    for (let tick = 0; tick < 40; tick += 1) set(`${random.whole(60_500, 64_500) - tick * 10}`)
    expect(triggers.isFiring()).toBe(true)
    await triggers.fired()
    const expected = [...stops].flatMap(([id, at]) => {
      const first = ticks.find(({ bid }) => bid <= at)
      return first === undefined ? [] : [`${id} at ${first.n}`]
    })
    const found = [...triggers.queue.all()].map(({ orderId, at }) => `${orderId} at ${at.get(1)?.tick?.n}`)
    expect(found.toSorted()).toEqual(expected.toSorted())
    expect(expected.length).toBeGreaterThan(150)
  })

  it('is as old as its tick, and no wallet is armed before it is queued', async () => {
    const { triggers, set } = stage(1)
    for (const id of [1, 2, 3])
      triggers.arm({ ...marginAccountOf('100', order(id, stop('64000'))), uid: id }, new Map())
    set('64500')
    expect(triggers.oldest()).toBe(Number.POSITIVE_INFINITY)
    set('63000')
    const since = triggers.moment()
    set('62000')
    expect([triggers.isFiring(), triggers.queue.size(), triggers.oldest()]).toEqual([true, 0, since])
    expect(() => triggers.arm(marginAccountOf('100', order(9)), new Map())).toThrow('while something fires')
    await triggers.fired()
    expect([triggers.queue.size(), triggers.oldest()]).toEqual([3, since])
    triggers.arm(marginAccountOf('100', order(9)), new Map())
  })

  it('lets the event loop turn: a timer that is due comes before the end', async () => {
    const { triggers, set } = stage(1)
    const crowd = Array.from({ length: 3000 }, (_, index) => index + 1)
    for (const id of crowd)
      triggers.arm({ ...marginAccountOf('1000', order(id, stop('64000'))), uid: id }, new Map())
    set('63000')
    let [turns, isOver] = [0, false]
    const over = triggers.fired().then(() => {
      isOver = true
    })
    while (!isOver) {
      await nextTurn()
      turns += 1
    }
    await over
    expect(triggers.queue.size()).toBe(3000)
    expect(turns).toBeGreaterThan(1)
  })
})
