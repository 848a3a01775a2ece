import type { ReactNode } from 'react'
import styles from './Toggle.module.css'

/** Switch that takes effect at once. */
export function Toggle({
  on,
  onChange,
  children,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className={styles.toggle}
      onClick={() => onChange(!on)}
    >
      <span className={styles.track} />
      <span>{children}</span>
    </button>
  )
}
