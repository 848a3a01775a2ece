import type { ReactNode } from 'react'
import styles from './ListRow.module.css'

/** The class of a list of rows: a bar between each two. */
export const listRowsClass = styles.list
/** The class of a row of two lines, for whatever holds it: a list item, a link, a button. */
export const listRowClass = styles.row

/** What a row of two lines says: words at the left, figures at the right, a quieter line under each. */
export function ListRow({
  mark,
  title,
  text,
  middle,
  value,
  note,
  after,
}: {
  /** A small drawing before the words. */
  mark?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** A picture between words and figures. */
  middle?: ReactNode
  value: ReactNode
  note?: ReactNode
  /** A small drawing behind the figures. */
  after?: ReactNode
}) {
  return (
    <>
      {mark}
      <span className={styles.words}>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      {middle}
      <span className={middle ? `${styles.figures} ${styles.column}` : styles.figures}>
        <b>{value}</b>
        <small>{note}</small>
      </span>
      {after}
    </>
  )
}
