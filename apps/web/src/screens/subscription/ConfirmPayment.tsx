import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { Application, Issue } from '@glasshouse/core/subscription/codec'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Difference } from './ApplyForm.tsx'
import styles from './Subscription.module.css'
import { coinOf, costOf, useContractWallet } from './useIssues.ts'

const Transfer = lazy(() => import('../../components/Transfer.tsx'))

const insufficientBalance = 2001

/** Payment of allotted coins in money, beside what the market asks for them. Load it lazily. */
export default function ConfirmPayment({
  order,
  issue,
  onClose,
}: {
  order: Application
  issue: Issue | null
  onClose: () => void
}) {
  const { t } = useTranslation(['subscription', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const reload = useInvalidate()
  const wallet = useContractWallet()
  const pay = useMutation('/api/subscription/pay')
  const [isMoving, setMoving] = useState(false)
  const coins = `${figures.coins(order.coins)} ${coinOf(order)}`
  const total = order.money
  const isShort = (wallet !== null && wallet < total) || pay.error?.retCode === insufficientBalance
  const send = async () => {
    const paid = await pay.run({ id: order.id })
    if (paid === null) return
    showToast({ title: t('delivered', { coins }), text: t('deliveredText') })
    reload('/api/product/productList', '/api/subscription/mySubscription', '/api/user/getuserinfo')
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('confirmPay', { coins })}
      description={t('payText')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('back')}</Button>
          <Button
            variant="primary"
            busy={pay.busy && t('busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog.
              if (event.detail <= 1) void send()
            }}
          >
            {t('pay', { amount: figures.amount(total, 'ceil') })}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <PaymentFacts order={order} issue={issue} wallet={wallet} />
        {pay.error && <FieldError>{sentence(pay.error)}</FieldError>}
        {isShort && (
          <p className={styles.text}>
            {wallet !== null && wallet < total
              ? t('short', { amount: figures.plain(formatUsdt(total - wallet)) })
              : t('riskRate')}{' '}
            <Button size="s" onClick={() => setMoving(true)}>
              {t('transfer')}
            </Button>
          </p>
        )}
        <p className={styles.hint}>{t('notPaying')}</p>
      </div>
      {isMoving && (
        <Suspense>
          <Transfer to="contract" onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}

/** What is paid for which coins, what the market asks for them, and what the wallet holds. */
function PaymentFacts({
  order,
  issue,
  wallet,
}: {
  order: Application
  issue: Issue | null
  wallet: Usdt | null
}) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const total = order.money
  const market = issue === null ? null : costOf(issue, order.coins).atMarket
  return (
    <DescriptionList
      items={[
        { id: 'coins', label: t('youGet'), value: `${figures.coins(order.coins)} ${coinOf(order)}` },
        {
          id: 'total',
          label: t('toPay'),
          value: `${figures.amount(total, 'ceil')} USDT`,
          working: (
            <span className={styles.hint}>
              {figures.exactPrice(order.price)} × {figures.coins(order.coins)}
            </span>
          ),
          total: true,
        },
        {
          id: 'market',
          label: t('atMarket'),
          value: market === null ? t('notTrading') : `${figures.amount(market, 'ceil')} USDT`,
          working: market !== null && <Difference paid={total} market={market} />,
        },
        {
          id: 'wallet',
          label: t('inWallet'),
          value: wallet === null ? '—' : `${figures.amount(wallet, 'floor')} USDT`,
        },
      ]}
    />
  )
}
