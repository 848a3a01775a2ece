import type { LeadDetail } from '@glasshouse/core/invest/copy/wire'
import { classNames } from '@glasshouse/ui/classNames'
import { useFormatters } from '../../../components/formatters.ts'
import { recordUnits } from '../../../components/record/percents.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './FollowerHistogram.module.css'

type Range = LeadDetail['result']['histogram'][number]

/** How many copy orders had which result, ended ones included; nothing where there was none. */
export function FollowerHistogram({ ranges }: { ranges: readonly Range[] }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const most = Math.max(0, ...ranges.map(({ orders }) => orders))
  if (most === 0) return null
  const percent = (bound: string): string => `${figures.plain(bound)}%`
  const nameOf = ({ from, to }: Range): string => {
    if (from === null) return t('histogram.below', { to: percent(to ?? '0') })
    if (to === null) return t('histogram.above', { from: percent(from) })
    return t('histogram.between', { from: percent(from), to: percent(to) })
  }
  return (
    <section className={styles.histogram} aria-label={t('histogram.title')}>
      <h3>{t('histogram.title')}</h3>
      <ol>
        {ranges.map((range) => (
          <li key={range.from ?? 'lowest'}>
            <span>{nameOf(range)}</span>
            <span className={styles.track} aria-hidden="true">
              <i
                className={classNames(recordUnits(range.from ?? '-1') < 0n && styles.lost)}
                style={{ width: `${(range.orders * 100) / most}%` }}
              />
            </span>
            <b>{figures.whole(range.orders)}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}
