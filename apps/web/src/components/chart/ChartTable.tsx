import { type ChartInterval, intervalMs } from '@glasshouse/core/markets/intervals'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import styles from './ChartLayers.module.css'
import type { OwnFill } from './orderMarks.ts'

const maxRows = 100

/** Table of the candles, newest first, and the user's fills: the accessible form of the chart. */
export default function ChartTable({
  rows,
  scale,
  symbol,
  interval,
  fills,
}: {
  rows: readonly CandleRow[]
  scale: number
  symbol: string
  interval: ChartInterval
  /** Fills marked on the chart. */
  fills: readonly OwnFill[]
}) {
  const { t } = useTranslation('chart')
  const figures = useFormatters()
  const when = (row: CandleRow): string => {
    const day = figures.day(row.time * 1000)
    return intervalMs[interval] >= intervalMs['1d'] ? day : `${day} ${figures.minute(row.time * 1000)}`
  }
  const fillsIn = ({ time }: CandleRow): string =>
    fills
      .filter((fill) => fill.time >= time * 1000 && fill.time < time * 1000 + intervalMs[interval])
      .map(({ text }) => text)
      .join(', ')
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
    ...(fills.length === 0 ? [] : [{ id: 'fills', head: t('fills'), cell: fillsIn }]),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.table} tabIndex={0} aria-label={t('tableOf', { symbol })}>
      <Table
        caption={t('tableOf', { symbol })}
        columns={columns}
        rows={rows.slice(-maxRows).reverse()}
        rowKey={(row) => row.time}
        size="dense"
        empty={<EmptyState icon="candles" title={t('empty')} />}
      />
    </section>
  )
}
