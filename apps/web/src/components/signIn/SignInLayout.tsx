import { BrandRoof } from '@glasshouse/ui/BrandRoof'
import type { ReactNode } from 'react'
import styles from './SignInLayout.module.css'

/** The small house in which one signs in or registers. */
export function Entrance({
  title,
  lead,
  foot,
  children,
}: {
  title: string
  lead: string
  foot: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <div className={styles.house}>
        <BrandRoof height={44} />
        <section className={styles.pane}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <div className={styles.body}>{children}</div>
          <div className={styles.foot}>{foot}</div>
        </section>
      </div>
    </div>
  )
}

/** What exists only in practice mode: violet, and labelled so. */
export function PracticeNote({ children }: { children: ReactNode }) {
  return <aside className={styles.note}>{children}</aside>
}
