import type { Market } from '@glasshouse/core/markets/codec'
import { type ChartInterval, chartIntervals } from '@glasshouse/core/markets/intervals'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import type { OrderMarks } from '../../../components/chart/orderMarks.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { site } from '../../../site.ts'
import styles from './TickChart.module.css'
import TickChart from './TickChart.tsx'

/** Tick chart with the intervals of the candles, which it gives way to. */
export default function TickPane({
  market,
  own,
  running,
  onInterval,
}: {
  market: Market
  own: OrderMarks
  running: OptionOrder | undefined
  onInterval: (interval: ChartInterval) => void
}) {
  const { t } = useTranslation('chart')
  return (
    <section className={styles.pane} aria-label={t('ticksOf', { symbol: market.symbol })}>
      <div className={styles.tools}>
        <SegmentedControl
          label={t('interval')}
          look={site === 'phone' ? 'underline' : 'chips'}
          options={[
            { value: 'ticks', label: t('ticks') },
            ...chartIntervals.map((interval) => ({ value: interval, label: interval })),
          ]}
          value="ticks"
          onChange={(chosen) => {
            const interval = chartIntervals.find((known) => known === chosen)
            if (interval !== undefined) onInterval(interval)
          }}
        />
        {site === 'desktop' && <span className={styles.zone}>UTC+1</span>}
      </div>
      <TickChart market={market} own={own} running={running} />
    </section>
  )
}
