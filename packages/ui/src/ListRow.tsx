import type { ReactNode } from 'react'
import styles from './ListRow.module.css'

/** Class name of a list of rows, with a line between two rows. */
export const listRowsClass = styles.list
/** Class name of a two-line row, for its container: a list item, a link or a button. */
export const listRowClass = styles.row

/** Content of a two-line row: text on the left, figures on the right, a secondary line below each. */
export function ListRow({
  mark,
  title,
  text,
  middle,
  value,
  note,
  after,
}: {
  /** Small graphic before the text. */
  mark?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** Graphic between text and figures. */
  middle?: ReactNode
  value: ReactNode
  note?: ReactNode
  /** Small graphic after the figures. */
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
