import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './Pager.module.css'

/** Number of pages of `total` rows; an empty list has one page. */
export const pagesOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** Footer of a list: the visible range and buttons for other pages. */
export function Pager({
  label,
  summary,
  page,
  pages,
  previous,
  next,
  onPage,
}: {
  label: string
  summary: ReactNode
  page: number
  pages: number
  previous: string
  next: string
  onPage: (page: number) => void
}) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.summary}>{summary}</span>
      {pages > 1 && (
        <>
          <IconButton
            icon="left"
            label={previous}
            small
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <span className={styles.page} aria-current="page">
            {page}
          </span>
          <IconButton
            icon="right"
            label={next}
            small
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </>
      )}
    </nav>
  )
}
