import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Table } from '@glasshouse/ui/Table'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { CellProps } from '../../components/contract/cells.tsx'
import { columnsOf, type OrderTab } from '../../components/contract/orders/columns.tsx'
import { type OpenDialog, OrderDialog } from '../../components/contract/orders/OrderDialog.tsx'
import { PhoneOrderRow } from '../../components/contract/orders/PhoneOrderRow.tsx'
import { RowDetail } from '../../components/contract/orders/RowDetail.tsx'
import { usePositionTotal } from '../../components/contract/orders/usePositionTotal.tsx'
import type { TradingData } from '../../components/contract/tradingData.ts'
import { useAccountNow } from '../../components/contract/useTradingAccount.ts'
import { useFormatters } from '../../components/formatters.ts'
import { ListError, listErrorOf } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { RowSkeleton } from '../../components/market/phone/Rows.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Transaction.module.css'

const OrderSheet = lazy(() => import('../../components/contract/orders/OrderSheet.tsx'))

/** A contract order with the wallet it belongs to. */
export type WalletOrder = { readonly order: ContractOrder; readonly trader: TradingData }
type Row = WalletOrder & CellProps
type Tab = Exclude<OrderTab, 'closed'>

const pageSize = 20

/** Contract orders of both wallets: rows with their actions, their receipt, and a way to their chart. */
export function ContractOrders({
  tab,
  rows,
  isFiltered,
  wallets,
  markets,
  failed,
  onReceipt,
}: {
  tab: Tab
  /** Undefined while they load. */
  rows: readonly WalletOrder[] | undefined
  isFiltered: boolean
  wallets: readonly [TradingData, TradingData]
  markets: readonly Market[]
  /** What could not be loaded. */
  failed: QueryState<unknown> | undefined
  onReceipt: (id: number) => void
}) {
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<{ readonly open: OpenDialog; readonly trader: TradingData } | null>(
    null,
  )
  const listed = rows?.flatMap((row): Row[] => {
    const market = markets.find(({ pid }) => pid === row.order.pid)
    return market ? [{ ...row, market }] : []
  })
  const last = Math.max(1, Math.ceil((listed?.length ?? 0) / pageSize))
  const from = (Math.min(page, last) - 1) * pageSize
  const shown = listed?.slice(from, from + pageSize)
  const act = (open: OpenDialog): void => {
    const row = listed?.find(({ order }) => order.id === open.row.order.id)
    if (row) setDialog({ open, trader: row.trader })
  }
  const given = { tab, rows: shown, isFiltered, onAct: act, onReceipt, failed }
  return (
    <>
      {site === 'desktop' ? (
        <DesktopRows {...given} all={listed ?? none} wallets={wallets} markets={markets} />
      ) : (
        <>
          <PhoneRows {...given} />
          {tab === 'open' && listed && listed.length > 1 && <PhoneTotal rows={listed} markets={markets} />}
        </>
      )}
      <ListPager
        list={{ data: shown, total: listed?.length }}
        page={Math.min(page, last)}
        pageSize={pageSize}
        onPage={setPage}
      />
      {dialog && (
        <OrderDialog
          dialog={dialog.open}
          trader={dialog.trader}
          markets={markets}
          onDone={() => setDialog(null)}
          onReceipt={onReceipt}
        />
      )}
    </>
  )
}

const none: readonly Row[] = []

type RowsProps = {
  tab: Tab
  rows: readonly Row[] | undefined
  isFiltered: boolean
  onAct: (dialog: OpenDialog) => void
  onReceipt: (id: number) => void
  failed: QueryState<unknown> | undefined
}

/** Marks orders of the second wallet. */
const useWalletNote = () => {
  const { t } = useTranslation('transaction')
  return ({ trader }: WalletOrder): string | undefined =>
    trader.wallet === 'contract2' ? t('positions.second') : undefined
}

