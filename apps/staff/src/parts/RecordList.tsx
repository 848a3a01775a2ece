import type { ComponentProps } from 'react'
import type { RecordPages } from '../data/useRecordPages.ts'
import { DataTable } from './DataTable.tsx'
import { ListPager } from './ListPager.tsx'

/** Records of one call: loaded, loading (`data` undefined) or failed; with pages if the server pages them. */
export type Records<Row> = {
  readonly data: readonly Row[] | undefined
  readonly problem: string | null
  readonly reload: () => void
  readonly pages?: RecordPages
}

/** List of records of the server, with its load error and its pages. */
export function RecordList<Row>({
  list: { data, problem, reload, pages },
  pagesLabel,
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, 'rows' | 'problem' | 'onRetry' | 'foot'> & {
  list: Records<Row>
  /** Name of the page buttons, for a list with pages. */
  pagesLabel?: string
}) {
  return (
    <DataTable<Row>
      {...table}
      rows={data}
      problem={problem}
      onRetry={reload}
      foot={pages && <ListPager label={pagesLabel ?? 'Pages'} {...pages} />}
    />
  )
}
