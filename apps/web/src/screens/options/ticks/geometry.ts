import type { PriceTick } from '../../../data/ticks.ts'

/** Instants at the left and right edge, epoch milliseconds. */
export type TimeRange = { readonly from: number; readonly to: number }

/** Life of an option, epoch milliseconds. */
export type OptionLife = { readonly from: number; readonly to: number }

/** Span without an option, and the part of it that is kept free for one. */
const usualSpanMs = 90_000
const freePart = 0.2

/**
 * Times a tick chart shows. The life of an option takes a third of the width and the chart stands still until it ends;
 * without one the newest tick is at four fifths.
 *
 * @example timeRange({ from: 100_000, to: 130_000 }, 110_000) // 49_000 to 139_000: 90 s, of which the option has 30
 */
export const timeRange = (option: OptionLife | null, now: number): TimeRange => {
  if (option === null) return { from: now - usualSpanMs * (1 - freePart), to: now + usualSpanMs * freePart }
  const life = option.to - option.from
  // After the end the chart goes on, so that the newest tick stays in view.
  const end = Math.max(option.to + life * 0.3, now + life * 0.1)
  return { from: end - 3 * life, to: end }
}

/** Lowest and highest value, with a margin above and below. */
export type ValueRange = { readonly low: number; readonly high: number }

const marginPart = 0.14

/** Values a tick chart shows: all given ones, at least `least` apart. Null without any. */
export const valueRange = (values: readonly number[], least: number): ValueRange | null => {
  if (values.length === 0) return null
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const missing = Math.max(0, least - (high - low)) / 2
  const margin = (high - low + 2 * missing) * marginPart
  return { low: low - missing - margin, high: high + missing + margin }
}

/** Steps of a time axis in seconds. */
const timeSteps = [5, 10, 15, 30, 60, 120, 300, 600] as const

/** Round instants for the labels of a time axis, at most one per `pixels`. */
export const timeLabels = ({ from, to }: TimeRange, width: number, pixels: number): readonly number[] => {
  const most = Math.max(1, width / pixels)
  const stepMs = (timeSteps.find((step) => (to - from) / (step * 1000) <= most) ?? 600) * 1000
  const labels: number[] = []
  for (let at = Math.ceil(from / stepMs) * stepMs; at <= to; at += stepMs) labels.push(at)
  return labels
}

/** Round values for the labels of a price axis: steps of 1, 2 or 5 times a power of ten. */
export const valueLabels = ({ low, high }: ValueRange, height: number, pixels: number): readonly number[] => {
  const rough = (high - low) / Math.max(1, height / pixels)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power
  const labels: number[] = []
  for (let count = Math.ceil(low / step); count * step <= high; count += 1) labels.push(count * step)
  return labels
}

/**
 * Ticks of a range: those within it, and the one before, because its price is in force at the left edge.
 *
 * @param ticks ascending by time
 */
export const ticksWithin = (ticks: readonly PriceTick[], { from, to }: TimeRange): readonly PriceTick[] => {
  const first = ticks.findIndex(({ time }) => time >= from)
  if (first === -1) return ticks.slice(-1)
  return ticks.slice(Math.max(0, first - 1)).filter(({ time }) => time <= to)
}

/**
 * Base lines of the words above and below a barrier, in pixels from the top: beside the barrier, because the card of the running
 * option covers the upper corner, and within the chart.
 *
 * @example barrierWords(200, 400) // { above: 192, below: 218 }
 */
export const barrierWords = (
  barrier: number,
  height: number,
): { readonly above: number; readonly below: number } => ({
  above: Math.min(Math.max(barrier - 8, 20), height - 28),
  below: Math.max(Math.min(barrier + 18, height - 10), 38),
})
