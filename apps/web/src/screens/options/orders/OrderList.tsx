import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { useMemo } from 'react'
import { OrdersTable } from '../../../components/market/orders/OrdersTable.tsx'
import { columnsOf } from '../../../components/option/columns.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { type ListPosition, type OrderTab, usePage } from './usePage.ts'

function Empty({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation('options')
  const settled = tab === 'settled'
  return (
    <EmptyState
      icon="orders"
      title={t(settled ? 'orders.noSettled' : 'orders.none')}
      text={t(settled ? 'orders.noSettledText' : 'orders.noneText')}
    />
  )
}

/** Rows of one tab, with pages. */
export function OrderList({
  shown,
  markets,
  receiptOf,
  onPage,
  onFocus,
  onReceipt,
}: {
  shown: ListPosition
  markets: readonly Market[]
  receiptOf: number | null
  onPage: (page: number) => void
  onFocus: (order: OptionOrder) => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const { list, rows, pageSize } = usePage(shown, markets)
  const columns = useMemo(() => columnsOf(t, { onFocus, onReceipt }), [t, onFocus, onReceipt])
  return (
    <OrdersTable
      list={list}
      rows={rows}
      caption={t('orders.list', { tab: t(`orders.${shown.tab}`) })}
      columns={columns}
      empty={<Empty tab={shown.tab} />}
      failed={t('orders.failed')}
      chosen={receiptOf}
      tight
      page={shown.page}
      pageSize={pageSize}
      onPage={onPage}
    />
  )
}
