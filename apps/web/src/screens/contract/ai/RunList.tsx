import type { AiRunRow } from '@glasshouse/core/ai/wire'
import type { Market } from '@glasshouse/core/markets/codec'
import { usdt } from '@glasshouse/core/money/units'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { usePagedCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'
import { resultOf } from './signal.ts'

export const runsOnFirstPage = pageToWire(1, 5)
const { pageSize } = runsOnFirstPage

const useColumns = (markets: readonly Market[]) => {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const right = 'right' as const
  const stateOf = ({ state, reason }: AiRunRow): string =>
    reason === null ? t(state === 2 ? 'run.trading' : 'run.waiting') : t(`reason.${reason}`)
  const run: Column<AiRunRow> = {
    id: 'run',
    head: t('runs.run'),
    cell: (row) => (
      <>
        {row.id} {markets.find(({ pid }) => pid === row.pid)?.symbol ?? ''}
        <span className={styles.under}>{figures.full(row.createtime)}</span>
      </>
    ),
  }
  const result: Column<AiRunRow> = {
    id: 'result',
    head: t('results.net'),
    align: right,
    cell: (row) => (
      <>
        {figures.own(resultOf(usdt(row.profit), usdt(row.fees)), 'always')}
        <span className={styles.under}>{stateOf(row)}</span>
      </>
    ),
  }
  /** What a wide table has between the run and its result. */
  const between: readonly Column<AiRunRow>[] = [
    {
      id: 'stake',
      head: t('new.price'),
      align: right,
      cell: (row) => (
        <>
          {figures.plain(row.price)}
          <span className={styles.under}>{row.multiple}×</span>
        </>
      ),
    },
    {
      id: 'done',
      head: t('run.done'),
      align: right,
      cell: (row) => t('run.doneOf', { done: figures.whole(row.done), times: figures.whole(row.times) }),
    },
    { id: 'maxLoss', head: t('new.maxloss'), align: right, cell: (row) => figures.plain(row.maxloss) },
    {
      id: 'gross',
      head: t('results.gross'),
      align: right,
      cell: (row) => figures.own(usdt(row.profit), 'always'),
    },
    { id: 'fees', head: t('results.fees'), align: right, cell: (row) => figures.charge(usdt(row.fees)) },
  ]
  return { run, result, between }
}

/** The customer's runs with their results; a wide list also says what each was started with. */
export function RunList({ markets, isWide }: { markets: readonly Market[]; isWide: boolean }) {
  const { t } = useTranslation('ai')
  const [page, setPage] = useState(1)
  const list = usePagedCall('/api/ai/aiList', pageToWire(page, pageSize))
  const { run, result, between } = useColumns(markets)
  return (
    <>
      <Table
        caption={t('runs.title')}
        columns={isWide ? [run, ...between, result] : [run, result]}
        rows={list.data}
        rowKey={({ id }) => id}
        failed={listErrorOf(list)}
        empty={<EmptyState icon="clock" title={t('runs.empty')} />}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}
