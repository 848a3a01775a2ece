import { useTranslation } from '../../../i18n/useTranslation.ts'
import { rowClass } from '../../market/phone/Rows.tsx'
import {
  type CellProps,
  ClosePriceCell,
  LotsCell,
  OpenCell,
  PendingPriceCell,
  ProductCell,
  ProfitCell,
  ResultCell,
  TimeCell,
} from '../cells.tsx'
import type { OrderTab } from './columns.tsx'
import styles from './PhoneOrderRow.module.css'

/** The two most important figures of a row, per tab. */
const figuresOf = {
  open: (row: CellProps) => [<OpenCell key="open" {...row} />, <ProfitCell key="profit" {...row} />],
  pending: (row: CellProps) => [<LotsCell key="lots" {...row} />, <PendingPriceCell key="price" {...row} />],
  closed: (row: CellProps) => [<ClosePriceCell key="price" {...row} />, <ResultCell key="result" {...row} />],
  cancelled: (row: CellProps) => [
    <LotsCell key="lots" {...row} />,
    <TimeCell key="time" instant={row.order.cancelledMs} />,
  ],
} as const

/** Row of one order; a tap opens its sheet. */
export function PhoneOrderRow({
  tab,
  row,
  note,
  onOpen,
}: {
  tab: OrderTab
  row: CellProps
  /** Further mark below the product. */
  note?: string | undefined
  onOpen: () => void
}) {
  const { t } = useTranslation('trade')
  const [middle, last] = figuresOf[tab](row)
  return (
    <li>
      <button
        type="button"
        className={`${rowClass} ${styles.row}`}
        title={t('details', { id: row.order.id })}
        onClick={onOpen}
      >
        <span>
          <ProductCell {...row} note={note} />
        </span>
        <span>{middle}</span>
        <span>{last}</span>
      </button>
    </li>
  )
}
