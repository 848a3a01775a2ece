import { formatDecimal } from '@glasshouse/core/money/units'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'

/** Percent for a drawing. */
const percentOf = (hundredths: bigint): number => Number.parseFloat(formatDecimal(hundredths, 2))

/** Loan to value with the marks of the warning and of the settlement. */
export function LtvBar({
  ltv,
  dueLtv,
  call,
  liquidation,
}: {
  /** Hundredths of a percent. */
  ltv: bigint
  /** The same on the due day, if nothing is repaid before; null where it is not stated. */
  dueLtv: bigint | null
  call: number
  liquidation: number
}) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const value = percentOf(ltv)
  const state = value >= liquidation ? 'danger' : value >= call ? 'warn' : 'good'
  return (
    <div className={styles.ltv}>
      <div className={styles.ltvHead}>
        <span>{t('ltv')}</span>
        <b>{figures.plain(formatDecimal(ltv, 2))}%</b>
      </div>
      {/* The heading says the figure; the bar is its picture. */}
      <div aria-hidden className={styles.bar} data-state={state}>
        <i style={{ width: `${Math.min(value, 100)}%` }} />
        {dueLtv !== null && <u data-mark="due" style={{ left: `${Math.min(percentOf(dueLtv), 100)}%` }} />}
        <u data-mark="warn" style={{ left: `${call}%` }} />
        <u data-mark="danger" style={{ left: `${liquidation}%` }} />
      </div>
      <small>
        {dueLtv !== null && <>{t('ltvDue', { ltv: figures.plain(formatDecimal(dueLtv, 2)) })} </>}
        {t('ltvText', { call: figures.whole(call), liquidation: figures.whole(liquidation) })}
      </small>
    </div>
  )
}
