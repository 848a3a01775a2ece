import type { ResultRange } from '@glasshouse/core/invest/copy/lead'
import { formatFraction } from '@glasshouse/core/invest/copy/leads/figures/codec'
import type { Fraction } from '@glasshouse/core/invest/copy/record'
import { classNames } from '@glasshouse/ui/classNames'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './FollowerHistogram.module.css'

/** How many copy orders had which result, ended ones included; nothing where there was none. */
export function FollowerHistogram({ ranges }: { ranges: readonly ResultRange[] }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const most = Math.max(0, ...ranges.map(({ orders }) => orders))
  if (most === 0) return null
  const percent = (bound: Fraction): string => `${figures.plain(formatFraction(bound))}%`
  const nameOf = ({ from, to }: ResultRange): string => {
    if (from === null) return to === null ? '' : t('histogram.below', { to: percent(to) })
    if (to === null) return t('histogram.above', { from: percent(from) })
    return t('histogram.between', { from: percent(from), to: percent(to) })
  }
  return (
    <section className={styles.histogram} aria-label={t('histogram.title')}>
      <h3>{t('histogram.title')}</h3>
      <ol>
        {ranges.map((range) => (
          <li key={String(range.from)}>
            <span>{nameOf(range)}</span>
            <span className={styles.track} aria-hidden="true">
              <i
                className={classNames((range.from === null || range.from < 0n) && styles.lost)}
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
