import type { OptionWindow, OwnFill } from '../../../components/chart/orderMarks.ts'
import { barrierWords } from './geometry.ts'
import styles from './TickChart.module.css'

/** Converts instants and values to pixels of the chart. */
export type Projection = {
  readonly x: (instant: number) => number
  readonly y: (value: number) => number
  readonly width: number
  readonly height: number
}

/** Life of the selected option: winning and losing halves, barrier, entry and expiry. */
export function RunningShape({ option, at }: { option: OptionWindow; at: Projection }) {
  const [left, right, y] = [at.x(option.from), at.x(option.to), at.y(option.value)]
  const [above, below] = option.winsAbove ? [styles.wins, styles.loses] : [styles.loses, styles.wins]
  const width = Math.max(0, right - left)
  const places = barrierWords(y, at.height)
  const words = option.winsAbove ? [option.wins, option.loses] : [option.loses, option.wins]
  return (
    <g>
      <rect className={above} x={left} y={0} width={width} height={Math.max(0, y)} />
      <rect className={below} x={left} y={y} width={width} height={Math.max(0, at.height - y)} />
      <text className={styles.word} x={right - 8} y={places.above}>
        {words[0]}
      </text>
      <text className={styles.word} x={right - 8} y={places.below}>
        {words[1]}
      </text>
      <path className={styles.barrierAcross} d={`M0 ${y}H${at.width}`} />
      <path className={styles.barrier} d={`M${left} ${y}H${right}`} />
      <path className={styles.entryEdge} d={`M${left} 0V${at.height}`} />
      <path className={styles.expiryEdge} d={`M${right} 18V${at.height}`} />
      <text className={styles.expiryTime} x={right} y={13} textAnchor="middle">
        {option.expiry}
      </text>
      <circle className={styles.entry} cx={left} cy={y} r={4.5} />
    </g>
  )
}

/** A settled option: line from entry to settlement at the entry price, and the result at the settlement price. */
export function SettledShape({
  option,
  fill,
  at,
}: {
  option: OptionWindow
  /** Its result in words. */
  fill: OwnFill | undefined
  at: Projection
}) {
  if (option.settled === null) return null
  const [left, right, y] = [at.x(option.from), at.x(option.to), at.y(option.value)]
  const exit = at.y(option.settled.value)
  return (
    <g className={styles[option.settled.result]}>
      <path className={styles.settledLine} d={`M${left} ${y}H${right}V${exit}`} />
      <circle className={styles.settledEntry} cx={left} cy={y} r={3.5} />
      <path className={styles.settlement} d={`M${right} ${exit - 5}l5 5l-5 5l-5 -5z`} />
      <text className={styles.result} x={right} y={exit < 24 ? exit + 22 : exit - 12} textAnchor="middle">
        {fill?.text}
      </text>
    </g>
  )
}