function DesktopRows({
  tab,
  rows,
  all,
  wallets,
  markets,
  isFiltered,
  onAct,
  onReceipt,
  failed,
}: RowsProps & {
  /** The rows of all pages. */
  all: readonly Row[]
  wallets: readonly [TradingData, TradingData]
  markets: readonly Market[]
}) {
  const { t } = useTranslation(['transaction', 'contract'])
  const { t: tContract } = useTranslation('contract')
  const [, navigate] = useLocation()
  const [detailOf, setDetailOf] = useState<number | null>(null)
  const noteOf = useWalletNote()
  const notes = new Map(rows?.map((row) => [row.order.id, noteOf(row)]))
  const onMarket = (symbol: string): void => navigate(paths.contract({ symbol }))
  const columns = columnsOf(tab, tContract, {
    onAct: (kind, row) => onAct({ act: kind, row }),
    onReceipt,
    onMarket,
    noteOf: ({ order }) => notes.get(order.id),
    detailOf,
    onDetail: setDetailOf,
  })
  const total = usePositionTotal(
    useMemo(() => all.map(({ order }) => order), [all]),
    markets,
  )
  const level = <MarginLevels wallets={wallets} markets={markets} />
  return (
    <div className={styles.table}>
      <Table<Row>
        caption={tContract('orders.list', { tab: t(`contract:orders.${tab}`) })}
        rows={rows}
        rowKey={({ order }) => order.id}
        columns={columns.map((column) =>
          column.id === 'product' && tab === 'open' ? { ...column, head: t('kind.contract') } : column,
        )}
        empty={<Empty tab={tab} isFiltered={isFiltered} />}
        failed={failed && listErrorOf(failed, tContract('failed.list'))}
        onRow={({ order }) => onMarket(order.symbol)}
        detail={(row) => row.order.id === detailOf && <RowDetail columns={columns} row={row} />}
        total={tab === 'open' && total ? { ...total, liquidation: level } : null}
      />
    </div>
  )
}

/** Margin level of each wallet that has positions. */
function MarginLevels({
  wallets,
  markets,
}: {
  wallets: readonly [TradingData, TradingData]
  markets: readonly Market[]
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const levels = [useAccountNow(wallets[0], markets), useAccountNow(wallets[1], markets)].flatMap(
    (account) => (account?.marginLevel ? [figures.percent(account.marginLevel)] : []),
  )
  return levels.length === 0 ? null : (
    <>
      <span className={styles.small}>{t('account.risk')}</span>
      {levels.join(' · ')}
    </>
  )
}

function PhoneRows({ tab, rows, isFiltered, onAct, onReceipt, failed }: RowsProps) {
  const { t } = useTranslation('contract')
  const [, navigate] = useLocation()
  const [opened, setOpened] = useState<number | null>(null)
  const noteOf = useWalletNote()
  const row = rows?.find(({ order }) => order.id === opened)
  if (rows === undefined)
    return failed ? <ListError list={failed} title={t('failed.list')} /> : <RowSkeleton height={36} />
  if (rows.length === 0) return <Empty tab={tab} isFiltered={isFiltered} />
  return (
    <>
      <ul aria-label={t('orders.list', { tab: t(`orders.${tab}`) })}>
        {rows.map((one) => (
          <PhoneOrderRow
            key={one.order.id}
            tab={tab}
            row={one}
            note={noteOf(one)}
            onOpen={() => setOpened(one.order.id)}
          />
        ))}
      </ul>
      {row && (
        <Suspense fallback={null}>
          <OrderSheet
            tab={tab}
            row={row}
            onAct={(kind) => {
              setOpened(null)
              onAct({ act: kind, row })
            }}
            onReceipt={() => {
              setOpened(null)
              onReceipt(row.order.id)
            }}
            onMarket={() => navigate(paths.contract({ symbol: row.order.symbol }))}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Sums of all positions below the list of a phone. */
function PhoneTotal({ rows, markets }: { rows: readonly Row[]; markets: readonly Market[] }) {
  const { t } = useTranslation('contract')
  const total = usePositionTotal(
    useMemo(() => rows.map(({ order }) => order), [rows]),
    markets,
  )
  return (
    total && (
      <p className={styles.phoneTotal}>
        <span>{total.product}</span>
        <span>
          {t('orders.margin')} {total.margin}
        </span>
        <b>{total.profit}</b>
      </p>
    )
  )
}

function Empty({ tab, isFiltered }: { tab: Tab; isFiltered: boolean }): ReactNode {
  const { t } = useTranslation(['transaction', 'contract'])
  if (isFiltered)
    return <EmptyState icon="filter" title={t('positions.none')} text={t('positions.noneText')} />
  const texts = {
    open: [t('contract:orders.noOpen'), t('contract:orders.noOpenText')],
    pending: [t('contract:orders.noPending'), t('contract:orders.noPendingText')],
    cancelled: [t('contract:orders.noCancelled'), t('contract:orders.noCancelledText')],
  } as const
  const [title, text] = texts[tab]
  return (
    <EmptyState
      icon="orders"
      title={title}
      text={text}
      action={
        <Link href={paths.contract()} className={buttonClass({ size: 's' })}>
          {t('toContract')}
        </Link>
      }
    />
  )
}
