import { useTranslation } from '../i18n/useTranslation.ts'
import { isPractice } from '../mode.ts'
import styles from './FootNotes.module.css'
import { useAbout } from './useAbout.ts'

/** Contact address of the operator; renders nothing without one. */
export function Contact() {
  const email = useAbout().data?.email
  if (!email) return null
  return (
    <a className={styles.email} href={`mailto:${email}`}>
      {email}
    </a>
  )
}

/** Risk notice of the operator, or the default one. */
export function RiskNotice() {
  const { t } = useTranslation('site')
  const about = useAbout()
  const operatorNotice = about.data?.riskNotice
  const plain = about.loading ? '' : t('foot.risk')
  return (
    <div className={styles.notice}>
      <h2>{t('foot.riskTitle')}</h2>
      <p>{operatorNotice || plain}</p>
      {isPractice && <p className={styles.practice}>{t('foot.practice')}</p>}
    </div>
  )
}
