import type { DataOf } from '@glasshouse/core/calls'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { Panel } from '../../../components/page/Page.tsx'
import { usePagedCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import { productEveryMs } from '../useInvest.ts'
import copyStyles from './Copy.module.css'

type Dealing = DataOf<'/api/invest/poolDealings'>[number]

const pageSize = 10

/** The dealings of a pool, one a midnight: prices of a unit, and what came in, went out and was paid to the lead. */
export function PoolDealings({
  product: { id, name },
}: {
  product: { readonly id: number; readonly name: string }
}) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const list = usePagedCall(
    '/api/invest/poolDealings',
    { id, ...pageToWire(page, pageSize) },
    { everyMs: productEveryMs },
  )
  const amount = (key: 'putin' | 'paidout' | 'fee'): Column<Dealing> => ({
    id: key,
    head: t(`dealings.${key}`),
    align: 'right',
    cell: (row) => figures.amountText(row[key], 'floor'),
  })
  const columns: readonly Column<Dealing>[] = [
    { id: 'time', head: t('dealings.time'), cell: ({ time }) => figures.day(time) },
    {
      id: 'entry',
      head: t('dealings.entry'),
      align: 'right',
      className: copyStyles.wide,
      cell: ({ entryprice }) => figures.plain(entryprice),
    },
    {
      id: 'exit',
      head: t('dealings.exit'),
      align: 'right',
      cell: ({ exitprice }) => figures.plain(exitprice),
    },
    amount('putin'),
    amount('paidout'),
    { ...amount('fee'), className: copyStyles.wide },
  ]
  const title = t('dealings.title', { name })
  return (
    <Panel title={title} beside={<span className={styles.caption}>{t('dealings.text')}</span>}>
      <div className={copyStyles.body}>
        <div className={orderStyles.mini}>
          <Table<Dealing>
            caption={title}
            rows={list.data}
            rowKey={({ time }) => time}
            columns={columns}
            empty={<EmptyState icon="orders" title={t('dealings.none')} text={t('dealings.noneText')} />}
            failed={listErrorOf(list)}
          />
          <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
        </div>
      </div>
    </Panel>
  )
}
