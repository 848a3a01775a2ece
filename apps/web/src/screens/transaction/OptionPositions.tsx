import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { Table } from '@glasshouse/ui/Table'
import { useLocation } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { listErrorOf } from '../../components/ListError.tsx'
import type { CellProps } from '../../components/option/cells.tsx'
import { columnsOf } from '../../components/option/columns.tsx'
import { PhoneOptionRow } from '../../components/option/PhoneOptionRow.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Transaction.module.css'

/** Open options of all markets below the positions; nothing without any. */
export function OptionPositions({
  orders,
  list,
  markets,
  onReceipt,
}: {
  /** What the filter leaves; undefined while they load. */
  orders: readonly OptionOrder[] | undefined
  list: QueryState<readonly OptionOrder[]>
  markets: readonly Market[]
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation(['transaction', 'options'])
  const { t: tOptions } = useTranslation('options')
  const figures = useFormatters()
  const [, navigate] = useLocation()
  const failed = listErrorOf(list, t('options:orders.failed'))
  if (failed) return failed
  const rows = orders?.flatMap((order): CellProps[] => {
    const market = markets.find(({ pid }) => pid === order.pid)
    return market ? [{ order, market }] : []
  })
  if (rows === undefined || rows.length === 0) return null
  const acts = {
    onFocus: ({ symbol }: OptionOrder) => navigate(paths.quotes({ symbol })),
    onReceipt,
  }
  const caption = tOptions('orders.list', { tab: t('options:orders.open') })
  if (site === 'phone')
    return (
      <>
        <h3 className={styles.part}>{t('kind.option')}</h3>
        <ul aria-label={caption}>
          {rows.map((row) => (
            <PhoneOptionRow key={row.order.id} row={row} {...acts} />
          ))}
        </ul>
      </>
    )
  const staked = rows.reduce((sum, { order }) => sum + order.stake, 0n)
  return (
    <div className={styles.table}>
      <Table<CellProps>
        caption={caption}
        rows={rows}
        rowKey={({ order }) => order.id}
        columns={columnsOf(tOptions, acts).map((column) =>
          column.id === 'product' ? { ...column, head: t('kind.option') } : column,
        )}
        empty={null}
        onRow={({ order }) => acts.onFocus(order)}
        total={
          rows.length > 1
            ? {
                product: t('positions.options', { count: rows.length }),
                stake: figures.amount(staked, 'ceil'),
              }
            : null
        }
      />
    </div>
  )
}
