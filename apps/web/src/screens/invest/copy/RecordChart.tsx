import type { RecordPoint } from '@glasshouse/core/invest/copy/leads/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { useFormatters } from '../../../components/formatters.ts'
import { Panel } from '../../../components/page/Page.tsx'
import { Change } from '../../../components/record/Figures.tsx'
import { RecordCurve } from '../../../components/record/RecordCurve.tsx'
import { monthReturns, recordDays, worstFall } from '../../../components/record/recordDays.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import copyStyles from './Copy.module.css'

type Points = { points: readonly RecordPoint[] }

/** The index of the lead wallet since its first day, and below it the distance from its highest value. */
export function RecordChart({ points }: Points) {
  const { t } = useTranslation('leads')
  if (recordDays(points).length === 0)
    return (
      <Panel title={t('chart.title')}>
        <EmptyState icon="line" title={t('chart.none')} text={t('chart.noneText')} />
      </Panel>
    )
  return (
    <Panel title={t('chart.title')} beside={<span className={styles.caption}>{t('chart.text')}</span>}>
      <div className={copyStyles.body}>
        <RecordCurve points={points} />
        <Worst points={points} />
        <Months points={points} />
      </div>
    </Panel>
  )
}

/** The largest fall with its dates. */
function Worst({ points }: Points) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const worst = worstFall(points)
  if (worst === null) return null
  const words = {
    fall: figures.percent(worst.fall),
    from: figures.date(worst.fromMs),
    to: figures.date(worst.toMs),
  }
  return (
    <p className={styles.text}>
      {worst.madeUpMs === null
        ? t('chart.fallOpen', words)
        : t('chart.fallMadeUp', { ...words, day: figures.date(worst.madeUpMs) })}
    </p>
  )
}

/** The return of each month, newest last. */
function Months({ points }: Points) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  return (
    <dl className={copyStyles.months} aria-label={t('chart.months')}>
      {monthReturns(points).map(({ startMs, change }) => (
        <div key={startMs}>
          <dt>{figures.month(startMs)}</dt>
          <dd>
            <Change hundredths={change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
