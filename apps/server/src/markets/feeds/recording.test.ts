import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { applyTrade, type Candle } from '@glasshouse/core/markets/candles'
import { price, quantity } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../platform/settings/index.ts'
import { createClock } from '../../platform/time/index.ts'
import type { FeedSink, RawTrade } from './feed.ts'
import { inspectRecording, type RecordedTrade, tradesOf, tradesOfCandle } from './recording.ts'
import { openReplay } from './replay.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-replay-'))
})
afterAll(() => rm(folder, { recursive: true }))

const tradeHeader = 'time_ms,price,quantity,side'
const candleHeader = 'open_time_ms,open,high,low,close,volume'
const write = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

describe('a recording that is damaged', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['an empty file', '', /holds no row/],
    ['only a header', `${tradeHeader}\n`, /holds no row/],
    ['an unknown header', 'a,b,c\n1,2,3\n', /line 1: the first line must be one of/],
    ['NaN', `${tradeHeader}\n1,2,3,buy\n2,NaN,3,buy\n`, /line 3: "NaN" is not a price/],
    ['a negative price', `${tradeHeader}\n1,-2,3,buy\n`, /line 2: "-2" is not a price/],
    ['an exponent', `${tradeHeader}\n1,2e5,3,buy\n`, /line 2: "2e5" is not a price/],
    ['a zero price', `${tradeHeader}\n1,0.00,3,buy\n`, /line 2: a price is zero/],
    ['a zero quantity', `${tradeHeader}\n1,2,0,buy\n`, /line 2: the quantity is zero/],
    ['an unknown side', `${tradeHeader}\n1,2,3,long\n`, /line 2: "long" is neither buy nor sell/],
    ['a missing field', `${tradeHeader}\n1,2,3,buy\n2,2,3\n`, /line 3: has 3 fields instead of 4/],
    ['a broken time', `${tradeHeader}\nyesterday,2,3,buy\n`, /line 2: "yesterday" is not a time/],
    ['time running back', `${tradeHeader}\n5,2,3,buy\n4,2,3,buy\n`, /line 3: its time 4 is not after/],
    ['an empty line', `${tradeHeader}\n1,2,3,buy\n\n2,2,3,buy\n`, /line 3: has 1 fields/],
    [
      'a candle that does not enclose',
      `${candleHeader}\n0,5,4,3,4,1\n`,
      /line 2: high and low do not enclose/,
    ],
    ['a candle twice', `${candleHeader}\n0,5,5,5,5,1\n0,5,5,5,5,1\n`, /line 3: its time 0 is not after/],
  ]
  it.each(cases)('names file and line: %s', async (name, content, message) => {
    const path = await write(`${name.replaceAll(' ', '-')}.csv`, content)
    await expect(inspectRecording(path)).rejects.toThrow(message)
    await expect(inspectRecording(path)).rejects.toThrow(name.replaceAll(' ', '-'))
  })

  it('names a packed file that is cut off or no packed file at all', async () => {
    const packed = gzipSync(`${tradeHeader}\n${'1,2,3,buy\n'.repeat(50_000)}`)
    const cut = await write('CUTUSDT.csv.gz', packed.subarray(0, packed.length / 2))
    await expect(inspectRecording(cut)).rejects.toThrow(/CUTUSDT.csv.gz line \d+: cannot be read further/)
    const plain = await write('PLAINUSDT.csv.gz', 'not packed')
    await expect(inspectRecording(plain)).rejects.toThrow(/PLAINUSDT.csv.gz line 1: cannot be read further/)
  })

  it('refuses the start with one readable line per symbol', async () => {
    await write('BADUSDT.csv', `${tradeHeader}\n1,x,3,buy\n`)
    await write('TWOUSDT_a.csv', `${tradeHeader}\n1,2,3,buy\n9,2,3,buy\n`)
    await write('TWOUSDT_b.csv', `${tradeHeader}\n5,2,3,buy\n`)
    const settings = readSettings({
      MARKET_SYMBOLS: 'BADUSDT,NONEUSDT,TWOUSDT',
      MARKET_FEED: 'replay',
      REPLAY_DIR: folder,
    })
    const opening = openReplay({ settings, clock: createClock(() => 0) }, folder)
    await expect(opening).rejects.toMatchObject({
      problems: [
        'REPLAY_DIR: BADUSDT.csv line 2: "x" is not a price',
        expect.stringMatching(/^REPLAY_DIR: .*holds no file NONEUSDT\*\.csv/),
        'REPLAY_DIR: TWOUSDT_b.csv: overlaps in time with TWOUSDT_a.csv; keep one of them',
      ],
    })
    await expect(
      openReplay({ settings, clock: createClock(() => 0) }, join(folder, 'no')),
    ).rejects.toMatchObject({
      problems: [expect.stringContaining('cannot be read')],
    })
  })
})

