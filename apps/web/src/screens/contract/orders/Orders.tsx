import type { MarketRow } from '@glasshouse/core/markets/wire'
import { buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Menu } from '@glasshouse/ui/Menu'
import { StateNote } from '@glasshouse/ui/StateNote'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useSession } from '../../../live/session.ts'
import { useHere } from '../../../parts/useHere.ts'
import { paths } from '../../../paths.ts'
import type { Trader, Wallet } from '../useHolder.ts'
import { OrderList } from './OrderList.tsx'
import styles from './Orders.module.css'
import type { Shown } from './usePage.ts'

/** Orders of one market only, or of all. */
export function ProductFilter({
  markets,
  pid,
  lean = false,
  onPick,
}: {
  markets: readonly MarketRow[]
  pid: number | null
  /** Only the icon, where there is no room for words. */
  lean?: boolean
  onPick: (pid: number | null) => void
}) {
  const { t } = useTranslation('contract')
  const chosen = markets.find((market) => market.pid === pid)
  const name = chosen?.procode ?? t('orders.all')
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
          label: market.procode,
          chosen: market.pid === pid,
          onSelect: () => onPick(market.pid),
        })),
      ]}
    />
  )
}

/** What stands in place of the orders of somebody who is not signed in. */
export function Visitor() {
  const { t } = useTranslation('contract')
  return (
    <StateNote
      icon="person"
      title={t('orders.visitor')}
      text={t('orders.visitorText')}
      action={
        <Link className={buttonClass()} href={paths.login({ next: useHere() })}>
          {t('orders.signIn')}
        </Link>
      }
    />
  )
}

/** The trader's orders in four tabs, with a filter by product. */
export function Orders({
  markets,
  trader,
  wallet,
  receiptOf,
  onReceipt,
}: {
  markets: readonly MarketRow[]
  trader: Trader
  wallet: Wallet
  receiptOf: number | null
  onReceipt: (id: number) => void
}): ReactNode {
  const { t } = useTranslation('contract')
  const visitor = useSession() === null
  const [shown, setShown] = useState<Shown>({ tab: 'open', pid: null, page: 1 })
  const count = trader.openTotal
  return (
    <section className={styles.pane} aria-label={t('orders.title')}>
      <Tabs
        id="orders"
        className={styles.tabs}
        label={t('orders.title')}
        tabs={[
          { id: 'open', label: t('orders.open'), ...(count === undefined ? {} : { count }) },
          { id: 'pending', label: t('orders.pending'), count: trader.pendingTotal || undefined },
          { id: 'closed', label: t('orders.closed') },
          { id: 'revoked', label: t('orders.revoked') },
        ]}
        value={shown.tab}
        onChange={(tab) => setShown({ ...shown, tab, page: 1 })}
        tools={
          <ProductFilter
            markets={markets}
            pid={shown.pid}
            onPick={(pid) => setShown({ ...shown, pid, page: 1 })}
          />
        }
      />
      <TabPanel id="orders" tab={shown.tab} className={styles.panel}>
        {visitor ? (
          <Visitor />
        ) : (
          <OrderList
            shown={shown}
            wallet={wallet}
            trader={trader}
            markets={markets}
            receiptOf={receiptOf}
            onReceipt={onReceipt}
            onPage={(page) => setShown({ ...shown, page })}
          />
        )}
      </TabPanel>
    </section>
  )
}
