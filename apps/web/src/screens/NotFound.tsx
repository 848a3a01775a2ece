import { buttonClass } from '@glasshouse/ui/Button'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Link } from 'wouter'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useTitle } from '../parts/useTitle.ts'
import { paths } from '../paths.ts'
import styles from './note.module.css'

/** What an address leads to that no screen has. */
export default function NotFound() {
  const { t } = useTranslation()
  useTitle(t('notFound.title'))
  return (
    <div className={styles.page}>
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <StateNote
        icon="search"
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Link href={paths.home()} className={buttonClass()}>
            {t('notFound.home')}
          </Link>
        }
      />
    </div>
  )
}
