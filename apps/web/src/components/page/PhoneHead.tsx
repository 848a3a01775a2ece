import { IconButton } from '@glasshouse/ui/IconButton'
import { PracticeBadge } from '@glasshouse/ui/PracticeBadge'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import styles from './PhoneHead.module.css'

/** Title row of a phone screen: title, practice badge, and at most two buttons. */
export function PhoneHead({
  title,
  back,
  children,
}: {
  title: ReactNode
  /** Target of the back button; no button if omitted. */
  back?: string
  /** Icon buttons at the end of the row. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  return (
    <header className={styles.head}>
      {back !== undefined && (
        <IconButton icon="left" iconSize={20} label={t('back')} onClick={() => navigate(back)} />
      )}
      <div className={styles.title}>{title}</div>
      {isPractice && <PracticeBadge text={t('practice.badge')} explanation={t('practice.explanation')} />}
      {children}
    </header>
  )
}
