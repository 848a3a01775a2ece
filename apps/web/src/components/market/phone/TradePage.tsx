import type { Market } from '@glasshouse/core/markets/codec'
import type { ReactNode } from 'react'
import { MarketPage } from '../MarketPage.tsx'
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

const skeleton = <div className={styles.page} data-raised="false" aria-busy="true" />

/** Market page for the address, with placeholders while loading. */
export function PhoneTradeMarket({
  children,
}: {
  children: (market: Market, markets: readonly Market[]) => ReactNode
}) {
  return (
    <MarketPage className={styles.page} panes={skeleton}>
      {children}
    </MarketPage>
  )
}
