import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'

/** Loan to value with the marks of the warning and of the settlement. */
export function LtvBar({
  ltv,
  dueLtv,
  call,
  liquidation,
}: {
  /** Percent with two decimals. */
  ltv: string
  /** The same on the due day, if nothing is repaid before; null where it is not stated. */
  dueLtv: string | null
  call: number
  liquidation: number
}) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const value = Number.parseFloat(ltv)
  const state = value >= liquidation ? 'danger' : value >= call ? 'warn' : 'good'
  return (
    <div className={styles.ltv}>
      <div className={styles.ltvHead}>
        <span>{t('ltv')}</span>
        <b>{figures.plain(ltv)}%</b>
      </div>
      {/* The heading says the figure; the bar is its picture. */}
      <div aria-hidden className={styles.bar} data-state={state}>
        <i style={{ width: `${Math.min(value, 100)}%` }} />
        {dueLtv !== null && (
          <u data-mark="due" style={{ left: `${Math.min(Number.parseFloat(dueLtv), 100)}%` }} />
        )}
        <u data-mark="warn" style={{ left: `${call}%` }} />
        <u data-mark="danger" style={{ left: `${liquidation}%` }} />
      </div>
      <small>
        {dueLtv !== null && <>{t('ltvDue', { ltv: figures.plain(dueLtv) })} </>}
        {t('ltvText', { call: figures.whole(call), liquidation: figures.whole(liquidation) })}
      </small>
    </div>
  )
}
