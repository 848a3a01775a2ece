import type { Product } from '@glasshouse/core/markets/product'
import { price, quantity } from '@glasshouse/core/money/units'
import { type ManualFeed, manualFeed, waitUntil } from '@glasshouse/testkit/manualFeed'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addresses, createOwnMessages, type Messages } from '../../platform/events/index.ts'
import { secretsFrom } from '../../platform/secrets/index.ts'
import { createLog } from '../../platform/telemetry/index.ts'
import { createClock } from '../../platform/time/index.ts'
import type { Feed, FeedHistory, FeedSink, RawTrade } from './feed.ts'
import { createFeedCodec } from './feedMessages.ts'
import { openRemoteFeed } from './remoteFeed.ts'
import { serveFeed } from './serveFeed.ts'
import type { SignedText } from './signedMessages.ts'

const nowMs = Date.UTC(2026, 5, 16, 12, 41, 7)
const clock = createClock(() => nowMs)
const log = createLog('silent')
const secrets = secretsFrom('a secret of this installation')
const patience = { silentMs: 60_000, retryMs: 5, answerMs: 5000 }
const product: Product = {
  ...{ pid: 1, symbol: 'BTCUSDT', title: 'Bitcoin', icon: 'btc', kind: 'crypto', scale: 2, isOnSale: true },
  ...{ lot: quantity('0.001'), minLots: 1, stepLots: 1, feeRatePpm: 500, leverages: [2] },
  ...{ expiryMinutes: ['1'], payoutPercents: [70] },
}
const minute = {
  openMs: Date.UTC(2026, 5, 16, 12, 40),
  ...{ open: price('10'), high: price('12'), low: price('9'), close: price('11') },
  ...{ volume: quantity('3'), turnover: 0n },
} as NonNullable<FeedHistory['1m']>[number]

let failures: unknown[] = []
let messages: Messages
let opened: ManualFeed[] = []
let histories: unknown[] = []
let closers: (() => Promise<void>)[] = []

/** A source that notes what is asked of it, opened anew for each session. */
const openSource = async (): Promise<Feed> => {
  const source = manualFeed(clock)
  source.keepRecord(async (symbol, fromMs) => [{ ...tradeAt('7', fromMs), symbol }])
  opened.push(source)
  return {
    ...source,
    record: source.record,
    history: async (past) => {
      histories.push(past)
      return { '1m': [minute] }
    },
  }
}
const tradeAt = (at: string, timeMs: number): RawTrade => ({
  ...{ symbol: 'BTCUSDT', sequence: 1, timeMs, recordedMs: null },
  ...{ price: price(at), quantity: quantity('1'), side: 'buy' },
})

/** Everything a leader hears, as lines. */
const createNotes = () => {
  const lines: string[] = []
  const trades: RawTrade[] = []
  const sink: FeedSink = {
    trade: (trade) => {
      trades.push(trade)
      lines.push(`trade ${trade.symbol}`)
    },
    book: ({ bids }) => lines.push(`book ${bids.length}`),
    dropped: (symbol, reason) => lines.push(`dropped ${symbol} ${reason}`),
    missed: (symbol, trades) => lines.push(`missed ${symbol} ${trades}`),
    corrected: (symbol, { '1m': minutes = [] }) => lines.push(`corrected ${symbol} ${minutes[0]?.close}`),
    state: (state) => lines.push(state),
  }
  return { lines, trades, sink }
}

const startReader = (term: number) => {
  const served = serveFeed({ secrets, log }, messages, term, openSource)
  closers.push(served.close)
  return served
}
const startLeader = async (leaderTerm: number, stopped = new AbortController().signal) => {
  const feed = await openRemoteFeed({ secrets, log, clock, messages, leaderTerm, stopped }, patience)
  closers.unshift(feed.close)
  return feed
}

beforeEach(() => {
  failures = []
  opened = []
  histories = []
  closers = []
  messages = createOwnMessages((error) => failures.push(error))
})
afterEach(async () => {
  for (const close of closers) await close()
})

it('tells the leader everything the source says, in exact units and in order', async () => {
  const served = startReader(1)
  const feed = await startLeader(1)
  expect(feed).toMatchObject({ source: 'simulator', hasBook: true })
  expect(await feed.history({ product, newest: minute })).toEqual({ '1m': [minute] })
  expect(histories).toEqual([{ product, newest: minute }])
  expect(await feed.record?.('BTCUSDT', 5, 9)).toEqual([tradeAt('7', 5)])
  const { lines, trades, sink } = createNotes()
  feed.start(sink)
  await waitUntil(() => lines.length === 1)
  expect(served.isMissing()).toBe(false)
  const [source] = opened
  source?.trade('BTCUSDT', '66000.01')
  source?.book('BTCUSDT', '1', '2')
  source?.sink().dropped(null, 'malformed')
  source?.sink().missed('BTCUSDT', 3)
  source?.sink().corrected('BTCUSDT', { '1m': [minute] })
  await waitUntil(() => lines.length === 6)
  expect(lines).toEqual([
    'connected',
    'trade BTCUSDT',
    'book 1',
    'dropped null malformed',
    'missed BTCUSDT 3',
    `corrected BTCUSDT ${minute.close}`,
  ])
  expect(trades).toEqual([expect.objectContaining({ price: price('66000.01'), timeMs: nowMs })])
  source?.sink().state('disconnected', 'the exchange closed the connection')
  expect(lines.at(-1)).toBe('disconnected')
  expect(served.isMissing()).toBe(true)
  expect(failures).toEqual([])
})

