import { buttonClass } from '@glasshouse/ui/Button'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Link } from 'wouter'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useTitle } from '../parts/useTitle.ts'
import { paths } from '../paths.ts'
import styles from './note.module.css'

/** The honest page behind every place that is not built yet. */
export default function NotOpen() {
  const { t } = useTranslation()
  useTitle(t('notOpen.title'))
  return (
    <div className={styles.page}>
      <h1 className="sr-only">{t('notOpen.title')}</h1>
      <StateNote
        icon="house"
        title={t('notOpen.title')}
        text={t('notOpen.text')}
        action={
          <Link href={paths.contract()} className={buttonClass()}>
            {t('notOpen.toContract')}
          </Link>
        }
      />
    </div>
  )
}
