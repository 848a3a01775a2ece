import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  type CellProps,
  LotsCell,
  MarginCell,
  OpenCell,
  ProductCell,
  ProfitCell,
  TimeCell,
} from '../../components/contract/cells.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { listErrorOf } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { useContractOrders } from '../../data/contractOrders.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Transaction.module.css'

const pageSize = 10

/** Open positions of a contract wallet with their margin, paginated. */
export function MarginOrders({ wallet }: { wallet: ContractWallet }) {
  const { t } = useTranslation('transaction')
  const [page, setPage] = useState(1)
  const markets = useMarkets()
  const list = useContractOrders({
    wallet,
    states: ['open', 'closing'],
    page,
    pageSize,
  })
  const columns = useColumns()
  const rows =
    markets.data &&
    list.data?.flatMap((order): CellProps[] => {
      const market = markets.data?.find((row) => row.pid === order.pid)
      return market ? [{ order, market }] : []
    })
  const none = (
    <EmptyState
      icon="orders"
      title={t('none')}
      text={t('noneText')}
      action={
        <Link href={paths.contract()} className={buttonClass({ size: 's' })}>
          {t('toContract')}
        </Link>
      }
    />
  )
  const failed = listErrorOf(list) ?? listErrorOf(markets)
  return (
    <>
      {site === 'desktop' ? (
        <Table<CellProps>
          caption={t('orders')}
          size="roomy"
          rows={rows}
          rowKey={({ order }) => order.id}
          columns={columns}
          empty={none}
          failed={failed}
        />
      ) : rows === undefined ? (
        (failed ?? <div className={styles.waiting} aria-busy="true" />)
      ) : rows.length === 0 ? (
        none
      ) : (
        <ul>
          {rows.map((row) => (
            <PhoneRow key={row.order.id} row={row} />
          ))}
        </ul>
      )}
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}

function PhoneRow({ row }: { row: CellProps }) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const { order } = row
  return (
    <li>
      <Link href={paths.contract({ symbol: order.symbol })} className={styles.row}>
        <span className={styles.grow}>
          <ProductCell {...row} />
        </span>
        <span className={styles.end}>
          <ProfitCell {...row} />
        </span>
        <span className={styles.end}>
          {figures.own(order.margin)}
          <span className={styles.small}>{t('marginHead')}</span>
        </span>
      </Link>
    </li>
  )
}

const useColumns = (): readonly Column<CellProps>[] => {
  const { t } = useTranslation(['transaction', 'contract'])
  const right = 'right' as const
  return [
    { id: 'product', head: t('contract:orders.product'), cell: (row) => <ProductCell {...row} /> },
    { id: 'lots', head: t('contract:orders.lots'), align: right, cell: (row) => <LotsCell {...row} /> },
    { id: 'open', head: t('contract:orders.openPrice'), align: right, cell: (row) => <OpenCell {...row} /> },
    { id: 'profit', head: t('contract:orders.profit'), align: right, cell: (row) => <ProfitCell {...row} /> },
    { id: 'margin', head: t('marginHead'), align: right, cell: (row) => <MarginCell {...row} /> },
    {
      id: 'opened',
      head: t('contract:orders.opened'),
      align: right,
      cell: ({ order }) => <TimeCell instant={order.openedMs ?? order.createdMs} />,
    },
    {
      id: 'way',
      head: <span className="sr-only">{t('contract:orders.actions')}</span>,
      align: right,
      bone: 0,
      cell: ({ order }) => (
        <Link
          href={paths.contract({ symbol: order.symbol })}
          className={buttonClass({ size: 's' })}
          aria-label={t('manageOf', { symbol: order.symbol })}
        >
          {t('manage')}
        </Link>
      ),
    },
  ]
}
