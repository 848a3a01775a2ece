import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './CaptchaProgress.module.css'

/** Status line while the captcha is being solved. Always rendered, because it is a live region. */
export function CaptchaProgress({ on }: { on: boolean }) {
  const { t } = useTranslation('account')
  return (
    <span className={styles.line} role="status">
      {on && t('check.working')}
    </span>
  )
}
