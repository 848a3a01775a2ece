import { classNames } from '@glasshouse/ui/classNames'
import { type ReactNode, useEffect } from 'react'
import styles from './ConsolePage.module.css'

/** A room of the console: its name, what is said beside it, its buttons, and what it holds. */
export function ConsolePage({
  title,
  note,
  acts,
  children,
}: {
  title: string
  note?: ReactNode
  acts?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Glasshouse console`
  }, [title])
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>{note}</p>
        {acts}
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** A part of a room with a heading of its own. */
export function Section({
  title,
  note,
  acts,
  children,
}: {
  title: string
  note?: ReactNode
  acts?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        <p>{note}</p>
        {acts}
      </div>
      {children}
    </section>
  )
}

/** A sentence about what a screen does. */
export function HelpText({ tone, children }: { tone?: 'warn'; children: ReactNode }) {
  return <p className={classNames(styles.hint, tone === 'warn' && styles.warn)}>{children}</p>
}
