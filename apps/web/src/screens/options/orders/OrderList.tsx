import type { MarketRow } from '@glasshouse/core/markets/wire'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { failedList } from '../../../parts/ListFailed.tsx'
import { ListPager } from '../../../parts/ListPager.tsx'
import { columnsOf } from './columns.tsx'
import styles from './Orders.module.css'
import { type OrderTab, type Shown, usePage } from './usePage.ts'

function Empty({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation('options')
  const settled = tab === 'settled'
  return (
    <StateNote
      icon="orders"
      title={t(settled ? 'orders.noSettled' : 'orders.none')}
      text={t(settled ? 'orders.noSettledText' : 'orders.noneText')}
    />
  )
}

/** The rows of one tab, page by page. */
export function OrderList({
  shown,
  markets,
  receiptOf,
  onPage,
  onFocus,
  onReceipt,
}: {
  shown: Shown
  markets: readonly MarketRow[]
  receiptOf: number | null
  onPage: (page: number) => void
  onFocus: (order: OptionOrderRow) => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const { list, rows, pageSize } = usePage(shown, markets)
  const columns = useMemo(() => columnsOf(t, { onFocus, onReceipt }), [t, onFocus, onReceipt])
  return (
    <>
      <div className={styles.scroll}>
        <Table
          caption={t('orders.list', { tab: t(`orders.${shown.tab}`) })}
          columns={columns}
          rows={rows}
          rowKey={({ order }) => order.id}
          empty={<Empty tab={shown.tab} />}
          failed={failedList(list, t('orders.failed'))}
          isChosen={({ order }) => order.id === receiptOf}
        />
      </div>
      {list.total !== undefined && list.total > pageSize && (
        <div className={styles.pager}>
          <ListPager list={list} page={shown.page} pageSize={pageSize} onPage={onPage} />
        </div>
      )}
    </>
  )
}
