import { classNames } from '@glasshouse/ui/classNames'
import type { ReactNode } from 'react'
import { site } from '../../site.ts'
import { useTitle } from '../useTitle.ts'
import styles from './Page.module.css'
import { PhoneHead } from './PhoneHead.tsx'

/** Content page: heading above one column of panes; on a phone a title row with a back button. */
export function Page({
  title,
  lead,
  back,
  tools,
  wide = false,
  children,
}: {
  title: string
  /** Purpose of the page, one sentence. */
  lead?: ReactNode
  /** Target of the back button on a phone. */
  back: string
  /** Actions at the end of the heading line, desktop only. */
  tools?: ReactNode
  /** A broader column, for tables with many columns; desktop only. */
  wide?: boolean
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
    <div className={classNames(styles.page, wide && styles.wide)}>
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

/** Panel of a page. `inset` adds padding; tables are used without it. */
export function Panel({
  title,
  beside,
  inset = false,
  busy = false,
  className,
  children,
}: {
  title?: string
  /** Content at the end of the heading line. */
  beside?: ReactNode
  inset?: boolean
  /** The content is loading. */
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

/** Class name of a page heading used elsewhere. */
export const titleClass = styles.title
/** Class name of tabs at the top of a panel. */
export const paneTabsClass = styles.tabs
/** Class name of two columns: form and results. */
export const columnsClass = styles.columns
/** Class name of stacked panels. */
export const stackClass = styles.stack
