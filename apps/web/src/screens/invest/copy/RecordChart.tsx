import type { LeadDetail } from '@glasshouse/core/invest/copy/wire'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { useFormatters } from '../../../components/formatters.ts'
import { Panel } from '../../../components/page/Page.tsx'
import { Change } from '../../../components/record/Figures.tsx'
import { RecordCurve } from '../../../components/record/RecordCurve.tsx'
import { monthReturns, recordDays, worstFall } from '../../../components/record/recordDays.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import copyStyles from './Copy.module.css'

/** The index of the lead wallet since its first day, and below it the distance from its highest value. */
export function RecordChart({ lead }: { lead: LeadDetail }) {
  const { t } = useTranslation('leads')
  if (recordDays(lead).length === 0)
    return (
      <Panel title={t('chart.title')}>
        <EmptyState icon="line" title={t('chart.none')} text={t('chart.noneText')} />
      </Panel>
    )
  return (
    <Panel title={t('chart.title')} beside={<span className={styles.caption}>{t('chart.text')}</span>}>
      <div className={copyStyles.body}>
        <RecordCurve lead={lead} />
        <Worst lead={lead} />
        <Months lead={lead} />
      </div>
    </Panel>
  )
}

/** The largest fall with its dates. */
function Worst({ lead }: { lead: LeadDetail }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const worst = worstFall(lead)
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
function Months({ lead }: { lead: LeadDetail }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  return (
    <dl className={copyStyles.months} aria-label={t('chart.months')}>
      {monthReturns(lead).map(({ startMs, change }) => (
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
