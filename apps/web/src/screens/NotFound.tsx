import { buttonClass } from '@glasshouse/ui/Button'
import { Link } from 'wouter'
import { MessagePage } from '../components/page/MessagePage.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { paths } from '../paths.ts'

/** Page for unknown addresses. */
export default function NotFound() {
  const { t } = useTranslation()
  return (
    <MessagePage
      icon="search"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Link href={paths.home()} className={buttonClass({ variant: 'primary', size: 'l' })}>
          {t('notFound.home')}
        </Link>
      }
    />
  )
}
