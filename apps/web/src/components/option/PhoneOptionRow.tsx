import type { OptionOrder } from '@glasshouse/core/options/codec'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { rowClass } from '../market/phone/Rows.tsx'
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
import styles from './PhoneOptionRow.module.css'

/** Row of one option with its remaining time. */
export function PhoneOptionRow({
  row,
  onFocus,
  onReceipt,
}: {
  row: CellProps
  onFocus: (order: OptionOrder) => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const { id } = row.order
  return (
    <li className={`${rowClass} ${styles.row}`}>
      <ProductCell {...row} onFocus={onFocus} />
      <span className={styles.side}>
        <SideCell {...row} />
        <span>
          <StakeCell {...row} />
        </span>
      </span>
      <span className={styles.figure}>
        <ResultCell {...row} />
      </span>
      <span className={styles.mark}>
        <EvidenceButton label={t('orders.receipt', { id })} size={16} onClick={() => onReceipt(id)} />
      </span>
      <span className={styles.under}>
        <span className={styles.prices}>
          <EntryCell {...row} /> → <PriceCell {...row} />
        </span>
        <span className={styles.expiry}>
          <ExpiryCell {...row} />
        </span>
      </span>
    </li>
  )
}
