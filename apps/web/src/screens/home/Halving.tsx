import { BrandRoof } from '@glasshouse/ui/BrandRoof'
import { useFormatters } from '../../components/formatters.ts'
import { useQueryCall } from '../../data/query.ts'
import { useServerNow } from '../../data/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { parseInstant, type TimeLeft, timeUntil } from './countdown.ts'
import styles from './Halving.module.css'

const key = 'wp_btc_halve_time'
const units = ['days', 'hours', 'minutes', 'seconds'] as const satisfies readonly (keyof TimeLeft)[]

/** Countdown to the next halving, if the operator has set its date. */
export function Halving() {
  const keys = useQueryCall('/api/common/getKeys', { keys: key })
  const instant = parseInstant(keys.data?.[key])
  if (keys.loading) return <Panel instant={null} left={null} />
  return instant === null ? null : <Running instant={instant} />
}

function Running({ instant }: { instant: number }) {
  const left = timeUntil(instant, useServerNow(1000))
  return left && <Panel instant={instant} left={left} />
}

function Panel({ instant, left }: { instant: number | null; left: TimeLeft | null }) {
  const { t } = useTranslation('home')
  const figures = useFormatters()
  return (
    <section className={styles.halving} aria-busy={left === null || undefined}>
      <h2 className={styles.title}>{t('halving.title')}</h2>
      <p className={styles.quiet}>
        {t('halving.estimate')}
        {instant !== null && `, ${figures.month(instant)}`}
      </p>
      <BrandRoof className={styles.roof} />
      <div className={styles.cells} role="timer" aria-label={t('halving.title')}>
        {units.map((unit) => (
          <div key={unit} className={styles.cell}>
            <b>{left === null ? '—' : String(left[unit]).padStart(unit === 'days' ? 1 : 2, '0')}</b>
            <span>{t(`halving.${unit}`)}</span>
          </div>
        ))}
      </div>
    </section>
  )
}
