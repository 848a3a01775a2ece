import type { DataOf } from '@glasshouse/core/calls'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useReload } from '../../live/query.ts'
import { usePrivateEvents } from '../../live/stream.ts'
import { useFigures } from '../../parts/figures.ts'
import { failedList } from '../../parts/ListFailed.tsx'
import { ListPager } from '../../parts/ListPager.tsx'
import styles from './Journal.module.css'

type Withdrawal = DataOf<'/api/pay/withdrawalList'>[number]

/** The colours of the wire's states 0 to 3. */
const tones = ['warn', 'brand', 'danger', 'plain'] as const satisfies readonly BadgeTone[]

const pageSize = 10

/** What became of the withdrawals. */
export function Withdrawals() {
  const { t } = useTranslation('journal')
  const figures = useFigures()
  const [page, setPage] = useState(1)
  const list = useList('/api/pay/withdrawalList', { pageNum: page, pageSize })
  const reload = useReload()
  const refresh = () => reload('/api/pay/withdrawalList')
  usePrivateEvents(
    (message) => (message.e === 'WALLET_CHANGED' || message.e === 'REVIEW_DECIDED') && refresh(),
    refresh,
  )
  return (
    <section className={styles.pane}>
      <Table<Withdrawal>
        caption={t('tab.withdrawals')}
        size="roomy"
        rows={list.data}
        rowKey={(row) => row.id}
        columns={[
          { id: 'time', head: t('time'), bone: 96, cell: (row) => figures.full(row.bptime) },
          {
            id: 'where',
            head: t('where'),
            className: styles.wide,
            cell: (row) => `${row.name_en} · ${row.destination}`,
          },
          {
            id: 'money',
            head: t('money'),
            align: 'right',
            cell: (row) => figures.amountText(row.bpprice, 'floor'),
          },
          {
            id: 'net',
            head: t('net'),
            align: 'right',
            className: styles.wide,
            cell: (row) => figures.amountText(row.net, 'floor'),
          },
          {
            id: 'state',
            head: t('state'),
            align: 'right',
            cell: (row) => <Badge tone={tones[row.isverified]}>{t(`withdrawal.${row.isverified}`)}</Badge>,
          },
        ]}
        empty={<StateNote icon="upload" title={t('noWithdrawals')} text={t('noWithdrawalsText')} />}
        failed={failedList(list)}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </section>
  )
}
