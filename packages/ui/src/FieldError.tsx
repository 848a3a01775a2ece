import type { ReactNode } from 'react'
import styles from './FieldError.module.css'
import { Icon } from './Icon.tsx'

/** Why something was refused, in one sentence, with its mark; read out as it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.problem} role="alert">
      <Icon name="warning" size={14} />
      <span>{children}</span>
    </p>
  )
}
