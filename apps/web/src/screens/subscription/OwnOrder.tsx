import type { Application, Issue } from '@glasshouse/core/subscription/codec'
import { orderStatuses } from '@glasshouse/core/subscription/rules'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Subscription.module.css'
import { coinOf, useLeftText } from './useIssues.ts'

const ConfirmPayment = lazy(() => import('./ConfirmPayment.tsx'))
const ConfirmWithdrawal = lazy(() => import('./ConfirmWithdrawal.tsx'))

const names = { 1: 'confirming', 2: 'toPay', 3: 'completed', 4: 'cancelled' } as const
const tones: Readonly<Record<Application['status'], BadgeTone>> = {
  1: 'plain',
  2: 'warn',
  3: 'brand',
  4: 'plain',
}

/** State of an application in words. */
export function OrderState({ status }: { status: Application['status'] }) {
  const { t } = useTranslation('subscription')
  return <Badge tone={tones[status]}>{t(`order.${names[status]}`)}</Badge>
}

/** What comes next for an application, or how it ended. */
export function OrderWhen({ order }: { order: Application }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  if (order.status === orderStatuses.toPay) return <Deadline order={order} />
  if (order.paytime !== null) return <>{t('paidAt', { time: figures.full(order.paytime) })}</>
  if (order.reason !== undefined) return <>{t(`reason.${order.reason}`)}</>
  return <>{t('appliedAt', { time: figures.full(order.ctime) })}</>
}

function Deadline({ order: { lasttime } }: { order: Application }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const left = useLeftText(lasttime)
  return <>{t('payBy', { day: figures.day(lasttime - 1), left })}</>
}

/** My application for an issue: what was asked and allotted, what it costs, and what can be done now. */
export function OwnOrder({ issue, order }: { issue: Issue; order: Application }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const coin = coinOf(issue)
  const isAllotted = order.status === orderStatuses.toPay || order.status === orderStatuses.completed
  return (
    <div className={styles.form}>
      <div className={styles.ownHead}>
        <h3>{t('yourOrder')}</h3>
        <OrderState status={order.status} />
      </div>
      <p className={styles.text}>
        <OrderWhen order={order} />
      </p>
      <DescriptionList
        items={[
          { id: 'asked', label: t('askedFor'), value: `${figures.plain(order.asked)} ${coin}` },
          ...(isAllotted
            ? [{ id: 'allotted', label: t('allotted'), value: `${figures.plain(order.amout)} ${coin}` }]
            : []),
          ...(order.status === orderStatuses.cancelled
            ? []
            : [
                {
                  id: 'money',
                  label: t(
                    order.status === orderStatuses.completed ? 'paid' : isAllotted ? 'toPay' : 'toPayAll',
                  ),
                  value: `${figures.amountText(order.money, 'ceil')} USDT`,
                  total: isAllotted,
                },
              ]),
          ...(order.status === orderStatuses.confirming
            ? [{ id: 'held', label: t('heldNow'), value: `${figures.amount(0n, 'floor')} USDT` }]
            : []),
        ]}
      />
      <OrderActions order={order} issue={issue} />
    </div>
  )
}

/** Buttons of an application: pay, withdraw, or go to the delivered coins. */
export function OrderActions({
  order,
  issue,
  size,
}: {
  order: Application
  /** Null where the market price is not known. */
  issue: Issue | null
  size?: 's'
}) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const [asking, setAsking] = useState<'pay' | 'withdraw' | null>(null)
  const close = () => setAsking(null)
  if (order.status === orderStatuses.completed)
    return (
      <Link href={paths.assets({ wallet: 'coin' })} className={buttonClass(size ? { size } : {})}>
        {t('toCoins')}
      </Link>
    )
  if (order.status === orderStatuses.cancelled) return null
  return (
    <div className={styles.actions}>
      {order.status === orderStatuses.toPay && (
        <Button {...(size ? { size } : {})} variant="primary" onClick={() => setAsking('pay')}>
          {t('pay', { amount: figures.amountText(order.money, 'ceil') })}
        </Button>
      )}
      <Button {...(size ? { size } : {})} onClick={() => setAsking('withdraw')}>
        {t('withdraw')}
      </Button>
      <Suspense>
        {asking === 'pay' && <ConfirmPayment order={order} issue={issue} onClose={close} />}
        {asking === 'withdraw' && <ConfirmWithdrawal order={order} onClose={close} />}
      </Suspense>
    </div>
  )
}
