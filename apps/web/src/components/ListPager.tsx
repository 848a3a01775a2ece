import { Pager, pagesOf } from '@glasshouse/ui/Pager'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormatters } from './formatters.ts'

/** Footer of a paginated list with more than one page. */
export function ListPager({
  list,
  page,
  pageSize,
  always = false,
  onPage,
}: {
  list: { readonly data: readonly unknown[] | undefined; readonly total: number | undefined }
  page: number
  pageSize: number
  /** Also shown for a single page, if the total is of interest. */
  always?: boolean
  onPage: (page: number) => void
}) {
  const { t } = useTranslation()
  const figures = useFormatters()
  const total = list.total ?? 0
  if (list.data === undefined || total === 0 || (!always && total <= pageSize)) return null
  return (
    <Pager
      label={t('pages.label')}
      summary={t('pages.summary', { shown: figures.whole(list.data.length), total: figures.whole(total) })}
      page={page}
      pages={pagesOf(total, pageSize)}
      previous={t('pages.previous')}
      next={t('pages.next')}
      onPage={onPage}
    />
  )
}
