import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Market } from '@glasshouse/core/markets/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { useMemo, useState } from 'react'
import { columnsOf, type OrderTab } from '../../../components/contract/orders/columns.tsx'
import { type OpenDialog, OrderDialog } from '../../../components/contract/orders/OrderDialog.tsx'
import { RowDetail } from '../../../components/contract/orders/RowDetail.tsx'
import { type OrderListQuery, useOrderPage } from '../../../components/contract/orders/useOrderPage.ts'
import { hasAllPositions, usePositionTotal } from '../../../components/contract/orders/usePositionTotal.tsx'
import type { TradingData } from '../../../components/contract/tradingData.ts'
import { OrdersTable } from '../../../components/market/orders/OrdersTable.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'

const none: readonly ContractOrder[] = []

function Empty({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation('contract')
  const texts = {
    open: [t('orders.noOpen'), t('orders.noOpenText')],
    pending: [t('orders.noPending'), t('orders.noPendingText')],
    closed: [t('orders.noClosed'), t('orders.noClosedText')],
    cancelled: [t('orders.noCancelled'), t('orders.noCancelledText')],
  } as const
  const [title, text] = texts[tab]
  return <EmptyState icon="orders" title={title} text={text} />
}

/** Rows of one tab, with pages. */
export function OrderList({
  shown,
  wallet,
  trader,
  markets,
  receiptOf,
  onReceipt,
  onMarket,
  onPage,
}: {
  shown: OrderListQuery
  wallet: ContractWallet
  trader: TradingData
  markets: readonly Market[]
  receiptOf: number | null
  onReceipt: (id: number) => void
  onMarket: (symbol: string) => void
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('contract')
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const [detailOf, setDetailOf] = useState<number | null>(null)
  const { list, rows, pageSize } = useOrderPage(shown, wallet, markets)
  const positions = hasAllPositions(trader) ? (trader.open ?? none) : none
  const total = usePositionTotal(
    shown.pid === null ? positions : positions.filter(({ pid }) => pid === shown.pid),
    markets,
  )
  const columns = useMemo(
    () =>
      columnsOf(shown.tab, t, {
        onAct: (act, row) => setOpenDialog({ act, row }),
        onReceipt,
        onMarket,
        detailOf,
        onDetail: setDetailOf,
      }),
    [shown.tab, t, onReceipt, onMarket, detailOf],
  )
  return (
    <>
      <OrdersTable
        list={list}
        rows={rows}
        caption={t('orders.list', { tab: t(`orders.${shown.tab}`) })}
        columns={columns}
        empty={<Empty tab={shown.tab} />}
        failed={t('failed.list')}
        chosen={receiptOf}
        onRow={({ order }) => onMarket(order.symbol)}
        total={shown.tab === 'open' ? total : null}
        detail={(row) => row.order.id === detailOf && <RowDetail columns={columns} row={row} />}
        page={shown.page}
        pageSize={pageSize}
        onPage={onPage}
      />
      {openDialog && (
        <OrderDialog
          dialog={openDialog}
          trader={trader}
          markets={markets}
          onDone={() => setOpenDialog(null)}
          onReceipt={onReceipt}
        />
      )}
    </>
  )
}
