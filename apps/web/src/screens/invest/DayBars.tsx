import { classNames } from '@glasshouse/ui/classNames'
import { type PointerEvent, useState } from 'react'
import { permilleOf } from '../../components/holdings/holdings.ts'
import styles from './DayBars.module.css'

/** One bar: an amount of a day, or of some days. */
export type DayBar = {
  readonly id: string
  readonly amount: bigint
  readonly tone: 'booked' | 'planned' | 'givenUp'
  /** Day and amount as text, shown at the pointer. */
  readonly title: string
  readonly text: string
}

/** Above these numbers the gap between the bars is smaller, then none. */
const [spacedBars, separateBars] = [60, 200]

/** Bar chart of amounts by day. The same figures must be available as text or table. */
export function DayBars({
  label,
  bars,
  marks,
  ends,
  low = false,
}: {
  /** What the chart shows, for screen readers. */
  label: string
  bars: readonly DayBar[]
  /** Labels of the scale, highest first. */
  marks: readonly string[]
  /** First and last day as text. */
  ends: readonly [string, string]
  low?: boolean
}) {
  const [at, setAt] = useState<number | null>(null)
  const highest = bars.reduce((most, { amount }) => (amount > most ? amount : most), 0n)
  const bar = at === null ? undefined : bars[at]
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / Math.max(width, 1)) * bars.length)
    setAt(Math.min(Math.max(index, 0), bars.length - 1))
  }
  return (
    <figure className={styles.chart} role="img" aria-label={label}>
      <div
        className={classNames(
          styles.plot,
          bars.length > spacedBars && styles.dense,
          bars.length > separateBars && styles.solid,
          low && styles.low,
        )}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
      >
        {bars.map(({ id, amount, tone }) => (
          <span key={id} className={styles.slot}>
            <i
              className={classNames(styles.bar, tone !== 'planned' && styles[tone])}
              style={{ height: `${permilleOf(amount, highest) / 10}%` }}
            />
          </span>
        ))}
        {bar !== undefined && at !== null && (
          <span
            className={styles.tip}
            style={
              at * 2 < bars.length
                ? { left: `${(at * 100) / bars.length}%` }
                : { right: `${100 - ((at + 1) * 100) / bars.length}%` }
            }
          >
            {bar.title}
            <br />
            <b>{bar.text}</b>
          </span>
        )}
      </div>
      <div className={styles.marks} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
      <div className={styles.days} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </figure>
  )
}

/** Legend of a chart with more than one kind of bar. */
export function BarLegend({
  items,
}: {
  items: readonly { readonly tone: DayBar['tone']; readonly text: string }[]
}) {
  return (
    <div className={styles.legend}>
      {items.map(({ tone, text }) => (
        <span key={tone}>
          <i className={tone === 'planned' ? undefined : styles[tone]} aria-hidden="true" />
          {text}
        </span>
      ))}
    </div>
  )
}
