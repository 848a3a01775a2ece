import { createQuoteDecoder } from '@glasshouse/core/markets/quoteColumns'
import type { KlineMessage, QuoteMessage, Topic, TradeMessage } from '@glasshouse/core/markets/topics'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { textFrame } from './frame.ts'
import { createHub, type Hub, hubDefaults, type Subscriber } from './hub.ts'

type Message = { e: string; [name: string]: unknown }

/** Parses unmasked frames by the protocol, independent of the product's code but for quotes in columns. */
const messagesIn = (bytes: Buffer, quotes = createQuoteDecoder()): Message[] => {
  const messages: Message[] = []
  for (let at = 0; at < bytes.length; ) {
    const isText = bytes[at] === 0x81
    expect(isText || bytes[at] === 0x82).toBe(true)
    const short = bytes[at + 1] ?? 0
    const [length, start] =
      short < 126
        ? [short, at + 2]
        : short === 126
          ? [bytes.readUInt16BE(at + 2), at + 4]
          : [Number.parseInt(bytes.readBigUInt64BE(at + 2).toString(), 10), at + 10]
    const payload = bytes.subarray(start, start + length)
    if (isText) {
      const message = JSON.parse(payload.toString())
      messages.push(message.e === 'QUOTES' ? quotes.whole(message) : message)
    } else messages.push(...quotes.columns(payload))
    at = start + length
  }
  return messages
}

const fakeReader = (uid: number | null = null, inflates = false, columns = false) => {
  const writes: Buffer[] = []
  const state = { waiting: 0, dropped: false }
  const reader: Subscriber = {
    uid,
    inflates,
    columns,
    waiting: () => state.waiting,
    write: (frames) => void writes.push(frames),
    drop: () => {
      state.dropped = true
    },
  }
  return {
    reader,
    state,
    writes,
    got: () => {
      const quotes = createQuoteDecoder()
      return writes.flatMap((bytes) => messagesIn(bytes, quotes))
    },
    clear: () => (writes.length = 0),
  }
}

const quote = (s: string, n: number): QuoteMessage => ({ e: 'QUOTES', s, p: String(n), q: '1', T: n, n })
const candle = (t: number, c: string, x = false): KlineMessage => ({
  e: 'KLINE',
  s: 'BTCUSDT',
  i: '1m',
  k: { t, o: '1', h: '1', l: '1', c, v: '1', x },
})
const trade = (n: number): TradeMessage => ({
  e: 'STREAM_TRADE',
  s: 'BTCUSDT',
  p: '1',
  q: String(n),
  m: true,
  T: n,
})

let hub: Hub
const join = (topics: readonly Topic[], uid: number | null = null, inflates = false, columns = false) => {
  const fake = fakeReader(uid, inflates, columns)
  hub.add(fake.reader)
  hub.setTopics(fake.reader, topics)
  return fake
}
const flush = () => vi.advanceTimersByTime(hubDefaults.flushMs)

beforeEach(() => {
  vi.useFakeTimers()
  hub = createHub(hubDefaults)
})
afterEach(() => {
  hub.stop()
  vi.useRealTimers()
})

it('frames any text according to the protocol', () => {
  for (const length of [0, 1, 125, 126, 65_535, 65_536])
    expect(messagesIn(textFrame(JSON.stringify({ e: 'x'.repeat(length) })))).toEqual([
      { e: 'x'.repeat(length) },
    ])
})

it('sends the newest quote of each symbol once per flush, in one write shared by all readers', () => {
  const [a, b] = [join(['quotes']), join(['quotes'])]
  for (let n = 1; n <= 50; n += 1) hub.publish('quotes', quote('BTCUSDT', n))
  hub.publish('quotes', quote('ETHUSDT', 7))
  expect(a.writes).toHaveLength(0)
  flush()
  expect(a.got()).toEqual([quote('BTCUSDT', 50), quote('ETHUSDT', 7)])
  expect(a.writes).toHaveLength(1)
  expect(b.writes[0]).toBe(a.writes[0])
  flush()
  expect(a.writes).toHaveLength(1)
})

