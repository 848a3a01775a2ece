import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { serverNow } from '../../live/clock.ts'
import { useCall } from '../../live/query.ts'
import { ChartPane } from '../../parts/chart/ChartPane.tsx'
import { nothingOwn } from '../../parts/chart/own.ts'
import type { Preferences } from '../../parts/chart/preferences.ts'
import { intervalFor } from '../../parts/chart/span.ts'
import { usePreferences } from '../../parts/chart/usePreferences.ts'
import { MarketPage } from '../../parts/market/MarketPage.tsx'
import { PriceTitle } from '../../parts/market/PriceTitle.tsx'
import { Strip } from '../../parts/market/Strip.tsx'
import { paths } from '../../paths.ts'
import styles from './Kline.module.css'
import { RangePicker } from './RangePicker.tsx'
import { type Range, secondsOf } from './range.ts'

/** As far back as the market's days reach, in seconds; null while unknown. */
const useWhole = (market: MarketRow): number | null => {
  const days = useCall('/api/market/kline', { pid: market.pid, interval: '1d', limit: 1000 })
  const first = days.data?.[0]
  return first ? Math.max(3600, Math.round(serverNow() / 1000) - first.time) : null
}

/** The whole page once the markets are known. */
function Screen({ market, markets }: { market: MarketRow; markets: readonly MarketRow[] }) {
  const [, navigate] = useLocation()
  const [preferences, change] = usePreferences('kline')
  const [range, setRange] = useState<Range | null>(null)
  const whole = useWhole(market)
  const seconds = range === null ? null : secondsOf(range, whole)
  const pick = (next: Range): void => {
    setRange(next)
    const span = secondsOf(next, whole)
    if (span !== null) change({ interval: intervalFor(span, preferences.interval) })
  }
  const look = (part: Partial<Preferences>): void => {
    // Another candle length asks for the usual number of them.
    if (part.interval !== undefined) setRange(null)
    change(part)
  }
  return (
    <div className={styles.page}>
      <PriceTitle market={market} />
      <Strip market={market} markets={markets} onPick={(symbol) => navigate(paths.kline({ symbol }))} />
      <RangePicker range={range} onPick={pick} />
      <ChartPane
        market={market}
        preferences={preferences}
        change={look}
        own={nothingOwn}
        tip
        spanMs={seconds === null ? null : seconds * 1000}
      />
    </div>
  )
}

/** The candlestick screen: one market's chart as large as the page, with a range to look back over. */
export default function Kline() {
  return (
    <MarketPage className={styles.page} panes={<div className={styles.pane} aria-busy="true" />}>
      {(market, markets) => <Screen market={market} markets={markets} />}
    </MarketPage>
  )
}
