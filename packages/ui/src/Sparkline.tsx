import type { Direction } from './direction.tsx'
import styles from './Sparkline.module.css'

/**
 * Small line chart without axes. `points` are heights from 0 (lowest) to 1 (highest), evenly spaced.
 * Decorative: the figures must be shown beside it.
 */
export function Sparkline({
  points,
  direction,
  width = 112,
  height = 32,
}: {
  points: readonly number[]
  direction: Direction
  width?: number
  height?: number
}) {
  if (points.length < 2) return <svg width={width} height={height} aria-hidden="true" />
  const step = (width - 2) / (points.length - 1)
  const line = points
    .map((point, index) => `${(1 + index * step).toFixed(1)} ${(2 + (1 - point) * (height - 4)).toFixed(1)}`)
    .join('L')
  return (
    <svg width={width} height={height} className={styles[direction]} aria-hidden="true">
      <path className={styles.area} d={`M${line}L${width - 1} ${height}L1 ${height}z`} />
      <path className={styles.line} d={`M${line}`} />
    </svg>
  )
}
