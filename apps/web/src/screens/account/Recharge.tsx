import { Skeleton } from '@glasshouse/ui/Skeleton'
import { StateNote } from '@glasshouse/ui/StateNote'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../live/query.ts'
import { ListFailed } from '../../parts/ListFailed.tsx'
import { useSignedIn } from '../../parts/useSignedIn.ts'
import { useTitle } from '../../parts/useTitle.ts'
import { Deposits } from './Deposits.tsx'
import { PayForm } from './PayForm.tsx'
import styles from './reading.module.css'

/** Deposits: a channel and an amount on one side, what became of earlier ones on the other. */
export default function Recharge() {
  return useSignedIn() ? <Channels /> : null
}

function Channels() {
  const { t } = useTranslation('account')
  useTitle(t('recharge.title'))
  const channels = useCall('/api/pay/payChannel', {})
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.headText}>
          <h1 className={styles.title}>{t('recharge.title')}</h1>
          <p className={styles.lead}>{t('recharge.lead')}</p>
        </div>
      </header>
      <div className={styles.formFirst}>
        <section className={`${styles.pane} ${styles.inset}`}>
          {channels.data && channels.data.length > 0 ? (
            <PayForm channels={channels.data} />
          ) : channels.data ? (
            <StateNote icon="lock" title={t('recharge.noChannel')} text={t('recharge.noChannelText')} />
          ) : channels.error ? (
            <ListFailed list={channels} />
          ) : (
            <Skeleton width="100%" height={180} />
          )}
        </section>
        <Deposits />
      </div>
    </div>
  )
}
