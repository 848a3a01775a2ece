import { amountScale, formatDecimal } from '@glasshouse/core/money/units'
import { parseReport, type Report } from '@glasshouse/core/trust/liabilities/report'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { usePagedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { shortHash } from './shortHash.ts'

const pageSize = 10

type Row = Report & { readonly hash: string; readonly checks: number }

/** Every report there ever was, the newest first. */
export function Reports() {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const list = usePagedCall('/api/trust/liabilityList', pageToWire(page, pageSize))
  const rows = list.data?.flatMap((signed) => {
    const report = parseReport(signed.text)
    return report === null ? [] : [{ ...report, hash: signed.hash, checks: signed.checks }]
  })
  return (
    <Panel title={t('list.title')}>
      <Table
        caption={t('list.title')}
        rows={rows}
        rowKey={({ number }) => number}
        empty={<EmptyState icon="rows" title={t('owed.none')} />}
        failed={list.error && rows === undefined ? <ListError list={list} /> : undefined}
        columns={[
          { id: 'number', head: t('list.number'), cell: ({ number }) => <b>{figures.whole(number)}</b> },
          {
            id: 'time',
            head: t('list.time'),
            cell: ({ time }) => (site === 'phone' ? figures.day(time) : figures.full(time)),
          },
          {
            id: 'owed',
            head: t('list.owed'),
            align: 'right',
            cell: ({ totals }) =>
              figures.amountText(formatDecimal(totals.get('USDT') ?? 0n, amountScale), 'floor', 4),
          },
          ...(site === 'phone'
            ? []
            : ([
                {
                  id: 'accounts',
                  head: t('list.accounts'),
                  align: 'right',
                  cell: ({ customers }) => figures.whole(customers),
                },
                {
                  id: 'hash',
                  head: t('heads.hash'),
                  align: 'right',
                  cell: ({ hash }) => <code title={hash}>{shortHash(hash)}</code>,
                },
              ] satisfies Column<Row>[])),
          {
            id: 'checks',
            head: t('list.checks'),
            align: 'right',
            cell: ({ checks }) => figures.whole(checks),
          },
        ]}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </Panel>
  )
}
