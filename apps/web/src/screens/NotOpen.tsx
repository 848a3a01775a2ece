import { buttonClass } from '@glasshouse/ui/Button'
import { Link } from 'wouter'
import { useTranslation } from '../i18n/useTranslation.ts'
import { NotePage } from '../parts/page/NotePage.tsx'
import { paths } from '../paths.ts'

/** The honest page behind every place that is not built yet. */
export default function NotOpen() {
  const { t } = useTranslation()
  return (
    <NotePage
      icon="house"
      title={t('notOpen.title')}
      text={t('notOpen.text')}
      action={
        <Link href={paths.contract()} className={buttonClass({ variant: 'primary', size: 'l' })}>
          {t('notOpen.toContract')}
        </Link>
      }
    />
  )
}
