import type { ReactNode } from 'react'
import styles from './Toggle.module.css'

/** Switch that takes effect at once. */
export function Toggle({
  on,
  onChange,
  disabled,
  children,
}: {
  on: boolean
  onChange: (on: boolean) => void
  /** It shows its state and cannot be changed. */
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      disabled={disabled}
      className={styles.toggle}
      onClick={() => onChange(!on)}
    >
      <span className={styles.track} />
      <span>{children}</span>
    </button>
  )
}
