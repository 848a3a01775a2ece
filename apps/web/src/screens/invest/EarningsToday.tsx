import { formatUsdt } from '@glasshouse/core/money/units'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Amount } from '../../components/holdings/Amount.tsx'
import { useHidden } from '../../components/holdings/hidden.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import orderStyles from './Orders.module.css'
import { useOrderSums } from './useOrders.ts'

/** Interest booked this midnight for yesterday, over all running orders; the way to my investments. */
export function EarningsToday() {
  const { t } = useTranslation('invest')
  const sums = useOrderSums()
  const figures = useFormatters()
  const hidden = useHidden()
  const isGain = !hidden && sums !== null && sums.yesterday > 0n
  return (
    <Link href={paths.history()} className={orderStyles.today}>
      {t('today.title')}{' '}
      <b className={isGain ? orderStyles.gainToday : orderStyles.todayAmount}>
        {sums === null ? (
          '—'
        ) : hidden ? (
          <Amount text={formatUsdt(sums.yesterday)} />
        ) : (
          figures.own(sums.yesterday, 'always')
        )}
      </b>
    </Link>
  )
}
