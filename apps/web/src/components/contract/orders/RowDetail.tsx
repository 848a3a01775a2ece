import { IconButton } from '@glasshouse/ui/IconButton'
import type { Column } from '@glasshouse/ui/Table'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { CellProps } from '../cells.tsx'
import styles from './Orders.module.css'

/** Button that shows the columns hidden on a narrow page. */
export function DetailSwitch({
  order,
  isOpen,
  onToggle,
}: CellProps & { isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('contract')
  return (
    <IconButton
      className={isOpen ? styles.opened : styles.narrow}
      icon="down"
      label={t('orders.more', { id: order.id })}
      aria-expanded={isOpen}
      small
      onClick={onToggle}
    />
  )
}

/** Columns hidden on a narrow page, as a list below the row. */
export function RowDetail({ columns, row }: { columns: readonly Column<CellProps>[]; row: CellProps }) {
  return (
    <dl className={styles.detail}>
      {columns
        .filter(({ className }) => className === styles.wide)
        .map(({ id, head, cell }) => (
          <div key={id}>
            <dt>{head}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
    </dl>
  )
}
