import type { Market } from '@glasshouse/core/markets/codec'
import { useLocation } from 'wouter'
import { ChartPane } from '../../components/chart/ChartPane.tsx'
import { noMarks } from '../../components/chart/orderMarks.ts'
import { MarketHeader } from '../../components/market/MarketHeader.tsx'
import { MarketPage } from '../../components/market/MarketPage.tsx'
import { PriceTitle } from '../../components/market/PriceTitle.tsx'
import { paths } from '../../paths.ts'
import styles from './Kline.module.css'
import { RangePicker } from './RangePicker.tsx'
import { useRange } from './useRange.ts'

/** Page content once the markets have loaded. */
function Screen({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const [, navigate] = useLocation()
  const { preferences, look, range, pick, spanMs } = useRange(market)
  return (
    <div className={styles.page}>
      <PriceTitle market={market} />
      <MarketHeader
        market={market}
        markets={markets}
        onPick={(symbol) => navigate(paths.kline({ symbol }))}
      />
      <RangePicker range={range} onPick={pick} />
      <ChartPane market={market} preferences={preferences} change={look} own={noMarks} tip spanMs={spanMs} />
    </div>
  )
}

/** Full-page chart of one market with a time range. */
export default function Kline() {
  return (
    <MarketPage className={styles.page} panes={<div className={styles.pane} aria-busy="true" />}>
      {(market, markets) => <Screen market={market} markets={markets} />}
    </MarketPage>
  )
}
