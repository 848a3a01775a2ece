import { permilleOf } from '../holdings/holdings.ts'

/** Size of the drawing in its own units; the figure stretches it. */
export const plotSize = { width: 1000, height: 100 } as const

export type Plot = {
  /** Points of the line as path commands without the first `M`. */
  readonly line: string
  readonly low: bigint
  readonly high: bigint
  /** Heights from the top, 0–100, by point. */
  readonly heights: readonly number[]
}

/**
 * Line through values at equal distances. The lowest value lies at the bottom, the highest at the top; equal values lie
 * in the middle. Values below zero are possible; `within` widens the scale to these values.
 *
 * @example plotOf([0n, 10n], []).line // '0 100L1000 0'
 */
export const plotOf = (values: readonly bigint[], within: readonly bigint[]): Plot => {
  const scale = [...values, ...within]
  const low = scale.reduce((least, value) => (value < least ? value : least), scale[0] ?? 0n)
  const high = scale.reduce((most, value) => (value > most ? value : most), scale[0] ?? 0n)
  const heights = values.map((value) =>
    high === low ? plotSize.height / 2 : plotSize.height - permilleOf(value - low, high - low) / 10,
  )
  const step = plotSize.width / Math.max(values.length - 1, 1)
  const line = heights.map((height, at) => `${Math.round(at * step * 10) / 10} ${height}`).join('L')
  return { line, low, high, heights }
}

/** Point nearest to a place across the figure, from 0 (left) to 1 (right). */
export const nearestPoint = (share: number, points: number): number =>
  Math.min(Math.max(Math.round(share * (points - 1)), 0), Math.max(points - 1, 0))
