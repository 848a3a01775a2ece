import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { Pager, pagesOf } from '@glasshouse/ui/Pager'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useList } from '../../../live/query.ts'
import { useSession } from '../../../live/session.ts'
import { useSentence } from '../../../parts/useSentence.ts'
import { paths } from '../../../paths.ts'
import type { Trader, Wallet } from '../useHolder.ts'
import type { CellProps } from './cells.tsx'
import { columnsOf, type OrderTab } from './columns.tsx'
import styles from './Orders.module.css'

const CloseDialog = lazy(() => import('./CloseDialog.tsx'))

/** The order states of each tab. */
const statuses = { open: '1,2', pending: '0', closed: '3', revoked: '4' } as const
const pageSizeOfAll = 10
const pageSizeOfOne = 5

function ProductFilter({
  markets,
  pid,
  onPick,
}: {
  markets: readonly MarketRow[]
  pid: number | null
  onPick: (pid: number | null) => void
}) {
  const { t } = useTranslation('contract')
  const chosen = markets.find((market) => market.pid === pid)
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass({ size: 's' })}>
          {chosen?.procode ?? t('orders.all')}
          <Icon name="down" size={12} />
        </button>
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

function Empty({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation('contract')
  const texts = {
    open: [t('orders.noOpen'), t('orders.noOpenText')],
    pending: [t('orders.noPending'), t('orders.noPendingText')],
    closed: [t('orders.noClosed'), t('orders.noClosedText')],
    revoked: [t('orders.noRevoked'), t('orders.noRevokedText')],
  } as const
  const [title, text] = texts[tab]
  return <StateNote icon="orders" title={title} text={text} />
}

function Visitor() {
  const { t } = useTranslation('contract')
  return (
    <StateNote
      icon="person"
      title={t('orders.visitor')}
      text={t('orders.visitorText')}
      action={
        <Link className={buttonClass()} href={paths.login({ next: location.pathname + location.search })}>
          {t('orders.signIn')}
        </Link>
      }
    />
  )
}

type Shown = { tab: OrderTab; pid: number | null; page: number }

/** The rows of one tab, page by page. */
function OrderList({
  shown,
  wallet,
  markets,
  receiptOf,
  onReceipt,
  onPage,
}: {
  shown: Shown
  wallet: Wallet
  markets: readonly MarketRow[]
  receiptOf: number | null
  onReceipt: (id: number) => void
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('contract')
  const sentence = useSentence()
  const [closing, setClosing] = useState<CellProps | null>(null)
  const pageSize = shown.pid === null ? pageSizeOfAll : pageSizeOfOne
  const list = useList('/api/contract/myContractOrderList', {
    levertype: wallet,
    statusList: statuses[shown.tab],
    pid: shown.pid ?? undefined,
    pageNum: shown.page,
    pageSize,
    orderByColumn: shown.tab === 'closed' ? 'completeTime' : 'createtime',
  })
  const rows = list.data?.flatMap((order) => {
    const market = markets.find((one) => one.pid === order.pid)
    return market ? [{ order, market }] : []
  })
  const columns = useMemo(
    () => columnsOf(shown.tab, t, { onClose: setClosing, onReceipt }),
    [shown.tab, t, onReceipt],
  )
  const failed = list.error && !list.data && (
    <StateNote
      icon="warning"
      tone="warn"
      title={t('failed.list')}
      text={sentence(list.error)}
      action={<Button onClick={list.reload}>{t('retry')}</Button>}
    />
  )
  return (
    <>
      <div className={styles.scroll}>
        <Table
          caption={t('orders.list', { tab: t(`orders.${shown.tab}`) })}
          columns={columns}
          rows={rows}
          rowKey={({ order }) => order.id}
          empty={<Empty tab={shown.tab} />}
          failed={failed}
          isChosen={({ order }) => order.id === receiptOf}
        />
      </div>
      {list.total !== undefined && list.total > 0 && (
        <div className={styles.pager}>
          <Pager
            label={t('orders.pages')}
            summary={t('orders.summary', { shown: rows?.length ?? 0, total: list.total })}
            page={shown.page}
            pages={pagesOf(list.total, pageSize)}
            previous={t('orders.previous')}
            next={t('orders.next')}
            onPage={onPage}
          />
        </div>
      )}
      {closing && (
        <Suspense fallback={null}>
          <CloseDialog {...closing} onDone={() => setClosing(null)} onReceipt={onReceipt} />
        </Suspense>
      )}
    </>
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
          { id: 'pending', label: t('orders.pending') },
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
