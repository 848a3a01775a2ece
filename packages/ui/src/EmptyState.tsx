import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** Placeholder of a list: why it is empty or failed to load, and what to do next. */
export function EmptyState({
  icon,
  tone = 'plain',
  title,
  text,
  action,
}: {
  icon: IconName
  tone?: 'plain' | 'warn'
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div
      className={classNames(styles.note, tone === 'warn' && styles.warn)}
      role={tone === 'warn' ? 'alert' : undefined}
    >
      <Icon name={icon} size={20} />
      <b className={styles.title}>{title}</b>
      {text && <span className={styles.text}>{text}</span>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
