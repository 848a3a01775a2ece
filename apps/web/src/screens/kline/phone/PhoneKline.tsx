import type { Market } from '@glasshouse/core/markets/codec'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { ChartPane } from '../../../components/chart/ChartPane.tsx'
import { noMarks } from '../../../components/chart/orderMarks.ts'
import { PhoneToolbar } from '../../../components/chart/PhoneToolbar.tsx'
import { MarketPage } from '../../../components/market/MarketPage.tsx'
import { PhoneMarketHeader } from '../../../components/market/phone/PhoneMarketHeader.tsx'
import { paths } from '../../../paths.ts'
import { RangePicker } from '../RangePicker.tsx'
import { useRange } from '../useRange.ts'
import styles from './PhoneKline.module.css'

/** Page content once the markets have loaded. */
function Screen({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const [, navigate] = useLocation()
  const { preferences, look, range, pick, spanMs } = useRange(market)
  // The drawing tools take two rows of a small chart, so they are hidden until requested.
  const [tools, setTools] = useState(false)
  const visiblePreferences = useMemo(() => ({ ...preferences, tools }), [preferences, tools])
  return (
    <div className={styles.page}>
      <PhoneMarketHeader
        back={paths.contract({ symbol: market.symbol })}
        market={market}
        markets={markets}
        onPick={(symbol) => navigate(paths.kline({ symbol }))}
      />
      <ChartPane
        market={market}
        preferences={visiblePreferences}
        change={look}
        own={noMarks}
        PhoneBar={PhoneToolbar}
        onPhoneTools={setTools}
        tip
        spanMs={spanMs}
      />
      <RangePicker range={range} onPick={pick} />
    </div>
  )
}

/** Phone layout of the full-page chart: the range is at the bottom edge. */
export default function PhoneKline() {
  return (
    <MarketPage className={styles.page} panes={<div aria-busy="true" />}>
      {(market, markets) => <Screen market={market} markets={markets} />}
    </MarketPage>
  )
}