it('is a lost connection when a message was lost, and opens the source anew from the last trade', async () => {
  const { publish } = messages
  let isLosing = false
  messages = { ...messages, publish: (...of) => (isLosing && of[0] === 'feed' ? undefined : publish(...of)) }
  startReader(1)
  const feed = await startLeader(1)
  await feed.history({ product, newest: null })
  const { lines, sink } = createNotes()
  feed.start(sink)
  await waitUntil(() => lines.includes('connected'))
  const [source] = opened
  source?.trade('BTCUSDT', '20', { timeMs: nowMs })
  source?.trade('BTCUSDT', '20.5', { timeMs: nowMs + 3_600_000 })
  isLosing = true
  source?.trade('BTCUSDT', '21')
  isLosing = false
  source?.trade('BTCUSDT', '22')
  await waitUntil(() => lines.filter((line) => line === 'connected').length === 2)
  // What came behind the lost message decides nothing.
  expect(lines).toEqual([
    'connected',
    'trade BTCUSDT',
    'trade BTCUSDT',
    'disconnected',
    `corrected BTCUSDT ${minute.close}`,
    'connected',
  ])
  expect(histories.at(-1)).toMatchObject({ newest: { openMs: minute.openMs + 60_000, close: price('20') } })
  source?.trade('BTCUSDT', '23')
  opened[1]?.trade('BTCUSDT', '24')
  expect(lines.filter((line) => line === 'trade BTCUSDT')).toHaveLength(3)
})

it('goes on with the next reader, and waits for the first one', async () => {
  const waiting = startLeader(1)
  const first = startReader(1)
  const feed = await waiting
  await feed.history({ product, newest: minute })
  const { lines, sink } = createNotes()
  feed.start(sink)
  await waitUntil(() => lines.includes('connected'))
  await first.close()
  startReader(2)
  await waitUntil(() => opened.length === 2 && lines.at(-1) === 'connected')
  expect(lines).toEqual(['connected', 'disconnected', `corrected BTCUSDT ${minute.close}`, 'connected'])
})

it('asks the next reader what one that was killed did not answer', async () => {
  const kill = serveFeed({ secrets, log }, messages, 1, async () => ({
    ...(await openSource()),
    history: () => new Promise(() => undefined),
  }))
  const feed = await startLeader(1)
  const asked = feed.history({ product, newest: minute })
  startReader(2)
  expect(await Promise.race([asked, waitUntil(() => false, 2000).catch(() => 'no answer')])).toEqual({
    '1m': [minute],
  })
  // Its address is gone with it; what it was asked never ends.
  void kill.close()
})

it('listens to the newest leader only', async () => {
  startReader(1)
  const [old, young] = [await startLeader(1), await startLeader(2)]
  const notes = { old: createNotes(), young: createNotes() }
  old.start(notes.old.sink)
  young.start(notes.young.sink)
  await waitUntil(() => notes.young.lines.includes('connected'))
  opened[1]?.trade('BTCUSDT', '20')
  expect(notes.young.lines).toEqual(['connected', 'trade BTCUSDT'])
  expect(notes.old.lines).toEqual([])
  const codec = createFeedCodec({ secrets })
  const late = codec.sign({ nonce: 'late', question: { session: null, leaderTerm: 1 } })
  const answer = codec.read((await messages.request(addresses.feed(1), late, 1000)) as SignedText)
  expect(answer).toEqual({ nonce: 'late', answer: { kind: 'ended' } })
  expect(opened).toHaveLength(2)
})

it('accepts no price and no request without the secret', async () => {
  startReader(1)
  const feed = await startLeader(1)
  const { lines, sink } = createNotes()
  feed.start(sink)
  await waitUntil(() => lines.includes('connected'))
  const forger = createFeedCodec({ secrets: secretsFrom('a guess') })
  const forged = { term: 1, session: 1, n: 1, event: ['trade', tradeAt('1', nowMs)] }
  messages.publish('feed', forger.sign(forged))
  const question = forger.sign({ nonce: 'n', question: { session: null, leaderTerm: 9 } })
  await expect(messages.request(addresses.feed(1), question, 1000)).rejects.toThrow('not signed')
  expect(lines).toEqual(['connected'])
  expect(failures).toEqual([expect.objectContaining({ name: 'UnsignedMessage' })])
})

it('ends the wait for a reader when the leader ends', async () => {
  const ended = new AbortController()
  const waiting = startLeader(1, ended.signal)
  ended.abort()
  await expect(waiting).rejects.toThrow()
})
