import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { applyTrade, type Candle } from '@glasshouse/core/markets/candles'
import { bucketStart } from '@glasshouse/core/markets/intervals'
import { quantity } from '@glasshouse/core/money/units'
import { expect, it, vi } from 'vitest'
import { marketDataFolder } from '../../../../../packages/testkit/src/exchange/recorded.ts'
import { readSettings } from '../../platform/settings/index.ts'
import { createClock } from '../../platform/time/index.ts'
import { type Minute, minuteStatistics } from './minuteStatistics.fixture.ts'
import { simulatedMarket } from './simulatedMarket.ts'
import { initialHistory } from './simulatedPast.ts'
import { simulatorFeed } from './simulator.ts'

const nowMs = Date.UTC(2026, 5, 16, 12, 41, 7)
const product = (symbol: string, scale: number) => ({
  ...{
    pid: 1,
    symbol,
    title: symbol,
    icon: 'btc',
    lot: quantity('0.001'),
    minLots: 1,
    stepLots: 1,
    feeRatePpm: 500,
  },
  ...({
    leverages: [2],
    expiryMinutes: ['1'],
    payoutPercents: [70],
    kind: 'crypto',
    scale,
    isOnSale: true,
  } as const),
})
const plain = ({ open, high, low, close, volume }: Candle): Minute => ({
  ...{
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  },
})

/**
 * Bounds that the recorded minutes of BTC, ETH, ADA, DOGE and LTC of 2023 to 2026 all lie within, widened by what a week
 * differs from the next.
 */
const bounds = {
  kurtosis: [7, 140],
  varianceRatio5: [0.8, 1.15],
  varianceRatio30: [0.6, 1.3],
  sizeMemory1: [0.2, 0.48],
  sizeMemory30: [0.04, 0.3],
  wicks: [0.3, 0.55],
  rangeWithVolume: [0.5, 0.85],
  volumeSpread: [0.8, 1.35],
  volumeMemory: [0.4, 0.8],
  largeVolume: [7, 30],
  straightness: [0.35, 0.56],
} as const

const outside = (minutes: readonly Minute[], skipped: readonly (keyof typeof bounds)[] = []): string[] => {
  const found = minuteStatistics(minutes)
  const names = Object.keys(bounds) as (keyof typeof bounds)[]
  return names
    .filter((name) => !skipped.includes(name))
    .filter((name) => !(found[name] >= bounds[name][0] && found[name] <= bounds[name][1]))
    .map((name) => `${name} ${found[name].toFixed(3)}`)
}

const recordings = ['BTCUSDT_1m_2026-06-10_7d', 'BTCUSDT_1m_2025-10-29_3d', 'ETHUSDT_1m_2025-10-29_3d'].map(
  (name) => join(marketDataFolder, 'candles', `${name}.csv.gz`),
)
const isMissing = !existsSync(recordings[0] ?? '')
if (isMissing) console.log(`The bounds are not held against recorded minutes: there is no ${recordings[0]}`)

it.skipIf(isMissing).each(recordings)('the bounds hold for the recorded minutes of %s', (path) => {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n').slice(1)
  const minutes = lines.map((line): Minute => {
    const [, open = 0, high = 0, low = 0, close = 0, volume = 0] = line.split(',').map(Number)
    return { open, high, low, close, volume }
  })
  expect(outside(minutes)).toEqual([])
})

it.each([
  ['BTCUSDT', 2, 1],
  ['ETHUSDT', 2, 5],
  ['DOGEUSDT', 5, 9],
] as const)('the simulated week of %s looks like a recorded one', (symbol, scale, seed) => {
  const minutes = (initialHistory(simulatedMarket(product(symbol, scale), seed), nowMs)['1m'] ?? []).map(
    plain,
  )
  expect(outside(minutes)).toEqual([])
  expect(minuteStatistics(minutes).maxRunLength).toBeLessThanOrEqual(20)
})

it('what is simulated live looks like a market too, and has no straight half hours', async () => {
  vi.useFakeTimers({ now: nowMs })
  try {
    const feed = simulatorFeed({
      settings: readSettings({ MARKET_SYMBOLS: 'BTCUSDT' }),
      clock: createClock(() => Date.now()),
    })
    await feed.history({ product: product('BTCUSDT', 2), newest: null })
    const candles: Candle[] = []
    feed.start({
      trade: (trade) => {
        const last = candles.at(-1)
        const isSame = last?.openMs === bucketStart(trade.timeMs, '1m')
        candles.splice(candles.length - (isSame ? 1 : 0), 1, applyTrade(isSame ? last : null, trade, '1m'))
      },
      ...{ book: () => undefined, dropped: () => undefined, missed: () => undefined },
      ...{ corrected: () => undefined, state: () => undefined },
    })
    for (let minute = 0; minute < 240; minute += 1) vi.advanceTimersByTime(60_000)
    await feed.close()
    // Four hours are too few for what is rare.
    expect(
      outside(candles.map(plain), [
        'kurtosis',
        'sizeMemory30',
        'sizeMemory1',
        'varianceRatio30',
        'largeVolume',
      ]),
    ).toEqual([])
    expect(minuteStatistics(candles.map(plain)).maxRunLength).toBeLessThanOrEqual(12)
  } finally {
    vi.useRealTimers()
  }
})
