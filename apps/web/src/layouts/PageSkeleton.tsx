import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './PageSkeleton.module.css'

/** An empty pane while a screen arrives; it says so to a screen reader. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.pane} aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}
