import type { AiRun } from '@glasshouse/core/ai/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'
import { resultOf } from './signal.ts'
import { runsPerPage, useAiRuns } from './useAi.ts'

const useColumns = (markets: readonly Market[]) => {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const right = 'right' as const
  const stateOf = ({ state, reason }: AiRun): string =>
    reason === null ? t(state === 'trading' ? 'run.trading' : 'run.waiting') : t(`reason.${reason}`)
  const run: Column<AiRun> = {
    id: 'run',
    head: t('runs.run'),
    cell: (row) => (
      <>
        {row.id} {markets.find(({ pid }) => pid === row.pid)?.symbol ?? ''}
        <span className={styles.under}>{figures.full(row.createdMs)}</span>
      </>
    ),
  }
  const result: Column<AiRun> = {
    id: 'result',
    head: t('results.net'),
    align: right,
    cell: (row) => (
      <>
        {figures.own(resultOf(row.profit, row.fees), 'always')}
        <span className={styles.under}>{stateOf(row)}</span>
      </>
    ),
  }
  /** What a wide table has between the run and its result. */
  const between: readonly Column<AiRun>[] = [
    {
      id: 'stake',
      head: t('new.price'),
      align: right,
      cell: (row) => (
        <>
          {figures.plain(formatUsdt(row.stake))}
          <span className={styles.under}>{row.leverage}×</span>
        </>
      ),
    },
    {
      id: 'done',
      head: t('run.done'),
      align: right,
      cell: (row) => t('run.doneOf', { done: figures.whole(row.done), times: figures.whole(row.times) }),
    },
    {
      id: 'maxLoss',
      head: t('new.maxLoss'),
      align: right,
      cell: (row) => figures.plain(formatUsdt(row.maxLoss)),
    },
    {
      id: 'gross',
      head: t('results.gross'),
      align: right,
      cell: (row) => figures.own(row.profit, 'always'),
    },
    { id: 'fees', head: t('results.fees'), align: right, cell: (row) => figures.charge(row.fees) },
  ]
  return { run, result, between }
}

/** The customer's runs with their results; a wide list also says what each was started with. */
export function RunList({ markets, isWide }: { markets: readonly Market[]; isWide: boolean }) {
  const { t } = useTranslation('ai')
  const [page, setPage] = useState(1)
  const list = useAiRuns(page)
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
      <ListPager list={list} page={page} pageSize={runsPerPage} onPage={setPage} />
    </>
  )
}
