import { classNames } from '@glasshouse/ui/classNames'
import type { ReactNode } from 'react'
import { PhoneHead } from '../../layouts/phone/PhoneHead.tsx'
import { site } from '../../layouts/site.ts'
import { useTitle } from '../useTitle.ts'
import styles from './Page.module.css'

/** A page one reads: its heading over one column of panes, on a phone the title row with the way back. */
export function Page({
  title,
  lead,
  back,
  tools,
  children,
}: {
  title: string
  /** What the page is for, in a sentence. */
  lead?: ReactNode
  /** Where the arrow of a phone leads. */
  back: string
  /** What can be done from here, at the end of the heading's line of the large site. */
  tools?: ReactNode
  children: ReactNode
}) {
  useTitle(title)
  if (site === 'phone')
    return (
      <>
        <PhoneHead title={<h1>{title}</h1>} back={back} />
        <div className={styles.page}>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </>
    )
  return (
    <div className={styles.page}>
      <header>
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {tools && <div className={styles.tools}>{tools}</div>}
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  )
}

/** A pane of a page; `inset` keeps its content off the edges, without it a table reaches them. */
export function Panel({
  title,
  beside,
  inset = false,
  busy = false,
  className,
  children,
}: {
  title?: string
  /** Stands at the end of the heading's line. */
  beside?: ReactNode
  inset?: boolean
  /** Its content is still on its way. */
  busy?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section
      className={classNames(styles.pane, inset && styles.inset, className)}
      aria-busy={busy || undefined}
    >
      {title && (
        <header className={styles.paneHead}>
          <h2 className={styles.paneTitle}>{title}</h2>
          {beside}
        </header>
      )}
      {children}
    </section>
  )
}

/** The class of a page's heading, where it does not stand over everything. */
export const titleClass = styles.title
/** The class of tabs at the top of a pane. */
export const paneTabsClass = styles.tabs
/** The class of two columns: what one does, and what came of it. */
export const columnsClass = styles.columns
/** The class of panes under each other. */
export const stackClass = styles.stack
