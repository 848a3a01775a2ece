import type { Rate } from '@glasshouse/core/invest/rules'
import { Tooltip } from '@glasshouse/ui/Tooltip'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type Cycle, ratePercent, yearlyFigures } from './cycles.ts'
import styles from './Invest.module.css'

/** Returns a formatter of a rate as percent with all its decimals. */
export const useRateText = (): ((rate: Rate) => string) => {
  const figures = useFormatters()
  return (rate) => `${figures.plain(ratePercent(rate))}%`
}

/** Rate of a cycle for the period and its three yearly figures, each with its formula. */
export function Rates({ cycle }: { cycle: Cycle }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rate = useRateText()(cycle.rate)
  const days = figures.whole(cycle.days)
  const yearly = yearlyFigures(cycle)
  const rows = [
    { id: 'annual' as const, formula: t('rates.annualRule', { rate, days }) },
    { id: 'apr' as const, formula: t('rates.aprRule', { rate, days }) },
    {
      id: 'apy' as const,
      formula: t(cycle.method === 'fixed' ? 'rates.apyFixed' : 'rates.apyCompound', { rate, days }),
    },
  ]
  return (
    <dl className={styles.rates} aria-label={t('rates.title')}>
      <div className={styles.main}>
        <dt>{t('rates.period')}</dt>
        <dd>{rate}</dd>
      </div>
      {rows.map(({ id, formula }) => (
        <div key={id}>
          <dt>{t(`rates.${id}`)}</dt>
          <dd>
            <Tooltip tip={formula} focusable>
              {figures.percent(yearly[id])}
            </Tooltip>
          </dd>
        </div>
      ))}
    </dl>
  )
}
