import { buttonClass } from '@glasshouse/ui/Button'
import type { IconName } from '@glasshouse/ui/Icon'
import { Link, useLocation } from 'wouter'
import { useTranslation } from '../i18n/useTranslation.ts'
import { NotePage } from '../parts/page/NotePage.tsx'
import { paths } from '../paths.ts'

/** The parts that open later, with the place each will have. */
const parts = {
  subscription: { icon: 'rows', path: paths.subscription() },
  project: { icon: 'leaf', path: paths.project() },
  loan: { icon: 'clock', path: paths.loan() },
  authentication: { icon: 'check', path: paths.authentication() },
} as const satisfies Readonly<Record<string, { icon: IconName; path: string }>>
type Part = keyof typeof parts

const partAt = (path: string): Part =>
  (Object.keys(parts) as Part[]).find((part) => parts[part].path === path) ?? 'subscription'

/** The honest page of a part that opens later: what it will be for, and that until then there is nothing to do. */
export default function NotOpen() {
  const { t } = useTranslation()
  const [path] = useLocation()
  const part = partAt(path)
  return (
    <NotePage
      icon={parts[part].icon}
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
