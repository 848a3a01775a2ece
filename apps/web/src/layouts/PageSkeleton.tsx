import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './PageSkeleton.module.css'

/** Empty panel while a screen loads, announced to screen readers. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.pane} aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}
