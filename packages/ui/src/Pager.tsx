import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './Pager.module.css'

/** How many pages `total` rows fill; an empty list still has one. */
export const pagesOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The foot of a list: how much of it one sees, and the way to the rest. */
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
