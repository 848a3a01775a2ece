import { Button } from '@glasshouse/ui/Button'
import { PaneMark } from '@glasshouse/ui/PaneMark'
import type { Column } from '@glasshouse/ui/Table'
import type { TFunction } from 'i18next'
import {
  type CellProps,
  CloseOutCell,
  ClosePriceCell,
  FeesCell,
  LotsCell,
  MarginCell,
  OpenCell,
  PricesCell,
  ProductCell,
  ProfitCell,
  ResultCell,
  TimeCell,
} from './cells.tsx'
import styles from './Orders.module.css'

export type OrderTab = 'open' | 'pending' | 'closed' | 'revoked'
type T = TFunction<'contract'>
export type Acts = {
  readonly onClose: (row: CellProps) => void
  readonly onReceipt: (id: number) => void
}

const right = 'right' as const

const product = (t: T): Column<CellProps> => ({
  id: 'product',
  head: t('orders.product'),
  cell: (row) => <ProductCell {...row} />,
})
const lots = (t: T): Column<CellProps> => ({
  id: 'lots',
  head: t('orders.lots'),
  align: right,
  cell: (row) => <LotsCell {...row} />,
})
const actions = (t: T, acts: Acts, closes: boolean): Column<CellProps> => ({
  id: 'actions',
  head: <span className="sr-only">{t('orders.actions')}</span>,
  bone: 0,
  cell: (row) => (
    <span className={styles.actions}>
      {closes && (
        <Button size="s" onClick={() => acts.onClose(row)}>
          {t('orders.close')}
        </Button>
      )}
      <PaneMark
        label={t('orders.receipt', { id: row.order.id })}
        onClick={() => acts.onReceipt(row.order.id)}
      />
    </span>
  ),
})

const open = (t: T, acts: Acts): Column<CellProps>[] => [
  product(t),
  lots(t),
  { id: 'open', head: t('orders.openPrice'), align: right, cell: (row) => <OpenCell {...row} /> },
  { id: 'profit', head: t('orders.profit'), align: right, cell: (row) => <ProfitCell {...row} /> },
  { id: 'closeOut', head: t('orders.closeOut'), align: right, cell: (row) => <CloseOutCell {...row} /> },
  {
    id: 'margin',
    head: t('orders.margin'),
    align: right,
    className: styles.wide,
    cell: (row) => <MarginCell {...row} />,
  },
  {
    id: 'opened',
    head: t('orders.opened'),
    align: right,
    className: styles.wide,
    cell: ({ order }) => <TimeCell instant={order.transactionTime ?? order.createtime} />,
  },
  actions(t, acts, true),
]

const closed = (t: T, acts: Acts): Column<CellProps>[] => [
  product(t),
  lots(t),
  { id: 'open', head: t('orders.openPrice'), align: right, cell: (row) => <PricesCell {...row} /> },
  { id: 'close', head: t('orders.closePrice'), align: right, cell: (row) => <ClosePriceCell {...row} /> },
  { id: 'profit', head: t('orders.profit'), align: right, cell: (row) => <ResultCell {...row} /> },
  {
    id: 'fees',
    head: t('orders.fees'),
    align: right,
    className: styles.wide,
    cell: (row) => <FeesCell {...row} />,
  },
  {
    id: 'time',
    head: t('orders.closedAt'),
    align: right,
    className: styles.wide,
    cell: ({ order }) => <TimeCell instant={order.completeTime} />,
  },
  actions(t, acts, false),
]

/** Orders that never opened: waiting, or taken back. */
const unopened = (t: T, tab: 'pending' | 'revoked'): Column<CellProps>[] => [
  product(t),
  lots(t),
  { id: 'price', head: t('orders.price'), align: right, cell: (row) => <PricesCell {...row} /> },
  { id: 'margin', head: t('orders.margin'), align: right, cell: (row) => <MarginCell {...row} /> },
  {
    id: 'time',
    head: t(tab === 'pending' ? 'orders.placed' : 'orders.revokedAt'),
    align: right,
    cell: ({ order }) => <TimeCell instant={tab === 'pending' ? order.createtime : order.handleTime} />,
  },
]

/** The columns of a tab. */
export const columnsOf = (tab: OrderTab, t: T, acts: Acts): Column<CellProps>[] =>
  tab === 'open' ? open(t, acts) : tab === 'closed' ? closed(t, acts) : unopened(t, tab)
