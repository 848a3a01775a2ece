import type { ReactNode } from 'react'
import styles from './Workshop.module.css'

/** Section of the workshop. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title}
        {note && <span>{note}</span>}
      </h2>
      {children}
    </section>
  )
}