it('compresses once for readers that negotiated it, and sends the others plain frames', () => {
  const [plain, a, b] = [join(['quotes']), join(['quotes'], null, true), join(['quotes'], null, true)]
  for (let n = 1; n <= 9; n += 1) hub.publish('quotes', quote(`S${n}USDT`, n))
  flush()
  expect(plain.got()).toHaveLength(9)
  expect(a.writes).toHaveLength(1)
  expect(b.writes[0]).toBe(a.writes[0])
  expect(a.writes[0]?.[0]).toBe(0xc1)
  expect(a.writes[0]?.length).toBeLessThan((plain.writes[0]?.length ?? 0) / 2)
})

it('sends quotes in columns to readers that negotiated them, and the same quotes as messages to the others', () => {
  const [plain, a] = [join(['quotes', 'trade:BTCUSDT']), join(['quotes', 'trade:BTCUSDT'], null, false, true)]
  for (let n = 1; n <= 3; n += 1) {
    hub.publish('quotes', quote('BTCUSDT', n))
    hub.publish('quotes', quote('ETHUSDT', n + 5))
    hub.publish('trade:BTCUSDT', trade(n))
    flush()
  }
  const late = join(['quotes'], null, false, true)
  expect(late.got()).toEqual([quote('BTCUSDT', 3), quote('ETHUSDT', 8)])
  hub.publish('quotes', quote('ETHUSDT', 9))
  flush()
  expect(a.got()).toEqual(plain.got())
  expect(late.got().at(-1)).toEqual(quote('ETHUSDT', 9))
  const [first, second] = a.writes.map(({ length }) => length)
  expect(second).toBeLessThan((first ?? 0) / 2)
})

it('sends only subscribed topics', () => {
  const quotes = join(['quotes'])
  const book = join(['depth:BTCUSDT'])
  hub.publish('quotes', quote('BTCUSDT', 1))
  flush()
  expect([quotes.got().length, book.got().length]).toEqual([1, 0])
  hub.setTopics(quotes.reader, [])
  hub.publish('quotes', quote('BTCUSDT', 2))
  flush()
  expect(quotes.got()).toHaveLength(1)
})

it('never merges a closed candle into the next one', () => {
  const reader = join(['kline:BTCUSDT:1m'])
  hub.publish('kline:BTCUSDT:1m', candle(60, '1'))
  hub.publish('kline:BTCUSDT:1m', candle(60, '2', true))
  hub.publish('kline:BTCUSDT:1m', candle(120, '3'))
  flush()
  expect(reader.got()).toEqual([candle(60, '2', true), candle(120, '3')])
})

it('does not merge trades, and limits their number', () => {
  const reader = join(['trade:BTCUSDT'])
  for (let n = 1; n <= 20; n += 1) hub.publish('trade:BTCUSDT', trade(n))
  flush()
  expect(reader.got().map(({ T }) => T)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  reader.clear()
  for (let n = 1; n <= 500; n += 1) hub.publish('trade:BTCUSDT', trade(n))
  flush()
  expect(reader.got()).toHaveLength(100)
  expect(reader.got().at(-1)?.T).toBe(500)
})

it('sends the latest state to a new subscriber', () => {
  hub.publish('quotes', quote('BTCUSDT', 1))
  hub.publish('kline:BTCUSDT:1m', candle(60, '1', true))
  hub.publish('kline:BTCUSDT:1m', candle(120, '2'))
  flush()
  expect(join(['quotes', 'kline:BTCUSDT:1m']).got()).toEqual([candle(120, '2'), quote('BTCUSDT', 1)])
})

it('buffers no backlog for a slow reader and sends it the newest state when it recovers', () => {
  const [slow, quick] = [join(['quotes', 'kline:BTCUSDT:1m']), join(['quotes'])]
  slow.state.waiting = hubDefaults.slowAt + 1
  for (let n = 1; n <= 100; n += 1) {
    hub.publish('quotes', quote('BTCUSDT', n))
    flush()
  }
  expect(slow.writes).toHaveLength(0)
  expect(quick.writes).toHaveLength(100)
  slow.state.waiting = 0
  flush()
  expect(slow.got()).toEqual([{ e: 'RELOAD' }, quote('BTCUSDT', 100)])
})

it('sends a slow reader nothing before it has caught up', () => {
  const slow = join(['quotes'])
  slow.state.waiting = hubDefaults.slowAt + 1
  hub.publish('quotes', quote('BTCUSDT', 1))
  flush()
  slow.state.waiting = hubDefaults.caughtUpAt + 1
  hub.publish('quotes', quote('BTCUSDT', 2))
  flush()
  expect(slow.writes).toHaveLength(0)
  slow.state.waiting = hubDefaults.caughtUpAt
  flush()
  expect(slow.got()).toEqual([quote('BTCUSDT', 2)])
})

it('drops a reader that stays slow for a minute', () => {
  const slow = join(['quotes'])
  slow.state.waiting = hubDefaults.slowAt + 1
  hub.publish('quotes', quote('BTCUSDT', 1))
  vi.advanceTimersByTime(59_000)
  expect(slow.state.dropped).toBe(false)
  vi.advanceTimersByTime(3_000)
  expect(slow.state.dropped).toBe(true)
})

it('sends private events at once and completely, only to their owner, even to a slow one', () => {
  const [mine, other, visitor] = [join(['quotes'], 1), join(['quotes'], 2), join(['quotes'])]
  mine.state.waiting = hubDefaults.slowAt + 1
  hub.publish('quotes', quote('BTCUSDT', 1))
  flush()
  for (let id = 1; id <= 100; id += 1) hub.sendToCustomer(1, { e: 'WALLET_CHANGED', data: { id } })
  expect(mine.got().map(({ data }) => (data as { id: number }).id)).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  )
  expect([...other.got(), ...visitor.got()].filter(({ e }) => e === 'WALLET_CHANGED')).toEqual([])
})

