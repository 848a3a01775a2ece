import {
  type InvestOrder,
  listOrderDaysToWire,
  orderDaysFromWire,
} from '@glasshouse/core/invest/orders/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useInvestSummary } from '../../components/holdings/investSummary.ts'
import { useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { AccrualTable } from './AccrualTable.tsx'
import { useTimeLeft } from './Countdown.tsx'
import { CopyOrder } from './copy/CopyOrder.tsx'
import styles from './Invest.module.css'
import { OrderChart } from './OrderChart.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import orderStyles from './Orders.module.css'
import { isRunning, planOf, redemptionObstacle, redemptionView, stateTone, sumOf } from './orderPlan.ts'

const RedeemDialog = lazy(() => import('./RedeemDialog.tsx'))

const rowsPerPage = 10

/** One order. */
export function OrderDetail({ order }: { order: InvestOrder }) {
  return order.kind === 'copy' ? <CopyOrder order={order} /> : <InterestOrder order={order} />
}

/** Earnings day by day, terms, and early redemption. */
function InterestOrder({ order }: { order: InvestOrder }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  // It tells the business calendar, by which redemption opens.
  useInvestSummary()
  const rows = useDecodedPage(
    '/api/invest/financialDetail',
    listOrderDaysToWire(order.id, page, rowsPerPage),
    orderDaysFromWire,
  )
  const plan = planOf(order, rows.total ?? 0)
  return (
    <div className={orderStyles.order}>
      <header className={styles.between}>
        <div>
          <h2 className={styles.heading}>{order.productName}</h2>
          <p className={styles.text}>
            {t('order.bought', { id: order.id, time: figures.full(order.createdMs) })}
          </p>
        </div>
        <Badge tone={stateTone(order.state)}>{t(`state.${order.state}`)}</Badge>
      </header>
      <OrderChart order={order} plan={plan} ready={rows.total !== undefined} />
      <AccrualTable
        order={order}
        plan={plan}
        rows={rows}
        page={page}
        pageSize={rowsPerPage}
        onPage={setPage}
      />
      <OrderFacts order={order} planned={sumOf(plan.filter(({ state }) => state === 'planned'))} />
      {isRunning(order) && <Redemption order={order} />}
      <p className={styles.between}>
        <Link className={styles.link} href={paths.revenueRecord({ id: order.id })}>
          {t('order.all')}
        </Link>
        <Link className={buttonClass({ size: 's' })} href={paths.details({ id: order.productId })}>
          {t('order.product')}
        </Link>
      </p>
    </div>
  )
}

/** Early redemption: the button, or why it is not possible now. */
function Redemption({ order }: { order: InvestOrder }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const nowMs = useCalendarNow(1000)
  const [asking, setAsking] = useState(false)
  const left = useTimeLeft(order.nextMs ?? order.endsMs)
  const view = redemptionView(order, nowMs)
  const obstacle = redemptionObstacle(order, nowMs)
  if (view === null) return null
  if (obstacle === 'redeeming') return <p className={styles.note}>{t('order.settlesIn', { left })}</p>
  if (order.kind === 'experience') return <p className={styles.note}>{t('order.trialNoRedeem')}</p>
  if (obstacle === 'never') return <p className={styles.note}>{t('exit.never')}</p>
  const reason =
    obstacle === null
      ? undefined
      : t(`refusal.${obstacle}`, {
          until: figures.full(order.redeemableMs),
          loan: order.loanId ?? '',
        })
  return (
    <div className={orderStyles.redeem}>
      <Button reasonPlace="below" reason={reason} onClick={() => setAsking(true)}>
        {t('order.redeem')}
      </Button>
      {obstacle === null && (
        <span className={styles.caption}>
          {t('order.redeemBack', {
            payout: figures.amount(view.payout, 'floor'),
            givenUp: figures.amount(view.givenUp, 'floor'),
          })}
        </span>
      )}
      {asking && (
        <Suspense fallback={null}>
          <RedeemDialog order={order} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
