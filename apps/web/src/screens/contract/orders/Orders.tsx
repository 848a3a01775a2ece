import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Market } from '@glasshouse/core/markets/codec'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Menu } from '@glasshouse/ui/Menu'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OrderListQuery } from '../../../components/contract/orders/useOrderPage.ts'
import type { TradingData } from '../../../components/contract/tradingData.ts'
import { OrdersPane, VisitorNote } from '../../../components/market/orders/OrdersPane.tsx'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { OrderList } from './OrderList.tsx'

const CloseAllDialog = lazy(() => import('../../../components/contract/orders/CloseAllDialog.tsx'))

/** Filter: one market or all. */
export function ProductFilter({
  markets,
  pid,
  lean = false,
  onPick,
}: {
  markets: readonly Market[]
  pid: number | null
  /** Shows only the icon. */
  lean?: boolean
  onPick: (pid: number | null) => void
}) {
  const { t } = useTranslation('contract')
  const chosen = markets.find((market) => market.pid === pid)
  const name = chosen?.symbol ?? t('orders.all')
  return (
    <Menu
      trigger={
        lean ? (
          <IconButton icon="filter" label={name} on={chosen !== undefined} />
        ) : (
          <button type="button" className={buttonClass({ size: 's' })}>
            {name}
            <Icon name="down" size={12} />
          </button>
        )
      }
      items={[
        { id: 'all', label: t('orders.all'), chosen: pid === null, onSelect: () => onPick(null) },
        ...markets.map((market) => ({
          id: String(market.pid),
          label: market.symbol,
          chosen: market.pid === pid,
          onSelect: () => onPick(market.pid),
        })),
      ]}
    />
  )
}

/** Replaces the orders for visitors. */
export function Visitor() {
  const { t } = useTranslation('contract')
  return (
    <VisitorNote title={t('orders.visitor')} text={t('orders.visitorText')} signIn={t('orders.signIn')} />
  )
}

/** Button to close all positions, or those on one market; nothing without any. */
export function CloseAll({
  trader,
  markets,
  pid,
}: {
  trader: TradingData
  markets: readonly Market[]
  pid: number | null
}) {
  const { t } = useTranslation('contract')
  const [isOpen, setOpen] = useState(false)
  const orders = (trader.open ?? []).filter((order) => pid === null || order.pid === pid)
  return (
    <>
      {orders.length > 0 && (
        <Button size="s" onClick={() => setOpen(true)}>
          {t('closeAll.open')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <CloseAllDialog wallets={[{ trader, orders }]} markets={markets} onDone={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Orders of the user in four tabs, with a filter by market. */
export function Orders({
  markets,
  trader,
  wallet,
  receiptOf,
  onReceipt,
  onPick,
}: {
  markets: readonly Market[]
  trader: TradingData
  wallet: ContractWallet
  receiptOf: number | null
  onReceipt: (id: number) => void
  /** Opens another market. */
  onPick: (symbol: string) => void
}): ReactNode {
  const { t } = useTranslation('contract')
  const visitor = useSession() === null
  const [list, setList] = useState<OrderListQuery>({ tab: 'open', pid: null, page: 1 })
  const count = trader.openTotal
  return (
    <OrdersPane
      label={t('orders.title')}
      tabs={[
        { id: 'open', label: t('orders.open'), ...(count === undefined ? {} : { count }) },
        { id: 'pending', label: t('orders.pending'), count: trader.pendingTotal || undefined },
        { id: 'closed', label: t('orders.closed') },
        { id: 'cancelled', label: t('orders.cancelled') },
      ]}
      value={list.tab}
      onChange={(tab) => setList({ ...list, tab, page: 1 })}
      tools={
        <>
          <ProductFilter
            markets={markets}
            pid={list.pid}
            onPick={(pid) => setList({ ...list, pid, page: 1 })}
          />
          {list.tab === 'open' && <CloseAll trader={trader} markets={markets} pid={list.pid} />}
        </>
      }
    >
      {visitor ? (
        <Visitor />
      ) : (
        <OrderList
          shown={list}
          wallet={wallet}
          trader={trader}
          markets={markets}
          receiptOf={receiptOf}
          onReceipt={onReceipt}
          onMarket={onPick}
          onPage={(page) => setList({ ...list, page })}
        />
      )}
    </OrdersPane>
  )
}
