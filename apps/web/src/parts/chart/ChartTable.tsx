import type { CandleRow } from '@glasshouse/core/markets/wire'
import { StateNote } from '@glasshouse/ui/StateNote'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFigures } from '../figures.ts'
import styles from './ChartPane.module.css'

const shown = 100

/** The chart's candles as a table, newest first, for whoever cannot see the picture. */
export default function ChartTable({
  rows,
  scale,
  symbol,
  daily,
}: {
  rows: readonly CandleRow[]
  scale: number
  symbol: string
  daily: boolean
}) {
  const { t } = useTranslation('chart')
  const figures = useFigures()
  const when = (row: CandleRow): string => {
    const day = figures.day(row.time * 1000)
    return daily ? day : `${day} ${figures.minute(row.time * 1000)}`
  }
  const price = (id: 'open' | 'high' | 'low' | 'close'): Column<CandleRow> => ({
    id,
    head: t(`${id}Long`),
    align: 'right',
    cell: (row) => figures.priceText(row[id], scale),
  })
  const columns: Column<CandleRow>[] = [
    { id: 'time', head: t('time'), cell: when },
    price('open'),
    price('high'),
    price('low'),
    price('close'),
    { id: 'volume', head: t('volumeLong'), align: 'right', cell: (row) => figures.plain(row.volume) },
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table has to be scrolled by keyboard too
    <section className={styles.table} tabIndex={0} aria-label={t('tableOf', { symbol })}>
      <Table
        caption={t('tableOf', { symbol })}
        columns={columns}
        rows={rows.slice(-shown).reverse()}
        rowKey={(row) => row.time}
        size="dense"
        empty={<StateNote icon="candles" title={t('empty')} />}
      />
    </section>
  )
}
