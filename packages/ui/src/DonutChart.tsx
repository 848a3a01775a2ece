import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import styles from './DonutChart.module.css'

/** One of six colours, in the order of the chart series. */
export type RingTone = 1 | 2 | 3 | 4 | 5 | 6

export type RingPart = { readonly id: string; readonly permille: number; readonly tone: RingTone }

const gap = 6

/** Donut chart of shares. Hidden from screen readers, because the figures beside it say the same. */
export function DonutChart({ parts, children }: { parts: readonly RingPart[]; children?: ReactNode }) {
  const visible = parts.filter(({ permille }) => permille > gap)
  const starts = visible.map((_, index) =>
    visible.slice(0, index).reduce((sum, { permille }) => sum + permille, 0),
  )
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        {visible.length === 0 && <circle className={styles.none} cx="60" cy="60" r="52" />}
        {visible.map(({ id, permille, tone }, index) => (
          <circle
            key={id}
            className={classNames(styles.part, styles[`tone${tone}`])}
            cx="60"
            cy="60"
            r="52"
            pathLength={1000}
            strokeDasharray={`${visible.length === 1 ? 1000 : permille - gap} 1000`}
            strokeDashoffset={-(starts[index] ?? 0)}
          />
        ))}
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  )
}

/** Legend mark of a part: a small square in its colour. */
export function RingLegend({ tone }: { tone: RingTone }) {
  return <i className={classNames(styles.mark, styles[`tone${tone}`])} aria-hidden="true" />
}
