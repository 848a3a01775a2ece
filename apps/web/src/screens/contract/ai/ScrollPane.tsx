import { classNames } from '@glasshouse/ui/classNames'
import type { ReactNode } from 'react'
import styles from './AiPane.module.css'

/** Content of a tab that may be taller than the pane; the keyboard scrolls it too. */
export function ScrollPane({
  label,
  isPadded = false,
  children,
}: {
  label: string
  isPadded?: boolean
  children: ReactNode
}) {
  const look = classNames(styles.scroll, isPadded && styles.results)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={look} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
