import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classNames } from './classNames.tsx'

export type BadgeTone = 'plain' | 'up' | 'down' | 'brand' | 'warn' | 'danger'

/** Short label beside an item. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>{children}</span>
}
