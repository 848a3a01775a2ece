import type { ReactNode } from 'react'
import styles from './TradePage.module.css'

/**
 * Phone trading page. With the sheet raised, price, chart and sheet fit the screen. With the sheet lowered, the
 * chart is taller and the lists below it scroll.
 */
export function TradePage({
  raised,
  top,
  chart,
  below,
  sheet,
}: {
  /** The sheet is raised. */
  raised: boolean
  top: ReactNode
  chart: ReactNode
  /** Content below the chart while the sheet is lowered. */
  below: ReactNode
  sheet: ReactNode
}) {
  return (
    <div className={styles.page} data-raised={raised}>
      {top}
      <div className={styles.chart}>{chart}</div>
      {!raised && <div className={styles.below}>{below}</div>}
      <div className={styles.sheet}>{sheet}</div>
    </div>
  )
}

/** Page placeholder while the markets load. */
export const tradeSkeleton = <div className={styles.page} data-raised="false" aria-busy="true" />
/** Class name of the page, for its placeholders. */
export const tradePageClass = styles.page
