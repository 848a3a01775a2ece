import { equityFromWire } from '@glasshouse/core/performance/codec'
import { runningResult } from '@glasshouse/core/performance/rules'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { Curve } from '../../components/curve/Curve.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { curveDay } from './curveDay.ts'
import styles from './Transaction.module.css'

const ranges = [7, 30, 120, 366] as const

/** What contracts and options added up to since a day, from the ledger; deposits and transfers are left out. */
export function ResultCurve() {
  const { t } = useTranslation('transaction')
  const [range, setRange] = useState<(typeof ranges)[number]>(30)
  return (
    <section className={styles.picture} aria-label={t('curve.title')}>
      <header className={styles.pictureHead}>
        <h2>{t('curve.title')}</h2>
        <SegmentedControl
          className={styles.ranges}
          label={t('curve.range')}
          options={ranges.map((days) => ({
            value: days,
            label: (days === 366 ? t('curve.year') : t('curve.days', { n: days })).replaceAll(' ', '\u00a0'),
          }))}
          value={range}
          onChange={setRange}
        />
      </header>
      <p className={styles.small}>{t('curve.text')}</p>
      <Line range={range} />
    </section>
  )
}

function Line({ range }: { range: number }) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const equity = useDecodedCall('/api/performance/equity', { days: range }, equityFromWire)
  const days = equity.data
  if (days === undefined)
    return equity.error ? <ListError list={equity} /> : <Skeleton width="100%" height={240} />
  if (days.every(({ result }) => result === 0n))
    return <EmptyState icon="line" title={t('curve.none')} text={t('curve.noneText')} />
  const points = runningResult(days.map(({ result }) => result))
  const words = (at: number) => curveDay(figures, days[at], points[at]?.value ?? 0n)
  return (
    <Curve
      label={t('curve.day')}
      days={points.map(({ value, drawdown }, at) => ({ startMs: days[at]?.startMs ?? 0, value, drawdown }))}
      mark={(value) => figures.amount(value, 'truncate', 2)}
      day={figures.day}
      note={(at) => {
        const { day, sum, change, fees } = words(at)
        return (
          <>
            {day} · <b>{sum}</b> · {t('curve.change', { change, fees })}
          </>
        )
      }}
      sentence={(at) => t('curve.sentence', words(at))}
    />
  )
}
