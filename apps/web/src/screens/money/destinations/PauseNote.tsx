import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Money.module.css'

/** Note before saving: a new destination pauses withdrawals. */
export function PauseNote({ kind }: { kind: 'bank' | 'address' }) {
  const { t } = useTranslation('money')
  return (
    <p className={`${styles.note} ${kind === 'address' ? styles.warn : ''}`}>
      {t(kind === 'bank' ? 'destination.bankPause' : 'destination.addressPause')}
    </p>
  )
}
