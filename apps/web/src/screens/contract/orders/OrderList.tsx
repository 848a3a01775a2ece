import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../live/api.ts'
import { useList } from '../../../live/query.ts'
import { ListPager } from '../../../parts/ListPager.tsx'
import { useSentence } from '../../../parts/useSentence.ts'
import type { Trader, Wallet } from '../useHolder.ts'
import type { CellProps } from './cells.tsx'
import { type Act, columnsOf, type OrderTab } from './columns.tsx'
import styles from './Orders.module.css'
import { RowDetail } from './RowDetail.tsx'

const CloseDialog = lazy(() => import('./CloseDialog.tsx'))
const RevokeDialog = lazy(() => import('./RevokeDialog.tsx'))
const StopDialog = lazy(() => import('./StopDialog.tsx'))

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

type Asked = { readonly act: Act; readonly row: CellProps }

/** The dialog in which something is done to an order. */
function Acting({
  asked,
  trader,
  markets,
  onDone,
  onReceipt,
}: {
  asked: Asked
  trader: Trader
  markets: readonly MarketRow[]
  onDone: () => void
  onReceipt: (id: number) => void
}) {
  const { act, row } = asked
  return (
    <Suspense fallback={null}>
      {act === 'close' && <CloseDialog {...row} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'revoke' && <RevokeDialog {...row} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'stops' && (
        <StopDialog {...row} trader={trader} markets={markets} onDone={onDone} onReceipt={onReceipt} />
      )}
    </Suspense>
  )
}

/** The rows of one tab, page by page. */
export function OrderList({
  shown,
  wallet,
  trader,
  markets,
  receiptOf,
  onReceipt,
  onPage,
}: {
  shown: Shown
  wallet: Wallet
  trader: Trader
  markets: readonly MarketRow[]
  receiptOf: number | null
  onReceipt: (id: number) => void
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('contract')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [detailOf, setDetailOf] = useState<number | null>(null)
  const pageSize = shown.pid === null ? pageSizeOfAll : pageSizeOfOne
  const list = usePage(shown, wallet, pageSize)
  const rows = withMarkets(list.data, markets)
  const columns = useMemo(
    () =>
      columnsOf(shown.tab, t, {
        onAct: (act, row) => setAsked({ act, row }),
        onReceipt,
        detailOf,
        onDetail: setDetailOf,
      }),
    [shown.tab, t, onReceipt, detailOf],
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
          detail={(row) => row.order.id === detailOf && <RowDetail columns={columns} row={row} />}
        />
      </div>
      {list.total !== undefined && list.total > 0 && (
        <div className={styles.pager}>
          <ListPager list={list} page={shown.page} pageSize={pageSize} always onPage={onPage} />
        </div>
      )}
      {asked && (
        <Acting
          asked={asked}
          trader={trader}
          markets={markets}
          onDone={() => setAsked(null)}
          onReceipt={onReceipt}
        />
      )}
    </>
  )
}
