import type { Product } from '@glasshouse/core/markets/product'
import { divide, type Price, price, type Quantity, valueAt } from '@glasshouse/core/money/units'
import { hashToSeed, normalNoise, uniformNoise } from './random.ts'

/**
 * How one simulated market behaves. Inside the simulator prices are counted in price steps (the last shown
 * decimal) as plain numbers, because they are made up here; they leave it as exact units.
 */
export type SimulatedMarket = {
  readonly product: Product
  /** Where the price is drawn back to over weeks, in steps. */
  readonly level: number
  /** The logarithm of the price after one stretch, `fromLog` before it. */
  readonly moved: (fromLog: number, atMs: number, lengthMs: number) => number
  /** How lively the market is at an instant; 1 is usual. */
  readonly liveliness: (atMs: number) => number
  readonly uniform: (place: number, stream: number) => number
  readonly normal: (place: number, stream: number) => number
  readonly priceOf: (steps: number) => Price
  readonly stepsOf: (at: Price) => number
  /** Coins worth about so many USDT, at least the smallest tradable part. */
  readonly coinsWorth: (dollars: number, at: Price) => Quantity
}

/** Price and usual daily move (percent) of the markets the product ships with. */
const shipped: Readonly<Record<string, readonly [string, number]>> = {
  BTCUSDT: ['66000', 2.4],
  ETHUSDT: ['2300', 3.1],
  SOLUSDT: ['97', 4.2],
  XRPUSDT: ['0.71', 3.6],
  ADAUSDT: ['0.42', 3.9],
  DOGEUSDT: ['0.138', 4.6],
  LINKUSDT: ['12.4', 4.1],
  LTCUSDT: ['82', 3.4],
}

const someLevels = ['0.031', '0.27', '1.9', '6.4', '31', '240'] as const

/** The price a simulated market starts at. */
export const startPriceOf = (symbol: string): Price => {
  const [known] = shipped[symbol] ?? []
  if (known !== undefined) return price(known)
  return price(someLevels[hashToSeed(symbol) % someLevels.length] ?? '1.9')
}

const dayMs = 86_400_000
const moodMs = 300_000
/** Half of the distance to the level is taken back in about 30 days. */
const pullPerDay = 0.023

const moods = [
  { below: 0.42, factor: 0.5 },
  { below: 0.84, factor: 1 },
  { below: 0.97, factor: 1.8 },
  { below: 1, factor: 3.2 },
] as const

export const simulatedMarket = (product: Product, seed: number): SimulatedMarket => {
  const key = hashToSeed(`${seed}:${product.symbol}`)
  // Half of every move is the whole market's, as in real ones.
  const marketKey = hashToSeed(`${seed}:all`)
  const stepUnits = 10n ** BigInt(9 - product.scale)
  const stepsOf = (at: Price): number => Number.parseInt(divide(at, stepUnits, 'floor').toString(), 10)
  const level = stepsOf(startPriceOf(product.symbol))
  const levelLog = Math.log(level)
  const [, dailyPercent = 4.5] = shipped[product.symbol] ?? []
  const part = product.lot >= 100n ? product.lot / 100n : 1n

  const liveliness = (atMs: number): number => {
    const place = Math.floor(atMs / moodMs)
    const draw = uniformNoise(key, place, 90)
    const shared = uniformNoise(marketKey, Math.floor(place / 3), 91)
    const mood = moods.find(({ below }) => draw < below)?.factor ?? 1
    return mood * (0.7 + 0.6 * shared)
  }
  return {
    product,
    level,
    liveliness,
    moved: (fromLog, atMs, lengthMs) => {
      const place = Math.floor(atMs / lengthMs)
      const share = Math.sqrt(lengthMs / dayMs) * (dailyPercent / 100)
      const trend = 0.12 * normalNoise(key, Math.floor(atMs / (moodMs * 2)), 80)
      const noise = 0.66 * normalNoise(marketKey, place, 0) + 0.75 * normalNoise(key, place, 2) + trend
      const pull = (levelLog - fromLog) * pullPerDay * (lengthMs / dayMs)
      return fromLog + pull + share * noise * (lengthMs < moodMs ? liveliness(atMs) : 1)
    },
    uniform: (place, stream) => uniformNoise(key, place, stream),
    normal: (place, stream) => normalNoise(key, place, stream),
    priceOf: (steps) => (BigInt(Math.max(1, Math.round(steps))) * stepUnits) as Price,
    stepsOf,
    coinsWorth: (dollars, at) => {
      const coins = divide(BigInt(Math.max(1, Math.round(dollars))) * 10n ** 17n, at, 'floor')
      const parts = divide(coins, part, 'floor')
      return ((parts > 0n ? parts : 1n) * part) as Quantity
    },
  }
}

/** USDT worth of a made-up volume at a typical price, rounded down. */
export const simulatedTurnover = (volume: Quantity, typical: Price) => valueAt(volume, typical, 'floor')
