import type { OptionOrder } from '@glasshouse/core/options/codec'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import type { Column } from '@glasshouse/ui/Table'
import type { Translate } from '../../i18n/useTranslation.ts'
import {
  type CellProps,
  EntryCell,
  ExpiryCell,
  PriceCell,
  ProductCell,
  ResultCell,
  SideCell,
  StakeCell,
} from './cells.tsx'
import styles from './Orders.module.css'

export type Acts = {
  readonly onFocus: (order: OptionOrder) => void
  readonly onReceipt: (id: number) => void
}

const right = 'right' as const

/** Columns of all tabs. */
export const columnsOf = (t: Translate<'options'>, acts: Acts): Column<CellProps>[] => [
  {
    id: 'product',
    head: t('orders.product'),
    cell: (row) => <ProductCell {...row} onFocus={acts.onFocus} />,
  },
  { id: 'side', head: t('orders.side'), cell: (row) => <SideCell {...row} /> },
  { id: 'stake', head: t('orders.stake'), align: right, cell: (row) => <StakeCell {...row} /> },
  { id: 'entry', head: t('orders.entry'), align: right, cell: (row) => <EntryCell {...row} /> },
  { id: 'price', head: t('orders.price'), align: right, cell: (row) => <PriceCell {...row} /> },
  { id: 'result', head: t('orders.result'), align: right, cell: (row) => <ResultCell {...row} /> },
  {
    id: 'expiry',
    head: t('orders.expiry'),
    className: styles.expiry,
    cell: (row) => <ExpiryCell {...row} />,
  },
  {
    id: 'receipt',
    head: <span className="sr-only">{t('orders.receiptHead')}</span>,
    align: right,
    bone: 0,
    cell: ({ order }) => (
      <EvidenceButton
        label={t('orders.receipt', { id: order.id })}
        onClick={() => acts.onReceipt(order.id)}
      />
    ),
  },
]
