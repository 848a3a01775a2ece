import { Icon } from '@glasshouse/ui/Icon'
import { useQueryCall } from '../data/query.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './LedgerNotice.module.css'

/** Banner of every screen while a broken invariant of the ledger suspends new orders, transfers and withdrawals. */
export function LedgerNotice() {
  const { t } = useTranslation()
  const { data } = useQueryCall('/api/trust/status', {}, { everyMs: 60_000 })
  if (data === undefined || data.ledger.sound) return null
  return (
    <div className={styles.notice} role="status" data-notice>
      <Icon name="warning" />
      <span>{t('ledgerSuspended')}</span>
    </div>
  )
}
