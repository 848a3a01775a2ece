import { type Column, Table, type TableTotal } from '@glasshouse/ui/Table'
import type { ReactNode } from 'react'
import type { QueryState } from '../../../data/query.ts'
import { listErrorOf } from '../../ListError.tsx'
import { ListPager } from '../../ListPager.tsx'
import styles from './Orders.module.css'

/** One page of orders: fixed heads, scrollable rows, and a pager. */
export function OrdersTable<Row extends { readonly order: { readonly id: number } }>({
  list,
  rows,
  caption,
  columns,
  empty,
  failed,
  chosen,
  detail,
  onRow,
  total = null,
  tight = false,
  page,
  pageSize,
  onPage,
}: {
  list: QueryState<readonly unknown[]> & { readonly total: number | undefined }
  rows: readonly Row[] | undefined
  caption: string
  columns: readonly Column<Row>[]
  empty: ReactNode
  /** Title of the load error, above the server's message. */
  failed: string
  /** Order with the open receipt. */
  chosen: number | null
  detail?: (row: Row) => ReactNode
  /** Called when a row is clicked beside its controls. */
  onRow?: (row: Row) => void
  total?: TableTotal | null
  /** Smaller row height for long lists. */
  tight?: boolean
  page: number
  pageSize: number
  onPage: (page: number) => void
}) {
  return (
    <>
      <div className={tight ? `${styles.scroll} ${styles.tight}` : styles.scroll}>
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ order }) => order.id}
          empty={empty}
          failed={listErrorOf(list, failed)}
          isChosen={({ order }) => order.id === chosen}
          {...(detail && { detail })}
          {...(onRow && { onRow })}
          total={total}
        />
      </div>
      {list.total !== undefined && list.total > (tight ? pageSize : 0) && (
        <div className={styles.pager}>
          <ListPager list={list} page={page} pageSize={pageSize} always onPage={onPage} />
        </div>
      )}
    </>
  )
}
