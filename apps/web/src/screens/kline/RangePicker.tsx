import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Kline.module.css'
import { type Range, type RangeUnit, rangeCounts } from './range.ts'

/** Selects the time range of the chart: a number of hours or days, or all. */
export function RangePicker({ range, onPick }: { range: Range | null; onPick: (range: Range) => void }) {
  const { t } = useTranslation('chart')
  const figures = useFormatters()
  const [unit, setUnit] = useState<RangeUnit>('hours')
  const value = range === null ? '' : range === 'all' ? 'all' : String(range.count)
  return (
    <div className={styles.ranges}>
      <span className={styles.label}>{t('range.label')}</span>
      <SegmentedControl
        label={t('range.label')}
        look="chips"
        options={[
          ...rangeCounts.map((count) => ({ value: String(count), label: figures.whole(count) })),
          { value: 'all', label: t('range.all') },
        ]}
        value={value}
        onChange={(chosen) => {
          const count = rangeCounts.find((value) => String(value) === chosen)
          onPick(count === undefined ? 'all' : { count, unit })
        }}
      />
      <SegmentedControl
        label={t('range.unit')}
        look="underline"
        options={[
          { value: 'hours', label: t('range.hours') },
          { value: 'days', label: t('range.days') },
        ]}
        value={unit}
        onChange={(next) => {
          setUnit(next)
          if (range !== null && range !== 'all') onPick({ count: range.count, unit: next })
        }}
      />
    </div>
  )
}
