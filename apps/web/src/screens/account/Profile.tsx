import type { UserInfo } from '@glasshouse/core/identity/wire'
import { Facts } from '@glasshouse/ui/Facts'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { useTranslation } from 'react-i18next'
import styles from './reading.module.css'

/** Who is signed in. */
export function Profile({ info }: { info: UserInfo | undefined }) {
  const { t } = useTranslation('account')
  const { t: shell } = useTranslation('shell')
  const referralCode = info ? String(info.uid) : ''
  const copy = () =>
    navigator.clipboard.writeText(referralCode).then(
      () => showToast({ title: shell('copied') }),
      () => showToast({ title: shell('copyFailed'), tone: 'danger' }),
    )
  if (!info)
    return (
      <section className={`${styles.pane} ${styles.inset}`} aria-busy="true">
        <Skeleton width="100%" height={120} />
      </section>
    )
  const name = info.username === '' ? info.email.replace(/@.*$/, '') : info.username
  return (
    <section className={`${styles.pane} ${styles.inset}`}>
      <div className={styles.who}>
        <span className={styles.face} aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <div>
          <h2 className={styles.name}>{name}</h2>
          <span className={styles.sub}>{t('mine.uid', { uid: info.uid })}</span>
        </div>
      </div>
      <Facts
        items={[
          { id: 'email', label: t('mine.email'), value: info.email },
          { id: 'phone', label: t('mine.phone'), value: info.utel },
          { id: 'credit', label: t('mine.credit'), value: info.creditscore },
          {
            id: 'code',
            label: t('mine.code'),
            value: (
              <span className={styles.copy}>
                {referralCode}
                <IconButton icon="copy" label={t('mine.copyCode')} small onClick={copy} />
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
