import { usdt } from '@glasshouse/core/money/units'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Amount } from '../../components/holdings/Amount.tsx'
import { useHidden } from '../../components/holdings/hidden.ts'
import { useInvestSummary } from '../../components/holdings/investSummary.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import orderStyles from './Orders.module.css'

/** Interest booked this midnight for yesterday, over all running orders; the way to my investments. */
export function EarningsToday() {
  const { t } = useTranslation('invest')
  const { data } = useInvestSummary()
  const figures = useFormatters()
  const hidden = useHidden()
  const isGain = !hidden && data !== undefined && usdt(data.yesterday) > 0n
  return (
    <Link href={paths.history()} className={orderStyles.today}>
      {t('today.title')}{' '}
      <b className={isGain ? orderStyles.gainToday : orderStyles.todayAmount}>
        {data === undefined ? (
          '—'
        ) : hidden ? (
          <Amount text={data.yesterday} />
        ) : (
          figures.own(usdt(data.yesterday), 'always')
        )}
      </b>
    </Link>
  )
}
