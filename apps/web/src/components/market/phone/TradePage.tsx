import type { ReactNode } from 'react'
import styles from './TradePage.module.css'

/**
 * Trading for one hand. With the sheet up everything fits the screen: price, chart, sheet. With the sheet down the chart
 * is taller and what is listed below it scrolls.
 */
export function TradePage({
  raised,
  top,
  chart,
  below,
  sheet,
}: {
  /** The sheet is up. */
  raised: boolean
  top: ReactNode
  chart: ReactNode
  /** What stands under the chart while the sheet is down. */
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

/** The page while the markets are on their way. */
export const tradeSkeleton = <div className={styles.page} data-raised="false" aria-busy="true" />
/** The class of the page, for what stands in its place. */
export const tradePageClass = styles.page
