import { buttonClass } from '@glasshouse/ui/Button'
import type { IconName } from '@glasshouse/ui/Icon'
import { Link, useLocation } from 'wouter'
import { MessagePage } from '../components/page/MessagePage.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { paths, type Unopened, unopened } from '../paths.ts'

const icons: Readonly<Record<Unopened, IconName>> = {
  subscription: 'rows',
}

const partAt = (path: string): Unopened => unopened.find((part) => paths[part]() === path) ?? unopened[0]

/** Page of a section that is not open yet. */
export default function ComingSoon() {
  const { t } = useTranslation()
  const [path] = useLocation()
  const part = partAt(path)
  return (
    <MessagePage
      icon={icons[part]}
      title={t(`notOpen.${part}.title`)}
      text={t(`notOpen.${part}.text`)}
      action={
        <Link href={paths.contract()} className={buttonClass({ variant: 'primary', size: 'l' })}>
          {t('notOpen.toContract')}
        </Link>
      }
    />
  )
}
