import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../live/api.ts'
import { ListPager } from '../../../parts/ListPager.tsx'
import { useSentence } from '../../../parts/useSentence.ts'
import type { Trader, Wallet } from '../useHolder.ts'
import { Acting, type Asked } from './Acting.tsx'
import { columnsOf, type OrderTab } from './columns.tsx'
import styles from './Orders.module.css'
import { RowDetail } from './RowDetail.tsx'
import { type Shown, usePage } from './usePage.ts'

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

/** What stands where orders would that did not come. */
export function Failed({ error, reload }: { error: CallError; reload: () => void }) {
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
  const { list, rows, pageSize } = usePage(shown, wallet, markets)
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
