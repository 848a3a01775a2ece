import type { AiRun } from '@glasshouse/core/ai/codec'
import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { type Column, Table } from '@glasshouse/ui/Table'
import {
  type CellProps,
  ClosePriceCell,
  FeesCell,
  LotsCell,
  PricesCell,
  ProductCell,
  ProfitCell,
  ResultCell,
  StopsCell,
  TimeCell,
} from '../../../components/contract/cells.tsx'
import { listErrorOf } from '../../../components/ListError.tsx'
import { useAiOrders } from '../../../data/contractOrders.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPane.module.css'
import { ScrollPane } from './ScrollPane.tsx'
import { tradesOf } from './trades.ts'
import { placedTrades } from './useAi.ts'

const isClosed = ({ state }: ContractOrder): boolean => state === 'closed'

const useColumns = (onReceipt: (id: number) => void): readonly Column<CellProps>[] => {
  const { t } = useTranslation('contract')
  const right = 'right' as const
  return [
    { id: 'product', head: t('orders.product'), cell: (row) => <ProductCell {...row} /> },
    { id: 'lots', head: t('orders.lots'), align: right, cell: (row) => <LotsCell {...row} /> },
    { id: 'open', head: t('orders.openPrice'), align: right, cell: (row) => <PricesCell {...row} /> },
    { id: 'close', head: t('orders.closePrice'), align: right, cell: (row) => <ClosePriceCell {...row} /> },
    { id: 'stops', head: t('orders.stops'), align: right, cell: (row) => <StopsCell {...row} /> },
    {
      id: 'profit',
      head: t('orders.profit'),
      align: right,
      cell: (row) => (isClosed(row.order) ? <ResultCell {...row} /> : <ProfitCell {...row} />),
    },
    { id: 'fees', head: t('orders.fees'), align: right, cell: (row) => <FeesCell {...row} /> },
    {
      id: 'opened',
      head: t('orders.opened'),
      align: right,
      cell: ({ order }) => <TimeCell instant={order.openedMs} />,
    },
    {
      id: 'closed',
      head: t('orders.closedAt'),
      align: right,
      cell: ({ order }) => <TimeCell instant={order.closedMs} />,
    },
    {
      id: 'receipt',
      head: <span className="sr-only">{t('orders.actions')}</span>,
      bone: 0,
      cell: ({ order }) => (
        <EvidenceButton label={t('orders.receipt', { id: order.id })} onClick={() => onReceipt(order.id)} />
      ),
    },
  ]
}

/** Trades of the running run, or of the newest one that has ended, with their receipts. */
export function RunTrades({
  run,
  market,
  onReceipt,
}: {
  run: AiRun
  /** Market of the run. */
  market: Market
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('ai')
  const list = useAiOrders(market.pid)
  const columns = useColumns(onReceipt)
  const orders = list.data && tradesOf(list.data, run)
  const placed = placedTrades(run)
  const isCut = orders !== undefined && orders.filter(({ parentId }) => parentId === null).length < placed
  return (
    <ScrollPane label={t('trades.title')}>
      <Table
        caption={t('trades.title')}
        columns={columns}
        rows={orders?.map((order) => ({ order, market }))}
        rowKey={({ order }) => order.id}
        failed={listErrorOf(list)}
        empty={<EmptyState icon="clock" title={t('trades.empty')} />}
      />
      {isCut && <p className={styles.note}>{t('trades.older')}</p>}
    </ScrollPane>
  )
}
