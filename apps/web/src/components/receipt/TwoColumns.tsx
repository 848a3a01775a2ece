import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Receipt.module.css'

/** Cause of an event on the left, recalculation on the right. */
export function TwoColumns({
  title,
  facts,
  children,
}: {
  title: string
  facts: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('evidence')
  return (
    <>
      <div className={styles.half}>
        <h3>{title}</h3>
        {facts}
      </div>
      <div className={styles.half}>
        <h3>{t('receipt.again')}</h3>
        {children}
      </div>
    </>
  )
}
