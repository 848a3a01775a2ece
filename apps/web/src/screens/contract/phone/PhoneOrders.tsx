import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Market } from '@glasshouse/core/markets/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useState } from 'react'
import type { OrderTab } from '../../../components/contract/orders/columns.tsx'
import { type OpenDialog, OrderDialog } from '../../../components/contract/orders/OrderDialog.tsx'
import { PhoneOrderRow } from '../../../components/contract/orders/PhoneOrderRow.tsx'
import { type OrderListQuery, useOrderPage } from '../../../components/contract/orders/useOrderPage.ts'
import type { TradingData } from '../../../components/contract/tradingData.ts'
import { ListError } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { RowSkeleton, rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { CloseAll, ProductFilter, Visitor } from '../orders/Orders.tsx'

const OrderSheet = lazy(() => import('../../../components/contract/orders/OrderSheet.tsx'))

function Empty({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation('contract')
  const { t: tTrade } = useTranslation('trade')
  const texts = {
    open: [t('orders.noOpen'), tTrade('noOpen')],
    pending: [t('orders.noPending'), t('orders.noPendingText')],
    closed: [t('orders.noClosed'), t('orders.noClosedText')],
    cancelled: [t('orders.noCancelled'), t('orders.noCancelledText')],
  } as const
  const [title, text] = texts[tab]
  return <EmptyState icon="orders" title={title} text={text} />
}

type Listed = {
  trader: TradingData
  markets: readonly Market[]
  wallet: ContractWallet
  onReceipt: (id: number) => void
}

/** Rows of one tab; a tap opens the sheet of an order. */
function List({
  shown,
  onPage,
  ...listed
}: Listed & { shown: OrderListQuery; onPage: (page: number) => void }) {
  const { t } = useTranslation('contract')
  const { list, rows, pageSize } = useOrderPage(shown, listed.wallet, listed.markets)
  const [opened, setOpened] = useState<number | null>(null)
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const row = rows?.find(({ order }) => order.id === opened)
  if (!rows)
    return list.error ? <ListError list={list} title={t('failed.list')} /> : <RowSkeleton height={36} />
  return (
    <>
      {rows.length === 0 ? (
        <Empty tab={shown.tab} />
      ) : (
        <ul aria-label={t('orders.list', { tab: t(`orders.${shown.tab}`) })}>
          {rows.map((row) => (
            <PhoneOrderRow
              key={row.order.id}
              tab={shown.tab}
              row={row}
              onOpen={() => setOpened(row.order.id)}
            />
          ))}
        </ul>
      )}
      <ListPager list={list} page={shown.page} pageSize={pageSize} onPage={onPage} />
      {row && (
        <Suspense fallback={null}>
          <OrderSheet
            tab={shown.tab}
            row={row}
            onAct={(act) => {
              setOpened(null)
              setOpenDialog({ act, row })
            }}
            onReceipt={() => {
              setOpened(null)
              listed.onReceipt(row.order.id)
            }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
      {openDialog && (
        <OrderDialog
          dialog={openDialog}
          trader={listed.trader}
          markets={listed.markets}
          onDone={() => setOpenDialog(null)}
          onReceipt={listed.onReceipt}
        />
      )}
    </>
  )
}

/** Orders of the user in four tabs, as two-line rows. */
export function PhoneOrders(listed: Listed) {
  const { t } = useTranslation('contract')
  const visitor = useSession() === null
  const [list, setList] = useState<OrderListQuery>({ tab: 'open', pid: null, page: 1 })
  if (visitor) return <Visitor />
  return (
    <section aria-label={t('orders.title')}>
      <Tabs
        id="orders"
        className={rowTabsClass}
        label={t('orders.title')}
        tabs={[
          { id: 'open', label: t('orders.open'), count: listed.trader.openTotal },
          { id: 'pending', label: t('orders.pending'), count: listed.trader.pendingTotal || undefined },
          { id: 'closed', label: t('orders.closed') },
          { id: 'cancelled', label: t('orders.cancelled') },
        ]}
        value={list.tab}
        onChange={(tab) => setList({ ...list, tab, page: 1 })}
        tools={
          <>
            {list.tab === 'open' && (
              <CloseAll trader={listed.trader} markets={listed.markets} pid={list.pid} />
            )}
            <ProductFilter
              markets={listed.markets}
              pid={list.pid}
              lean
              onPick={(pid) => setList({ ...list, pid, page: 1 })}
            />
          </>
        }
      />
      <TabPanel id="orders" tab={list.tab}>
        <List {...listed} shown={list} onPage={(page) => setList({ ...list, page })} />
      </TabPanel>
    </section>
  )
}
