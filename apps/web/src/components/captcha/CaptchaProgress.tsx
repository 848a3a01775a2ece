import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './CaptchaProgress.module.css'

/** One quiet line while the device does its work; the place is always there, so that screen readers hear it. */
export function CaptchaProgress({ on }: { on: boolean }) {
  const { t } = useTranslation('account')
  return (
    <span className={styles.line} role="status">
      {on && t('check.working')}
    </span>
  )
}
