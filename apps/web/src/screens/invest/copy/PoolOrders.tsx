import type { PoolOrderView } from '@glasshouse/core/invest/copy/pool/codec'
import type { Price } from '@glasshouse/core/money/units'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { type Column, Table } from '@glasshouse/ui/Table'
import { lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { Panel } from '../../../components/page/Page.tsx'
import { usePoolOrders, usePoolTrades } from '../../../data/pools.ts'
import type { PageState } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import { productEveryMs } from '../useInvest.ts'
import copyStyles from './Copy.module.css'

const pageSize = 10
const PoolReceipt = lazy(() => import('./PoolReceipt.tsx'))

/** What the pool of an order traded: copies with the price of the lead, open ones too, and what was not copied. */
export function PoolOrders({ id }: { id: number }) {
  const { t } = useTranslation('copy')
  const [page, setPage] = useState(1)
  const list = usePoolOrders(id, page, pageSize, { everyMs: productEveryMs })
  return (
    <section className={styles.stack}>
      <div className={styles.between}>
        <h3 className={styles.subheading}>{t('trade.title')}</h3>
        <span className={styles.caption}>{t('trade.text')}</span>
      </div>
      <PoolOrderTable caption={t('trade.title')} list={list} page={page} onPage={setPage} />
    </section>
  )
}

/** The closed positions of the pool of a product, which all users see. */
export function PoolTrades({
  product: { id, name },
}: {
  product: { readonly id: number; readonly name: string }
}) {
  const { t } = useTranslation('copy')
  const [page, setPage] = useState(1)
  const list = usePoolTrades(id, page, pageSize, { everyMs: productEveryMs })
  return (
    <Panel
      title={t('trade.closedTitle', { name })}
      beside={<span className={styles.caption}>{t('trade.closedText')}</span>}
    >
      <div className={copyStyles.body}>
        <PoolOrderTable caption={t('trade.closedTitle', { name })} list={list} page={page} onPage={setPage} />
      </div>
    </Panel>
  )
}

function PoolOrderTable({
  caption,
  list,
  page,
  onPage,
}: {
  caption: string
  list: PageState<readonly PoolOrderView[]>
  page: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('copy')
  const [shown, setShown] = useState<PoolOrderView | null>(null)
  const columns = useColumns(setShown)
  return (
    <>
      <div className={classNames(orderStyles.mini, copyStyles.trades)}>
        <Table<PoolOrderView>
          caption={caption}
          rows={list.data}
          rowKey={({ id: row }) => row}
          columns={columns}
          empty={<EmptyState icon="orders" title={t('trade.none')} text={t('trade.noneText')} />}
          failed={listErrorOf(list)}
        />
        <ListPager list={list} page={page} pageSize={pageSize} onPage={onPage} />
      </div>
      {shown !== null && (
        <Suspense fallback={null}>
          <PoolReceipt row={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}

const useColumns = (onReceipt: (row: PoolOrderView) => void): readonly Column<PoolOrderView>[] => {
  const { t } = useTranslation(['copy', 'contract', 'evidence'])
  const figures = useFormatters()
  const price = (of: Price | null): string => (of === null ? '—' : figures.exactPrice(of))
  const gap = (difference: Price | null): string =>
    difference === null ? '' : t('trade.gap', { amount: figures.exactPrice(difference) })
  const narrow = classNames(orderStyles.sub, copyStyles.narrow)
  return [
    {
      id: 'market',
      head: t('trade.market'),
      cell: (row) => (
        <>
          {row.title} {t(`order.${row.side}`)}
          <span className={orderStyles.sub}>{`${figures.day(row.atMs)}, ${figures.minute(row.atMs)}`}</span>
          <span className={narrow}>
            {t('trade.lots')} {figures.whole(row.lots)} {row.isReduced && t('trade.reduced')}
          </span>
        </>
      ),
    },
    {
      id: 'lots',
      head: t('trade.lots'),
      align: 'right',
      className: copyStyles.wide,
      cell: (row) => (
        <>
          {figures.whole(row.lots)}
          {row.isReduced && <span className={orderStyles.sub}>{t('trade.reduced')}</span>}
        </>
      ),
    },
    {
      id: 'lead',
      head: t('trade.lead'),
      align: 'right',
      className: copyStyles.wide,
      cell: ({ leadPrice, difference }) => (
        <>
          {price(leadPrice)}
          <span className={orderStyles.sub}>{gap(difference)}</span>
        </>
      ),
    },
    {
      id: 'price',
      head: t('trade.price'),
      align: 'right',
      cell: (row) => (
        <>
          {row.skipped === null ? price(row.price) : t(`trade.skipped.${row.skipped}`)}
          {row.skipped === null && (
            <span className={orderStyles.sub}>
              {row.closeReason === null
                ? t('trade.open')
                : t('trade.closed', { price: price(row.closePrice) })}
            </span>
          )}
          <span className={narrow}>
            {t('trade.lead')} {price(row.leadPrice)}
          </span>
          <span className={narrow}>{gap(row.difference)}</span>
        </>
      ),
    },
    {
      id: 'receipt',
      head: <span className="sr-only">{t('evidence:receipt.title')}</span>,
      align: 'right',
      cell: (row) =>
        row.orderId !== null && (
          <EvidenceButton
            label={t('contract:orders.receipt', { id: row.orderId })}
            onClick={() => onReceipt(row)}
          />
        ),
    },
  ]
}
