import { Pager, pagesOf } from '@glasshouse/ui/Pager'
import { wholeText } from '../formatters.ts'

/** Footer of a paginated list: total and page buttons. */
export function ListPager({
  label,
  total,
  page,
  pageSize,
  onPage,
}: {
  label: string
  total: number | undefined
  page: number
  pageSize: number
  onPage: (page: number) => void
}) {
  if (total === undefined || total === 0) return null
  const first = (page - 1) * pageSize + 1
  return (
    <Pager
      label={label}
      summary={`${wholeText(first)} to ${wholeText(Math.min(total, page * pageSize))} of ${wholeText(total)}`}
      page={page}
      pages={pagesOf(total, pageSize)}
      previous="Previous page"
      next="Next page"
      onPage={onPage}
    />
  )
}