it('drops a reader instead of losing one of its private events', () => {
  const mine = join([], 1)
  mine.state.waiting = hubDefaults.dropAt + 1
  hub.sendToCustomer(1, { e: 'WALLET_CHANGED', data: {} })
  expect([mine.state.dropped, mine.writes.length]).toEqual([true, 0])
})

it('removes a reader that disconnected', () => {
  const mine = join(['quotes'], 1)
  hub.remove(mine.reader)
  hub.publish('quotes', quote('BTCUSDT', 1))
  hub.sendToCustomer(1, { e: 'WALLET_CHANGED', data: {} })
  flush()
  expect(mine.writes).toHaveLength(0)
})

it('leaves every reader with the newest quote across joins, leaves, slowdowns and recoveries', () => {
  const symbols = ['BTCUSDT', 'ETHUSDT'] as const
  const step = fc.oneof(
    fc.record({ do: fc.constant('publish' as const), s: fc.constantFrom(...symbols) }),
    fc.record({
      do: fc.constantFrom('slow' as const, 'recover' as const, 'toggle' as const),
      who: fc.nat(3),
    }),
    fc.record({ do: fc.constant('flush' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      hub = createHub(hubDefaults)
      const readers = Array.from({ length: 4 }, (_, at) => join(['quotes'], null, false, at % 2 === 1))
      const newest = new Map<string, number>()
      let n = 0
      for (const one of steps) {
        if (one.do === 'flush') flush()
        else if (one.do === 'publish') {
          n += 1
          newest.set(one.s, n)
          hub.publish('quotes', quote(one.s, n))
        } else {
          const fake = readers[one.who]
          if (fake === undefined) continue
          if (one.do === 'toggle')
            hub.setTopics(fake.reader, hub.topicsOf(fake.reader).length === 0 ? ['quotes'] : [])
          else fake.state.waiting = one.do === 'slow' ? hubDefaults.slowAt + 1 : 0
        }
      }
      for (const { state, reader } of readers) {
        state.waiting = 0
        hub.setTopics(reader, ['quotes'])
      }
      flush()
      flush()
      for (const { got } of readers) {
        const seen = new Map(
          got()
            .filter(({ e }) => e === 'QUOTES')
            .map(({ s, n: last }) => [s, last]),
        )
        expect(seen).toEqual(newest)
      }
      hub.stop()
    }),
    { numRuns: 300 },
  )
})

it('sends full state once to a subscriber that joins between two flushes', () => {
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) hub.publish('quotes', quote(symbol, 1))
  flush()
  hub.publish('quotes', quote('ETHUSDT', 2))
  hub.publish('kline:BTCUSDT:1m', candle(60, '7'))
  const late = join(['quotes', 'kline:BTCUSDT:1m'])
  expect(late.got()).toEqual([quote('BTCUSDT', 1)])
  flush()
  expect(late.got()).toHaveLength(3)
  expect(late.got().slice(1)).toEqual(expect.arrayContaining([quote('ETHUSDT', 2), candle(60, '7')]))
  expect(join(['quotes']).got()).toEqual([quote('BTCUSDT', 1), quote('ETHUSDT', 2)])
})
