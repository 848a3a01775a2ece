import { Gable } from '@glasshouse/ui/Gable'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../data/query.ts'
import { useServerNow } from '../../data/time.ts'
import { useFigures } from '../../components/formatters.ts'
import { instantOf, type Left, leftUntil } from './countdown.ts'
import styles from './Halving.module.css'

const key = 'wp_btc_halve_time'
const units = ['days', 'hours', 'minutes', 'seconds'] as const satisfies readonly (keyof Left)[]

/** How long it is until the next halving, where the operator named its day. */
export function Halving() {
  const keys = useCall('/api/common/getKeys', { keys: key })
  const instant = instantOf(keys.data?.[key])
  if (keys.loading) return <Pane instant={null} left={null} />
  return instant === null ? null : <Running instant={instant} />
}

function Running({ instant }: { instant: number }) {
  const left = leftUntil(instant, useServerNow(1000))
  return left && <Pane instant={instant} left={left} />
}

function Pane({ instant, left }: { instant: number | null; left: Left | null }) {
  const { t } = useTranslation('home')
  const figures = useFigures()
  return (
    <section className={styles.halving} aria-busy={left === null || undefined}>
      <h2 className={styles.title}>{t('halving.title')}</h2>
      <p className={styles.quiet}>
        {t('halving.estimate')}
        {instant !== null && `, ${figures.month(instant)}`}
      </p>
      <Gable className={styles.roof} />
      <div className={styles.cells} role="timer" aria-label={t('halving.title')}>
        {units.map((unit) => (
          <div key={unit} className={styles.cell}>
            <b>{left === null ? '–' : String(left[unit]).padStart(unit === 'days' ? 1 : 2, '0')}</b>
            <span>{t(`halving.${unit}`)}</span>
          </div>
        ))}
      </div>
    </section>
  )
}
