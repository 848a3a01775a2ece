import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'

/** Shown for an unknown product. */
export function NoProduct() {
  const { t } = useTranslation('invest')
  return (
    <EmptyState
      icon="leaf"
      title={t('notFound')}
      text={t('notFoundText')}
      action={
        <Link href={paths.project()} className={buttonClass()}>
          {t('toProducts')}
        </Link>
      }
    />
  )
}
