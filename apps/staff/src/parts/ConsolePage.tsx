import { classNames } from '@glasshouse/ui/classNames'
import { type ReactNode, useEffect } from 'react'
import styles from './ConsolePage.module.css'

/** Page of the console: title, note, buttons and content. */
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

/** Section of a page, with its own heading. */
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

/** Help text of a screen. */
export function HelpText({ tone, children }: { tone?: 'warn'; children: ReactNode }) {
  return <p className={classNames(styles.hint, tone === 'warn' && styles.warn)}>{children}</p>
}
