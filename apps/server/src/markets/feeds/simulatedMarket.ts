import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Product } from '@glasshouse/core/markets/product'
import { divide, type Price, price, type Quantity, valueAt } from '@glasshouse/core/money/units'
import { hashToSeed, normalNoise, smoothNoise, uniformNoise } from './random.ts'

/** A stretch of time in which a price moves once. */
type MoveInput = { readonly atMs: number; readonly lengthMs: number; readonly volatility: number }

/**
 * How one simulated market behaves. Inside the simulator prices are counted in price steps (the last shown
 * decimal) as plain numbers, because they are made up here; they leave it as exact units.
 */
export type SimulatedMarket = {
  readonly product: Product
  /** Where the price is drawn back to over weeks, in steps. */
  readonly level: number
  /** The logarithm of the lasting price after one stretch, `fromLog` before it. */
  readonly moved: (fromLog: number, input: MoveInput) => number
  /** How far trading pushes the price away from the lasting one for some seconds, as a logarithm. */
  readonly pushed: (atMs: number, volatility: number) => number
  /** How volatile the market is at an instant; the mean of its square is 1. */
  readonly volatility: (atMs: number) => number
  /** How unevenly a minute moves: a factor of the volatility within it; the mean of its square is 1. */
  readonly burst: (atMs: number) => number
  /** Usual deviation of the logarithm over one stretch. */
  readonly deviation: (lengthMs: number) => number
  /** How much is traded at an instant beyond what volatility explains; the median is 1. */
  readonly activity: (atMs: number) => number
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

/** Half of the distance to the level is taken back in about 30 days. */
const pullPerDay = 0.023

/**
 * Volatility comes and goes on several time scales at once, which is what makes calm and wild hours follow
 * themselves and single minutes stand out. Weights are deviations of the logarithm of the volatility; their
 * squares add up to 0.41, which gives minutes the excess kurtosis of recorded ones (17 to 35 for BTC).
 */
const volatilityScales = [
  { lengthMs: 100_000, weight: 0.34, stream: 80 },
  { lengthMs: 540_000, weight: 0.32, stream: 82 },
  { lengthMs: 3_900_000, weight: 0.34, stream: 84 },
  { lengthMs: 25_000_000, weight: 0.28, stream: 86 },
] as const
const varianceOfScales = volatilityScales.reduce((sum, { weight }) => sum + weight * weight, 0)

/** Deviation of the logarithm of the volatility from one stretch of some seconds to the next. */
const burstWeight = 0.8

/** What trading pushes a price away from its lasting value by, in usual moves of a minute; it fades in seconds. */
const pushScales = [
  { lengthMs: 2_500, weight: 0.07, stream: 92 },
  { lengthMs: 16_000, weight: 0.11, stream: 94 },
] as const

/** Deviations of the logarithm of what is traded, beyond what volatility explains. */
const activityScales = [
  { lengthMs: 80_000, weight: 0.5, stream: 96 },
  { lengthMs: 2_700_000, weight: 0.4, stream: 98 },
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

  const deviation = (lengthMs: number): number => Math.sqrt(lengthMs / dayMs) * (dailyPercent / 100)
  const volatility = (atMs: number): number => {
    let log = -varianceOfScales
    for (const { lengthMs, weight, stream } of volatilityScales) {
      const own = smoothNoise(key, atMs, lengthMs, stream)
      const common = smoothNoise(marketKey, atMs, lengthMs, stream)
      log += weight * (0.6 * own + 0.8 * common)
    }
    return Math.exp(log)
  }
  return {
    product,
    level,
    deviation,
    volatility,
    burst: (atMs) => Math.exp(burstWeight * smoothNoise(key, atMs, 7_000, 100) - burstWeight * burstWeight),
    activity: (atMs) =>
      Math.exp(
        activityScales.reduce(
          (sum, { lengthMs, weight, stream }) => sum + weight * smoothNoise(key, atMs, lengthMs, stream),
          0,
        ),
      ),
    pushed: (atMs, volatility) => {
      let sum = 0
      for (const { lengthMs, weight, stream } of pushScales)
        sum += weight * smoothNoise(key, atMs, lengthMs, stream)
      return sum * deviation(60_000) * volatility
    },
    moved: (fromLog, { atMs, lengthMs, volatility }) => {
      const place = Math.floor(atMs / lengthMs)
      const noise = 0.66 * normalNoise(marketKey, place, 0) + 0.75 * normalNoise(key, place, 2)
      const pull = (levelLog - fromLog) * pullPerDay * (lengthMs / dayMs)
      return fromLog + pull + deviation(lengthMs) * noise * volatility
    },
    uniform: (place, stream) => uniformNoise(key, place, stream),
    normal: (place, stream) => normalNoise(key, place, stream),
    priceOf: (steps) => (BigInt(Math.max(1, Math.round(steps))) * stepUnits) as Price,
    stepsOf,
    // In floating point: a book has forty amounts, four times a second in every market, and they are made up anyway.
    coinsWorth: (dollars, at) => {
      const parts = Math.floor((Math.max(1, Math.round(dollars)) * 1e17) / Number(at) / Number(part))
      return (BigInt(Math.max(1, parts)) * part) as Quantity
    },
  }
}

/** USDT worth of a made-up volume at a typical price, rounded down. */
export const simulatedTurnover = (volume: Quantity, typical: Price) => valueAt(volume, typical, 'floor')
