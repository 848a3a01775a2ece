import type { PoolDealing } from '@glasshouse/core/invest/copy/pool/codec'
import { formatUnitPrice } from '@glasshouse/core/invest/orders/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { Panel } from '../../../components/page/Page.tsx'
import { usePoolDealings } from '../../../data/pools.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import { productEveryMs } from '../useInvest.ts'
import copyStyles from './Copy.module.css'

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
  const list = usePoolDealings(id, page, pageSize, { everyMs: productEveryMs })
  const amount = (key: 'putIn' | 'paidOut' | 'fee'): Column<PoolDealing> => ({
    id: key,
    head: t(`dealings.${key}`),
    align: 'right',
    cell: (row) => figures.amount(row[key], 'floor'),
  })
  const columns: readonly Column<PoolDealing>[] = [
    { id: 'time', head: t('dealings.time'), cell: ({ atMs }) => figures.day(atMs) },
    {
      id: 'entry',
      head: t('dealings.entry'),
      align: 'right',
      className: copyStyles.wide,
      cell: ({ entryPrice }) => figures.plain(formatUnitPrice(entryPrice)),
    },
    {
      id: 'exit',
      head: t('dealings.exit'),
      align: 'right',
      cell: ({ exitPrice }) => figures.plain(formatUnitPrice(exitPrice)),
    },
    amount('putIn'),
    amount('paidOut'),
    { ...amount('fee'), className: copyStyles.wide },
  ]
  const title = t('dealings.title', { name })
  return (
    <Panel title={title} beside={<span className={styles.caption}>{t('dealings.text')}</span>}>
      <div className={copyStyles.body}>
        <div className={orderStyles.mini}>
          <Table<PoolDealing>
            caption={title}
            rows={list.data}
            rowKey={({ atMs }) => atMs}
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
