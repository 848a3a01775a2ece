import { Icon, type IconName } from '@glasshouse/ui/Icon'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { useTitle } from '../useTitle.ts'
import styles from './MessagePage.module.css'
import { PhoneHead } from './PhoneHead.tsx'

/** Page with only a message and a link. */
export function MessagePage({
  icon,
  title,
  text,
  action,
}: {
  icon: IconName
  title: string
  text: string
  action: ReactNode
}) {
  useTitle(title)
  return (
    <>
      {site === 'phone' && <PhoneHead title={<b>Glasshouse</b>} back={paths.home()} />}
      <div className={styles.page}>
        <Icon name={icon} size={32} />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {action}
      </div>
    </>
  )
}
