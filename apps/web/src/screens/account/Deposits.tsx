import type { DataOf } from '@glasshouse/core/calls'
import { usdt } from '@glasshouse/core/money/units'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { StateNote } from '@glasshouse/ui/StateNote'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useReload } from '../../live/query.ts'
import { usePrivateEvents } from '../../live/stream.ts'
import { useFigures } from '../../parts/figures.ts'
import { failedList } from '../../parts/ListFailed.tsx'
import { ListPager } from '../../parts/ListPager.tsx'
import styles from './reading.module.css'

type Deposit = DataOf<'/api/pay/myPay'>[number]

/** The words and colours of the wire's states 0, 1 and 2. */
const states = {
  0: { key: 'wait', tone: 'warn' },
  1: { key: 'success', tone: 'brand' },
  2: { key: 'failed', tone: 'danger' },
} as const satisfies Readonly<Record<Deposit['status'], { key: string; tone: BadgeTone }>>

const pageSize = 10
/** While one waits, the list looks again this often; the push usually comes first. */
const waitingLookMs = 4000

/** What became of the deposits. */
export function Deposits() {
  const { t } = useTranslation('account')
  const [page, setPage] = useState(1)
  const [waiting, setWaiting] = useState(false)
  const list = useList(
    '/api/pay/myPay',
    { pageNum: page, pageSize },
    waiting ? { everyMs: waitingLookMs } : {},
  )
  const waits = list.data?.some((deposit) => deposit.status === 0) ?? false
  if (waits !== waiting) setWaiting(waits)
  const reload = useReload()
  const refresh = () => reload('/api/pay/myPay')
  usePrivateEvents((message) => message.e === 'WALLET_CHANGED' && refresh(), refresh)
  const columns = useColumns()
  return (
    <section className={styles.pane}>
      <h2 className={styles.paneTitle}>{t('recharge.list')}</h2>
      <Table<Deposit>
        caption={t('recharge.list')}
        size="roomy"
        rows={list.data}
        rowKey={(deposit) => deposit.id}
        columns={columns}
        empty={<StateNote icon="download" title={t('recharge.none')} text={t('recharge.noneText')} />}
        failed={failedList(list)}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </section>
  )
}

const inUsdt = (word: string): string => `${word}, USDT`

const useColumns = (): readonly Column<Deposit>[] => {
  const { t } = useTranslation('account')
  const figures = useFigures()
  return [
    {
      id: 'time',
      head: t('recharge.time'),
      bone: 96,
      cell: (deposit) => figures.full(deposit.creatTime),
    },
    { id: 'via', head: t('recharge.via'), cell: (deposit) => deposit.channel },
    {
      id: 'money',
      head: inUsdt(t('recharge.money')),
      align: 'right',
      cell: (deposit) => (
        <span className={styles.strong}>{figures.amount(usdt(deposit.money), 'floor')}</span>
      ),
    },
    {
      id: 'state',
      head: t('recharge.state'),
      align: 'right',
      cell: (deposit) => {
        const { key, tone } = states[deposit.status]
        return <Badge tone={tone}>{t(`recharge.${key}`)}</Badge>
      },
    },
  ]
}
