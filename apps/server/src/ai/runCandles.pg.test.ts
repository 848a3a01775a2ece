/** Which candles a run judges, and what it does with a trade on a market that falls silent; one stage for all. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAiOrders, orderReceipt } from '../contracts/index.ts'
import { type AiFixture, minuteMs, minutesOf, startAiFixture } from './aiRuns.fixture.ts'
import { judgeCandle } from './service/judge.ts'
import { startAiWorker } from './service/worker.ts'

let ai: AiFixture
beforeAll(async () => {
  ai = await startAiFixture()
})
afterAll(() => ai.close())
beforeEach(() => ai.stage.markets.set('BTCUSDT', '64350.10', '64350.20'))
afterEach(async () => {
  expect(await ai.broken()).toEqual([])
})

const ordersOf = (id: number) => listAiOrders(ai.stage.database.db, id)

describe('candles', () => {
  it('are judged once by two workers of one database that hear them at the same time', async () => {
    const ids = [await ai.place(await ai.trader()), await ai.place(await ai.trader())]
    const listeners = new Set<(topic: never, message: never) => void>()
    const markets = {
      ...ai.deps.markets,
      onMessage: (listener: (topic: never, message: never) => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    const other = startAiWorker({ ...ai.deps, markets } as never)
    const { openMs } = await ai.closedCandle('buy')
    const k = { t: openMs / 1000, o: '1', h: '1', l: '1', c: '1', v: '1', x: true }
    const message = { e: 'KLINE', s: 'BTCUSDT', i: '1m', k } as never
    for (const listener of listeners) listener('kline:BTCUSDT:1m' as never, message)
    await Promise.all([ai.hearMinutes(minutesOf(openMs, 'buy')), other.settled()])
    await other.close()
    for (const id of ids) {
      expect(await ordersOf(id)).toHaveLength(1)
      expect(await ai.outcomes(id)).toEqual(['buy'])
    }
  })

  it('that come again or late change nothing: older, equal, or heard of more than 15 s after they closed', async () => {
    const id = await ai.place(await ai.trader())
    const newest = await ai.closeMinute('wait')
    await ai.hearMinutes(minutesOf(newest, 'buy'))
    await ai.hearMinutes(minutesOf(newest - minuteMs, 'buy'))
    expect(await ai.outcomes(id)).toEqual(['wait'])
    ai.stage.clock.set(newest + minuteMs + 300)
    const { openMs, values } = await ai.closedCandle('buy')
    await judgeCandle(ai.deps, await ai.run(id), { openMs: newest, values })
    expect(await ai.outcomes(id)).toEqual(['wait'])
    ai.stage.clock.set(openMs + minuteMs + 15_001)
    const late = startAiWorker({
      ...ai.deps,
      markets: { ...ai.deps.markets, onMessage: source.hear },
    } as never)
    announce(openMs)
    await late.settled()
    expect(await ai.outcomes(id)).toEqual(['wait'])
    ai.stage.clock.set(openMs + minuteMs + 15_000)
    announce(openMs)
    await late.settled()
    await late.close()
    expect(await ai.outcomes(id)).toEqual(['wait', 'buy'])
  })

  it('are left to the process whose engine watches prices, and to none after the worker has closed', async () => {
    const id = await ai.place(await ai.trader())
    const { openMs } = await ai.closedCandle('buy')
    const markets = { ...ai.deps.markets, onMessage: source.hear }
    const idle = startAiWorker({
      ...ai.deps,
      markets,
      engine: { ...ai.stage.engine, watches: () => false },
    } as never)
    announce(openMs)
    await idle.settled()
    await idle.sweep()
    await idle.close()
    const closed = startAiWorker({ ...ai.deps, markets } as never)
    await closed.close()
    announce(openMs)
    await closed.settled()
    expect(await ai.outcomes(id)).toEqual([])
  })

  it('of other markets, of longer intervals, or that still form are not judged', async () => {
    const id = await ai.place(await ai.trader())
    const { openMs } = await ai.closedCandle('buy')
    const markets = { ...ai.deps.markets, onMessage: source.hear }
    const worker = startAiWorker({ ...ai.deps, markets } as never)
    for (const change of [{ s: 'ETHUSDT' }, { s: 'NOSUCH' }, { i: '5m' }, { e: 'TICKER' }])
      announce(openMs, change)
    announce(openMs, {}, false)
    await worker.settled()
    expect(await ai.outcomes(id)).toEqual([])
    announce(openMs)
    await worker.settled()
    await worker.close()
    expect(await ai.outcomes(id)).toEqual(['buy'])
  })

  const source: { last: (topic: string, message: unknown) => void; hear: (listener: never) => () => void } = {
    last: () => undefined,
    hear: (listener) => {
      source.last = listener
      return () => undefined
    },
  }
  const announce = (openMs: number, change: object = {}, isClosed = true): void => {
    const k = { t: openMs / 1000, o: '1', h: '1', l: '1', c: '1', v: '1', x: isClosed }
    source.last('kline:BTCUSDT:1m', { e: 'KLINE', s: 'BTCUSDT', i: '1m', k, ...change })
  }
})

describe('a trade that is to be closed on a market that falls silent', () => {
  it('closes with the next fresh price, and its receipt names the candle that decided, not a later one', async () => {
    const uid = await ai.trader()
    const id = await ai.place(uid)
    await ai.closeMinute('buy')
    // The sell candle marks the trade; the market is silent before the close reaches the door.
    let reads = 0
    const inForce: typeof ai.deps.markets.inForce = (symbol) => {
      const now = ai.stage.markets.inForce(symbol)
      reads += 1
      return now === null || reads === 1 ? now : { ...now, stale: true }
    }
    const candle = await ai.closedCandle('sell')
    const { openMs } = candle
    const { markets } = ai.stage
    await judgeCandle({ ...ai.deps, markets: { ...ai.deps.markets, inForce } }, await ai.run(id), candle)
    expect(await ai.run(id)).toMatchObject({ state: 2, closing: 'aiOpposite' })
    markets.silence('BTCUSDT')
    await ai.closeMinute('wait')
    expect(await ai.outcomes(id)).toEqual(['buy', 'opposite', 'stale'])
    markets.set('BTCUSDT', '64340', '64340.10')
    await ai.worker.sweep()
    const [order] = await ordersOf(id)
    expect(order).toMatchObject({ state: 'closed', close_reason: 'ai' })
    const { events } = await orderReceipt(ai.deps, { uid }, order?.id ?? 0)
    expect(events.at(-1)).toMatchObject({
      rule: 'aiOppositeSellAtBid',
      ai: { candle: openMs / 1000, run: id },
    })
  })
})
