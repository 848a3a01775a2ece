import type { Application, ApplicationState, Issue } from '@glasshouse/core/subscription/codec'
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

const tones: Readonly<Record<ApplicationState, BadgeTone>> = {
  confirming: 'plain',
  toPay: 'warn',
  completed: 'brand',
  cancelled: 'plain',
}

/** State of an application in words. */
export function OrderState({ state }: { state: ApplicationState }) {
  const { t } = useTranslation('subscription')
  return <Badge tone={tones[state]}>{t(`order.${state}`)}</Badge>
}

/** What comes next for an application, or how it ended. */
export function OrderWhen({ order }: { order: Application }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  if (order.state === 'toPay') return <Deadline order={order} />
  if (order.paidMs !== null) return <>{t('paidAt', { time: figures.full(order.paidMs) })}</>
  if (order.reason !== null) return <>{t(`reason.${order.reason}`)}</>
  return <>{t('appliedAt', { time: figures.full(order.createdMs) })}</>
}

function Deadline({ order: { payableUntilMs } }: { order: Application }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const left = useLeftText(payableUntilMs)
  return <>{t('payBy', { day: figures.day(payableUntilMs - 1), left })}</>
}

/** My application for an issue: what was asked and allotted, what it costs, and what can be done now. */
export function OwnOrder({ issue, order }: { issue: Issue; order: Application }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const coin = coinOf(issue)
  const isAllotted = order.state === 'toPay' || order.state === 'completed'
  return (
    <div className={styles.form}>
      <div className={styles.ownHead}>
        <h3>{t('yourOrder')}</h3>
        <OrderState state={order.state} />
      </div>
      <p className={styles.text}>
        <OrderWhen order={order} />
      </p>
      <DescriptionList
        items={[
          { id: 'asked', label: t('askedFor'), value: `${figures.coins(order.asked)} ${coin}` },
          ...(isAllotted
            ? [{ id: 'allotted', label: t('allotted'), value: `${figures.coins(order.coins)} ${coin}` }]
            : []),
          ...(order.state === 'cancelled'
            ? []
            : [
                {
                  id: 'money',
                  label: t(order.state === 'completed' ? 'paid' : isAllotted ? 'toPay' : 'toPayAll'),
                  value: `${figures.amount(order.money, 'ceil')} USDT`,
                  total: isAllotted,
                },
              ]),
          ...(order.state === 'confirming'
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
  if (order.state === 'completed')
    return (
      <Link href={paths.assets({ wallet: 'coin' })} className={buttonClass(size ? { size } : {})}>
        {t('toCoins')}
      </Link>
    )
  if (order.state === 'cancelled') return null
  return (
    <div className={styles.actions}>
      {order.state === 'toPay' && (
        <Button {...(size ? { size } : {})} variant="primary" onClick={() => setAsking('pay')}>
          {t('pay', { amount: figures.amount(order.money, 'ceil') })}
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
