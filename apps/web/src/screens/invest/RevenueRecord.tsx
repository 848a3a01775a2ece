import {
  type InvestOrder,
  listOrderDaysToWire,
  orderDaysFromWire,
} from '@glasshouse/core/invest/orders/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Select } from '@glasshouse/ui/Select'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { idOf } from '../../components/addressId.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useAllOrders } from '../../components/holdings/investOrders.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { AccrualTable } from './AccrualTable.tsx'
import { CopyDays } from './copy/CopyDays.tsx'
import styles from './Invest.module.css'
import { OrderChart } from './OrderChart.tsx'
import orderStyles from './Orders.module.css'
import { planOf } from './orderPlan.ts'
import { useIsStale } from './useInvest.ts'

const pageSize = 30

/** Earnings of one of my orders: a plot and a row per day. */
export default function RevenueRecord() {
  return useSignedIn() ? <Earnings /> : null
}

function Earnings() {
  const { t } = useTranslation(['invest', 'copy'])
  const figures = useFormatters()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const orders = useAllOrders()
  const isStale = useIsStale(orders)
  const id = idOf(search.get('id'))
  const order =
    orders.data?.find((row) => row.id === id) ??
    orders.data?.find(({ accrued }) => accrued !== 0n) ??
    orders.data?.[0]
  return (
    <Page title={t('order.earnings')} lead={t('history.lead')} back={paths.history()}>
      <Panel>
        {isStale && (
          <p className={styles.stale} role="status">
            {t('stale')}
          </p>
        )}
        {order === undefined ? (
          <Nothing orders={orders} />
        ) : (
          <div className={orderStyles.order}>
            <Select
              label={t('history.order')}
              options={(orders.data ?? []).map((row) => ({
                value: String(row.id),
                label: `${row.productName} · ${figures.full(row.createdMs)}`,
              }))}
              value={String(order.id)}
              onChange={(next) =>
                navigate(paths.revenueRecord({ id: idOf(next) ?? undefined }), { replace: true })
              }
            />
            {order.kind === 'copy' ? (
              <CopyDays key={order.id} order={order} pageSize={pageSize} />
            ) : (
              <OfOrder key={order.id} order={order} />
            )}
          </div>
        )}
      </Panel>
    </Page>
  )
}

function Nothing({ orders }: { orders: ReturnType<typeof useAllOrders> }) {
  const { t } = useTranslation('invest')
  if (orders.data === undefined)
    return orders.error ? <ListError list={orders} /> : <Skeleton width="100%" height={320} />
  return (
    <EmptyState
      icon="leaf"
      title={t('revenue.none')}
      text={t('history.noneText')}
      action={
        <Link href={paths.project()} className={buttonClass({ variant: 'primary' })}>
          {t('toProducts')}
        </Link>
      }
    />
  )
}

function OfOrder({ order }: { order: InvestOrder }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const rows = useDecodedPage(
    '/api/invest/financialDetail',
    listOrderDaysToWire(order.id, page, pageSize),
    orderDaysFromWire,
  )
  const plan = planOf(order, rows.total ?? 0)
  return (
    <>
      <header className={styles.between}>
        <h2 className={styles.text}>{t('revenue.sum')}</h2>
        <b className={styles.heading}>{figures.amount(order.accrued, 'floor', 8, 'always')} USDT</b>
      </header>
      <OrderChart order={order} plan={plan} ready={rows.total !== undefined} />
      <AccrualTable order={order} plan={plan} rows={rows} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}
