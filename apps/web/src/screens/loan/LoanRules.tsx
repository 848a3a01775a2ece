import type { LoanTerms } from '@glasshouse/core/loans/codec'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'

/** What is pledged, when a customer is warned, and when orders are redeemed. */
export function LoanRules({ terms }: { terms: LoanTerms }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const hours = figures.whole(terms.graceHours)
  const liquidation = figures.whole(terms.liquidationPercent)
  return (
    <ul className={styles.rules}>
      <li>{t('rule.pledge')}</li>
      <li>{t('rule.warn', { call: figures.whole(terms.callPercent) })}</li>
      <li>{t('rule.seize', { liquidation, hours })}</li>
      <li>{t('rule.surplus')}</li>
    </ul>
  )
}
