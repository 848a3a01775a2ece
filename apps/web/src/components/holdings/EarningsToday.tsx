import { Link } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { useFormatters } from '../formatters.ts'
import { Amount } from './Amount.tsx'
import styles from './EarningsToday.module.css'
import { useHidden } from './hidden.ts'
import { useOrderSums } from './investOrders.ts'

/** Interest booked this midnight for yesterday, over all running orders; the way to my investments. */
export function EarningsToday() {
  const { t } = useTranslation('invest')
  const sums = useOrderSums()
  const figures = useFormatters()
  const hidden = useHidden()
  const isGain = !hidden && sums !== null && sums.yesterday > 0n
  return (
    <Link href={paths.history()} className={styles.today}>
      {t('today.title')}{' '}
      <b className={isGain ? styles.gainToday : styles.todayAmount}>
        {sums === null ? (
          '—'
        ) : hidden ? (
          <Amount amount={sums.yesterday} />
        ) : (
          figures.own(sums.yesterday, 'always')
        )}
      </b>
    </Link>
  )
}
