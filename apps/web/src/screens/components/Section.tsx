import type { ReactNode } from 'react'
import styles from './Components.module.css'

/** Section of the gallery. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>
        {title}
        {note && <span>{note}</span>}
      </h2>
      {children}
    </section>
  )
}
