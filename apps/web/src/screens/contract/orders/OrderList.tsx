import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { Pager, pagesOf } from '@glasshouse/ui/Pager'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../live/api.ts'
import { useList } from '../../../live/query.ts'
import { useSentence } from '../../../parts/useSentence.ts'
import type { Wallet } from '../useHolder.ts'
import type { CellProps } from './cells.tsx'
import { columnsOf, type OrderTab } from './columns.tsx'
import styles from './Orders.module.css'

const CloseDialog = lazy(() => import('./CloseDialog.tsx'))

/** The order states of each tab. */
const statuses = { open: '1,2', pending: '0', closed: '3', revoked: '4' } as const
const pageSizeOfAll = 10
const pageSizeOfOne = 5

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

export type Shown = { tab: OrderTab; pid: number | null; page: number }

const usePage = (shown: Shown, wallet: Wallet, pageSize: number) =>
  useList('/api/contract/myContractOrderList', {
    levertype: wallet,
    statusList: statuses[shown.tab],
    pid: shown.pid ?? undefined,
    pageNum: shown.page,
    pageSize,
    orderByColumn: shown.tab === 'closed' ? 'completeTime' : 'createtime',
  })

/** Orders beside their markets; one whose market is gone cannot be drawn. */
const withMarkets = (
  orders: readonly ContractOrderRow[] | undefined,
  markets: readonly MarketRow[],
): CellProps[] | undefined =>
  orders?.flatMap((order) => {
    const market = markets.find((one) => one.pid === order.pid)
    return market ? [{ order, market }] : []
  })

function Failed({ error, reload }: { error: CallError; reload: () => void }) {
  const { t } = useTranslation('contract')
  const sentence = useSentence()
  return (
    <StateNote
      icon="warning"
      tone="warn"
      title={t('failed.list')}
      text={sentence(error)}
      action={<Button onClick={reload}>{t('retry')}</Button>}
    />
  )
}

/** The rows of one tab, page by page. */
export function OrderList({
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
  const [closing, setClosing] = useState<CellProps | null>(null)
  const pageSize = shown.pid === null ? pageSizeOfAll : pageSizeOfOne
  const list = usePage(shown, wallet, pageSize)
  const rows = withMarkets(list.data, markets)
  const columns = useMemo(
    () => columnsOf(shown.tab, t, { onClose: setClosing, onReceipt }),
    [shown.tab, t, onReceipt],
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
          failed={list.error && !list.data && <Failed error={list.error} reload={list.reload} />}
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
