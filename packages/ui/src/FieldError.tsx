import type { ReactNode } from 'react'
import styles from './FieldError.module.css'
import { Icon } from './Icon.tsx'

/** Error message with an icon. Screen readers announce it when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.problem} role="alert">
      <Icon name="warning" size={14} />
      <span>{children}</span>
    </p>
  )
}