describe('a recorded candle', () => {
  it('becomes trades whose candle is the recorded one', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 14n })
    fc.assert(
      fc.property(
        units,
        units,
        units,
        units,
        fc.bigInt({ min: 300n, max: 10n ** 16n }),
        fc.integer({ min: 4, max: 90 }),
        (a, b, c, d, volume, wanted) => {
          const sorted = [a, b, c, d].sort((x, y) => (x < y ? -1 : 1))
          const [low = 1n, open = 1n, close = 1n, high = 1n] = sorted
          const swap = wanted % 2 === 0
          const candle = {
            openMs: 60_000,
            open: swap ? close : open,
            close: swap ? open : close,
            high,
            low,
            volume,
          } as Parameters<typeof tradesOfCandle>[0]
          const trades = tradesOfCandle(candle, 60_000, wanted)
          let built: Candle | null = null
          for (const trade of trades) built = applyTrade(built, trade, '1m')
          expect(built).toMatchObject(candle)
          expect(trades.every((trade) => trade.timeMs >= 60_000 && trade.timeMs < 120_000)).toBe(true)
        },
      ),
    )
  })

  it('without volume had no trade', () => {
    const five = price('5')
    const silent = { openMs: 0, open: five, high: five, low: five, close: five, volume: quantity('0') }
    expect(tradesOfCandle(silent, 60_000, 30)).toEqual([])
  })
})

/** Hears trades and how the feed stands. */
const sinkOf = (heard: Pick<FeedSink, 'trade' | 'state'>): FeedSink => ({
  ...{ book: () => undefined, dropped: () => undefined, missed: () => undefined, corrected: () => undefined },
  ...heard,
})

describe('a replay', () => {
  it('that is stopped before its end is not told to be over', async () => {
    await write('STOPUSDT.csv', `${tradeHeader}\n1000,5,1,buy\n900000,6,2,sell\n`)
    const settings = readSettings({ MARKET_SYMBOLS: 'STOPUSDT', REPLAY_SPEED: '1' })
    const feed = await openReplay({ settings, clock: createClock(() => Date.now()) }, folder)
    const states: string[] = []
    await new Promise<void>((heard) =>
      feed.start(sinkOf({ trade: () => heard(), state: (now) => states.push(now) })),
    )
    await feed.close()
    expect(states).toEqual(['connected'])
  })

  it('plays all symbols in time order, shifted to now, faster, with the recorded time kept', async () => {
    await write('AAAUSDT_1.csv', `${tradeHeader}\n1000,5,1,buy\n3000,6,2,sell\n`)
    await write('AAAUSDT_2.csv.gz', gzipSync(`${tradeHeader}\r\n5000,7,1,buy\r\n`))
    await write('BBBUSDT.csv', `${tradeHeader}\n2000,8,1,buy`)
    const settings = readSettings({ MARKET_SYMBOLS: 'AAAUSDT,BBBUSDT', REPLAY_SPEED: '100' })
    const clock = createClock(() => Date.now())
    const feed = await openReplay({ settings, clock }, folder)
    expect(await feed.roughPrice('BBBUSDT')).toBe(price('8'))
    const trades: RawTrade[] = []
    const ended = new Promise<string | undefined>((resolve) => {
      const state: FeedSink['state'] = (now, why) => (now === 'ended' ? resolve(why) : undefined)
      feed.start(sinkOf({ trade: (trade) => trades.push(trade), state }))
    })
    expect(await ended).toBe('the recording is over')
    await feed.close()
    const startMs = trades[0]?.timeMs ?? 0
    expect(Math.abs(startMs - clock.now())).toBeLessThan(2000)
    expect(
      trades.map((trade) => [trade.symbol, trade.sequence, trade.timeMs - startMs, trade.recordedMs]),
    ).toEqual([
      ['AAAUSDT', 1, 0, 1000],
      ['BBBUSDT', 1, 10, 2000],
      ['AAAUSDT', 2, 20, 3000],
      ['AAAUSDT', 3, 40, 5000],
    ])
  })

  it('plays candles often enough that a lively market is not stale', async () => {
    const path = await write(
      'CCCUSDT_1m.csv',
      `${candleHeader}\n0,5,8,4,7,1\n60000,7,7,7,7,0\n180000,7,9,6,6,2\n`,
    )
    const file = await inspectRecording(path)
    expect(file).toMatchObject({ kind: 'candles', lengthMs: 60_000, firstMs: 0, lastMs: 239_999 })
    const trades: RecordedTrade[] = []
    for await (const trade of tradesOf(file, 30)) trades.push(trade)
    const first = trades.filter((trade) => trade.timeMs < 60_000)
    for (const [index, trade] of first.entries())
      expect(trade.timeMs - (first[index - 1]?.timeMs ?? 0)).toBeLessThanOrEqual(2000)
    expect(trades.some((trade) => trade.timeMs >= 60_000 && trade.timeMs < 180_000)).toBe(false)
  })
})
