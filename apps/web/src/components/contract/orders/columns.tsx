import { Button } from '@glasshouse/ui/Button'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { IconButton } from '@glasshouse/ui/IconButton'
import type { Column } from '@glasshouse/ui/Table'
import type { Translate } from '../../../i18n/useTranslation.ts'
import {
  type CellProps,
  ClosePriceCell,
  DistanceCell,
  FeesCell,
  HeldCell,
  LiquidationCell,
  LotsCell,
  MarginCell,
  OpenCell,
  PendingPriceCell,
  PricesCell,
  ProductCell,
  ProfitCell,
  ResultCell,
  StopsCell,
  TimeCell,
} from '../cells.tsx'
import styles from './Orders.module.css'
import { DetailSwitch } from './RowDetail.tsx'

export type OrderTab = 'open' | 'pending' | 'closed' | 'cancelled'
type T = Translate<'contract'>
/** Actions on an order, each with its own dialog. */
export type OrderAction = 'close' | 'reverse' | 'tpSl' | 'cancel' | 'amend'
export type OrderActions = {
  readonly onAct: (act: OrderAction, row: CellProps) => void
  readonly onReceipt: (id: number) => void
  /** Opens the market of a row; without it the product is no button. */
  readonly onMarket?: (symbol: string) => void
  /** Mark of a row behind side and leverage. */
  readonly noteOf?: (row: CellProps) => string | undefined
  /** Row with the visible detail, and a setter. */
  readonly detailOf: number | null
  readonly onDetail: (id: number | null) => void
}

const right = 'right' as const

const product = (
  t: T,
  { onMarket, noteOf }: Pick<OrderActions, 'onMarket' | 'noteOf'>,
): Column<CellProps> => ({
  id: 'product',
  head: t('orders.product'),
  cell: (row) => <ProductCell {...row} onMarket={onMarket} note={noteOf?.(row)} />,
})
const lots = (t: T): Column<CellProps> => ({
  id: 'lots',
  head: t('orders.lots'),
  align: right,
  cell: (row) => <LotsCell {...row} />,
})
const actions = (t: T, acts: OrderActions, offered: readonly OrderAction[]): Column<CellProps> => ({
  id: 'actions',
  head: <span className="sr-only">{t('orders.actions')}</span>,
  bone: 0,
  cell: (row) => (
    <span className={styles.actions}>
      {offered.map((act) =>
        act === 'reverse' ? (
          <IconButton
            key={act}
            icon="transfer"
            label={t('orders.act.reverseOf', { id: row.order.id })}
            small
            onClick={() => acts.onAct(act, row)}
          />
        ) : (
          <Button key={act} size="s" onClick={() => acts.onAct(act, row)}>
            {t(`orders.act.${act}`)}
          </Button>
        ),
      )}
      <EvidenceButton
        label={t('orders.receipt', { id: row.order.id })}
        onClick={() => acts.onReceipt(row.order.id)}
      />
      <DetailSwitch
        {...row}
        isOpen={acts.detailOf === row.order.id}
        onToggle={() => acts.onDetail(acts.detailOf === row.order.id ? null : row.order.id)}
      />
    </span>
  ),
})

const stops = (t: T): Column<CellProps> => ({
  id: 'stops',
  head: t('orders.stops'),
  align: right,
  className: styles.wide,
  cell: (row) => <StopsCell {...row} />,
})

const open = (t: T, acts: OrderActions): Column<CellProps>[] => [
  product(t, acts),
  lots(t),
  { id: 'open', head: t('orders.openPrice'), align: right, cell: (row) => <OpenCell {...row} /> },
  { id: 'profit', head: t('orders.profit'), align: right, cell: (row) => <ProfitCell {...row} /> },
  {
    id: 'liquidation',
    head: t('orders.liquidation'),
    align: right,
    cell: (row) => <LiquidationCell {...row} />,
  },
  {
    id: 'margin',
    head: t('orders.margin'),
    align: right,
    className: styles.wide,
    cell: (row) => <MarginCell {...row} />,
  },
  stops(t),
  {
    id: 'opened',
    head: t('orders.opened'),
    align: right,
    className: styles.wide,
    cell: ({ order }) => <TimeCell instant={order.openedMs ?? order.createdMs} />,
  },
  actions(t, acts, ['tpSl', 'close', 'reverse']),
]

const closed = (t: T, acts: OrderActions): Column<CellProps>[] => [
  product(t, acts),
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
    cell: ({ order }) => <TimeCell instant={order.closedMs} />,
  },
  actions(t, acts, []),
]

/** Columns of open orders. */
const pending = (t: T, acts: OrderActions): Column<CellProps>[] => [
  product(t, acts),
  lots(t),
  { id: 'price', head: t('orders.price'), align: right, cell: (row) => <PendingPriceCell {...row} /> },
  { id: 'away', head: t('orders.distance'), align: right, cell: (row) => <DistanceCell {...row} /> },
  {
    id: 'held',
    head: t('orders.held'),
    align: right,
    className: styles.wide,
    cell: (row) => <HeldCell {...row} />,
  },
  stops(t),
  {
    id: 'expires',
    head: t('orders.expires'),
    align: right,
    className: styles.wide,
    cell: ({ order }) => <TimeCell instant={order.expiresMs} />,
  },
  {
    id: 'time',
    head: t('orders.placed'),
    align: right,
    className: styles.wide,
    cell: ({ order }) => <TimeCell instant={order.createdMs} />,
  },
  actions(t, acts, ['amend', 'tpSl', 'cancel']),
]

/** Columns of cancelled orders. */
const cancelled = (t: T, acts: OrderActions): Column<CellProps>[] => [
  product(t, acts),
  lots(t),
  { id: 'price', head: t('orders.price'), align: right, cell: (row) => <PricesCell {...row} /> },
  stops(t),
  {
    id: 'placed',
    head: t('orders.placed'),
    align: right,
    cell: ({ order }) => <TimeCell instant={order.createdMs} />,
  },
  {
    id: 'time',
    head: t('orders.cancelledAt'),
    align: right,
    cell: ({ order }) => <TimeCell instant={order.cancelledMs} />,
  },
  actions(t, acts, []),
]

const tabs = { open, pending, closed, cancelled } as const

/** Columns of a tab. */
export const columnsOf = (tab: OrderTab, t: T, acts: OrderActions): Column<CellProps>[] => tabs[tab](t, acts)
