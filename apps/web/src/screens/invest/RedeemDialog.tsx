import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { CalculationLine } from '../../components/receipt/CalculationLine.tsx'
import receipt from '../../components/receipt/Receipt.module.css'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useTimeLeft } from './Countdown.tsx'
import styles from './Invest.module.css'
import orderStyles from './Orders.module.css'
import { type RedemptionView, redemptionView } from './orderPlan.ts'
import { useRateText } from './Rates.tsx'
import { useRefusal } from './useInvest.ts'

/** Confirmation of an early redemption: its calculation, deadline, and what is given up. Load it lazily. */
export default function RedeemDialog({ order, onClose }: { order: InvestOrder; onClose: () => void }) {
  const { t } = useTranslation(['invest', 'shell'])
  const figures = useFormatters()
  const refusal = useRefusal()
  const redemption = useMutation('/api/invest/redemption')
  const view = redemptionView(order, useCalendarNow(1000))
  if (view === null) return null
  const principal = figures.plain(formatUsdt(view.principal))
  const redeem = async () => {
    if ((await redemption.run({ id: order.id })) === null) return
    showToast({
      title: t('redeem.done'),
      text: t('redeem.doneText', { amount: figures.amount(view.payout, 'floor') }),
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('redeem.title', { name: order.productName })}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('redeem.cancel')}</Button>
          <Button
            variant="primary"
            busy={redemption.busy && t('redeem.busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog.
              if (event.detail <= 1) void redeem()
            }}
          >
            {t('redeem.submit', { amount: principal })}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Sums order={order} view={view} />
        <Deadline order={order} view={view} />
        {redemption.error && <FieldError>{refusal(redemption.error)}</FieldError>}
      </div>
    </Dialog>
  )
}

/** The calculation with all decimals. */
function Sums({ order, view }: { order: InvestOrder; view: RedemptionView }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rateText = useRateText()
  const exact = (units: Usdt): string => figures.amount(units, 'floor', 8)
  const share = rateText(order.redeemFee).replace(/[.,]00%$/, '%')
  const isFixed = order.method === 'fixed'
  return (
    <div className={receipt.sum}>
      <CalculationLine label={t('confirm.principal')} figure={exact(view.principal)} />
      {!isFixed && <CalculationLine operator="+" label={t('redeem.interest')} figure={exact(view.accrued)} />}
      <CalculationLine operator="−" label={t('redeem.fee')} figure={exact(view.fee)} />
      <span className={orderStyles.full}>{t('redeem.feeSum', { accrued: exact(view.accrued), share })}</span>
      <CalculationLine operator="=" label={t('redeem.receive')} figure={exact(view.payout)} total />
      {isFixed && (
        <>
          <CalculationLine operator="+" label={t('redeem.paid')} figure={exact(view.paid)} />
          <CalculationLine operator="=" label={t('order.total')} figure={exact(view.total)} total />
        </>
      )}
    </div>
  )
}

function Deadline({ order, view }: { order: InvestOrder; view: RedemptionView }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const left = useTimeLeft(view.settledMs)
  return (
    <p className={`${styles.note} ${orderStyles.deadline}`}>
      <Icon name="clock" size={14} />
      <span>
        {t('redeem.deadline', { left })}{' '}
        {t('redeem.keep', {
          amount: figures.amount(view.givenUp, 'floor'),
          date: figures.full(order.endsMs),
        })}
      </span>
    </p>
  )
}
