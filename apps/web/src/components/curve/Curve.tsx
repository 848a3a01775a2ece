import { classNames } from '@glasshouse/ui/classNames'
import { type ReactNode, useState } from 'react'
import styles from './Curve.module.css'
import { nearestPoint, plotOf, plotSize } from './plot.ts'

export type CurveDay = {
  readonly startMs: number
  readonly value: bigint
  /** Distance from the highest value before, at most zero. */
  readonly drawdown?: bigint
}

const { width, height } = plotSize

/**
 * Values by day as a line, with the drawdown below it where there is one. A slider over the line selects a day by pointer,
 * keyboard or screen reader; `note` describes the selected day, the last one at first.
 */
export function Curve({
  label,
  days,
  mark,
  day,
  note,
  sentence,
}: {
  /** Accessible name of the slider. */
  label: string
  days: readonly CurveDay[]
  /** Text of a value at the axis. */
  mark: (value: bigint) => string
  day: (startMs: number) => string
  note: (at: number) => ReactNode
  /** What a screen reader says of a day. */
  sentence: (at: number) => string
}) {
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? days.length - 1, days.length - 1)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const line = plotOf(
    days.map(({ value }) => value),
    [],
  )
  const left = `${(at / Math.max(days.length - 1, 1)) * 100}%`
  return (
    <div className={styles.curve}>
      <p className={styles.note}>{note(at)}</p>
      <div className={styles.figure}>
        <div className={styles.plot}>
          <Shape className={styles.value} line={line.line} edge={height} />
          <span className={styles.cursor} style={{ left }} aria-hidden="true">
            <i style={{ top: `${line.heights[at] ?? 0}%` }} />
          </span>
          <input
            type="range"
            className={styles.slider}
            min={0}
            max={days.length - 1}
            value={at}
            aria-label={label}
            aria-valuetext={sentence(at)}
            onChange={(event) => setChosen(event.target.valueAsNumber)}
            onPointerMove={(event) => {
              const box = event.currentTarget.getBoundingClientRect()
              setChosen(nearestPoint((event.clientX - box.left) / box.width, days.length))
            }}
            onPointerLeave={() => setChosen(null)}
          />
        </div>
        <div className={styles.marks} aria-hidden="true">
          <span>{mark(line.high)}</span>
          <span>{line.high === line.low ? '' : mark(line.low)}</span>
        </div>
        <Falls days={days} mark={mark} />
        <div className={styles.ends} aria-hidden="true">
          <span>{day(first.startMs)}</span>
          <span>{day(last.startMs)}</span>
        </div>
      </div>
    </div>
  )
}

/** The drawdown below the line; nothing where there is none. */
function Falls({ days, mark }: { days: readonly CurveDay[]; mark: (value: bigint) => string }) {
  const falls = plotOf(
    days.map(({ drawdown }) => drawdown ?? 0n),
    [0n],
  )
  if (falls.low === 0n) return null
  return (
    <>
      <div className={classNames(styles.plot, styles.falls)}>
        <Shape className={styles.fall} line={falls.line} edge={0} />
      </div>
      <div className={styles.marks} aria-hidden="true">
        <span />
        <span>{mark(falls.low)}</span>
      </div>
    </>
  )
}

function Shape({ className, line, edge }: { className: string | undefined; line: string; edge: number }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.area} d={`M${line}L${width} ${edge}L0 ${edge}z`} />
      <path className={styles.stroke} d={`M${line}`} />
    </svg>
  )
}
