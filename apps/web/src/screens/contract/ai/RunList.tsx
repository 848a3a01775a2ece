import type { AiRunRow } from '@glasshouse/core/ai/wire'
import type { Market } from '@glasshouse/core/markets/codec'
import { usdt } from '@glasshouse/core/money/units'
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

const pageSize = 5

/** The customer's runs with their results. */
export function RunList({ markets }: { markets: readonly Market[] }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const list = usePagedCall('/api/ai/aiList', { pageNum: page, pageSize })
  const stateOf = ({ state, reason }: AiRunRow): string =>
    reason === null ? t(state === 2 ? 'run.trading' : 'run.waiting') : t(`reason.${reason}`)
  const columns: readonly Column<AiRunRow>[] = [
    {
      id: 'run',
      head: t('runs.run'),
      cell: (run) => (
        <>
          {run.id} {markets.find(({ pid }) => pid === run.pid)?.symbol ?? ''}
          <span className={styles.under}>{figures.full(run.createtime)}</span>
        </>
      ),
    },
    {
      id: 'result',
      head: t('results.net'),
      align: 'right',
      cell: (run) => (
        <>
          {figures.own(resultOf(usdt(run.profit), usdt(run.fees)), 'always')}
          <span className={styles.under}>{stateOf(run)}</span>
        </>
      ),
    },
  ]
  return (
    <div className={styles.section}>
      <h2>{t('runs.title')}</h2>
      <div className={styles.table}>
        <Table
          caption={t('runs.title')}
          columns={columns}
          rows={list.data}
          rowKey={({ id }) => id}
          failed={listErrorOf(list)}
          empty={<EmptyState icon="clock" title={t('runs.empty')} />}
        />
      </div>
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </div>
  )
}
