import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import { formatUnitPrice, type InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useCalendarNow } from '../../../components/calendar.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { useInvestSummary } from '../../../components/holdings/investSummary.ts'
import { Result } from '../../../components/record/Figures.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import { isRunning, stateTone } from '../orderPlan.ts'
import copyStyles from './Copy.module.css'
import { CopyDays } from './CopyDays.tsx'
import { exitOf } from './copyOrder.ts'
import { PoolOrders } from './PoolOrders.tsx'
import { stopLossLimit } from './terms.ts'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'))

/** A copy order: value and units, its days to the unit, what the pool traded, and the ways to leave. */
export function CopyOrder({ order }: { order: InvestOrder }) {
  const { t } = useTranslation(['copy', 'invest'])
  const figures = useFormatters()
  // It tells the business calendar, by which dealings happen.
  useInvestSummary()
  const { copy } = order
  // Before its first dealing an order has no units, and nothing of it has a value yet.
  const dealt = order.state === 'waiting' ? null : copy
  const rows = [
    { id: 'value' as const, value: dealt === null ? '—' : figures.amount(dealt.value, 'floor') },
    { id: 'putIn' as const, value: figures.amount(order.principal, 'floor') },
    { id: 'profit' as const, value: dealt === null ? '—' : <Result amount={order.accrued} /> },
    { id: 'units' as const, value: dealt === null ? '—' : figures.coins(dealt.units) },
    {
      id: 'unitPrice' as const,
      value: dealt === null ? '—' : figures.plain(formatUnitPrice(dealt.unitPrice)),
    },
    { id: 'hwm' as const, value: dealt === null ? '—' : figures.plain(formatUnitPrice(dealt.highWaterMark)) },
  ]
  return (
    <div className={orderStyles.order}>
      <header className={styles.between}>
        <div>
          <h2 className={styles.heading}>{order.productName}</h2>
          <p className={styles.text}>
            {t('invest:order.bought', { id: order.id, time: figures.full(order.createdMs) })}
          </p>
        </div>
        <Badge tone={stateTone(order.state)}>{t(`invest:state.${order.state}`)}</Badge>
      </header>
      <Announcement order={order} />
      <dl className={`${styles.parts} ${copyStyles.pool}`}>
        {rows.map(({ id, value }) => (
          <div key={id}>
            <dt>{t(`order.${id}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.state === 'running' && <p className={styles.caption}>{t('order.indicative')}</p>}
      {isRunning(order) && <Leaving order={order} />}
      <CopyDays order={order} pageSize={10} />
      <Facts order={order} />
      <PoolOrders id={order.id} />
      <p className={styles.between}>
        <Link className={styles.link} href={paths.revenueRecord({ id: order.id })}>
          {t('invest:order.all')}
        </Link>
        <Link className={buttonClass({ size: 's' })} href={paths.details({ id: order.productId, type: '5' })}>
          {t('invest:order.product')}
        </Link>
      </p>
    </div>
  )
}

/** The dealing an order waits for, or at which it leaves. */
function Announcement({ order }: { order: InvestOrder }) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  if (order.state === 'waiting' && order.nextMs !== null)
    return <p className={styles.note}>{t('order.waiting', { time: figures.full(order.nextMs) })}</p>
  const leavesMs = order.copy?.leavesMs ?? null
  if (!isRunning(order) || leavesMs === null) return null
  return <p className={styles.note}>{t('leave.leavesAt', { time: figures.full(leavesMs) })}</p>
}

/** Terms of the order as it was bought, and what its end paid. */
function Facts({ order }: { order: InvestOrder }) {
  const { t } = useTranslation(['copy', 'invest'])
  const figures = useFormatters()
  const { copy } = order
  if (copy === null) return null
  const limit = stopLossLimit(order.principal, copy.stopLossPercent)
  const terms: readonly DescriptionItem[] = [
    {
      id: 'stop',
      label: t('stopLoss'),
      value: t('order.stopLossValue', {
        percent: figures.whole(copy.stopLossPercent),
        limit: figures.amount(limit, 'floor'),
      }),
    },
    {
      id: 'fee',
      label: t('leadFee'),
      value: t('ofProfit', { percent: figures.plain(percentOfPpm(copy.leadFeePpm)) }),
    },
    { id: 'levy', label: t('order.levy'), value: `${figures.plain(percentOfPpm(copy.exitLevyPpm))}%` },
  ]
  const ends: readonly DescriptionItem[] = isRunning(order)
    ? [{ id: 'period', label: t('order.periodEnds'), value: figures.full(order.redeemableMs) }]
    : [
        { id: 'taken', label: t('invest:order.feeTaken'), value: figures.amount(order.fee, 'ceil', 8) },
        {
          id: 'payout',
          label: t('invest:order.paidOut'),
          value: `${figures.amount(order.payout, 'floor', 8)} USDT`,
          total: true,
        },
      ]
  return <DescriptionList items={[...terms, ...ends]} />
}

/** The ways to leave that are open now. */
function Leaving({ order }: { order: InvestOrder }) {
  const { t } = useTranslation('copy')
  const [asking, setAsking] = useState(false)
  const canReplace = exitOf(order, 'now', useCalendarNow(1000)) !== null
  const name =
    order.state === 'waiting'
      ? t('leave.takeBack')
      : order.copy !== null && order.copy.leavesMs !== null
        ? canReplace && t('leave.instead')
        : t('leave.leave')
  if (name === false) return null
  return (
    <div className={orderStyles.redeem}>
      <Button onClick={() => setAsking(true)}>{name}</Button>
      {asking && (
        <Suspense fallback={null}>
          <LeaveDialog order={order} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
