import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import type { ExitMode } from '@glasshouse/core/invest/copy/schedule'
import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useCalendarNow } from '../../../components/calendar.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { CalculationLine } from '../../../components/receipt/CalculationLine.tsx'
import receipt from '../../../components/receipt/Receipt.module.css'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import { useRefusal } from '../useInvest.ts'
import { exitOf, leavePreview, leavesMsOf } from './copyOrder.ts'

/** Confirmation of an exit with its price in money, or of a refund while the order waits. Load it lazily. */
export default function LeaveDialog({ order, onClose }: { order: InvestOrder; onClose: () => void }) {
  const { t } = useTranslation(['copy', 'shell'])
  const figures = useFormatters()
  const refusal = useRefusal()
  const end = useMutation('/api/invest/overBySelf')
  const isWaiting = order.state === 'waiting'
  const [mode, setMode] = useState<ExitMode>(leavesMsOf(order) !== null ? 'now' : 'period')
  const amount = figures.plain(formatUsdt(order.principal))
  const leave = async () => {
    const result = await end.run({ id: order.id, when: mode })
    if (result === null) return
    showToast(
      result.leaves === null
        ? { title: t('leave.refunded', { amount: figures.plain(result.payout) }), text: '' }
        : {
            title: t('leave.done'),
            text: t('leave.leavesAt', { time: figures.full(result.leaves) }),
          },
    )
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isWaiting ? t('leave.titleRefund', { amount }) : t('leave.title', { name: order.productName })}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('leave.keep')}</Button>
          <Button
            variant="primary"
            busy={end.busy && t('leave.busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog.
              if (event.detail <= 1) void leave()
            }}
          >
            {t(isWaiting ? 'leave.takeBack' : 'leave.submit')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {isWaiting ? (
          <p className={styles.text}>{t('leave.refundText', { amount })}</p>
        ) : (
          <Exit order={order} mode={mode} onMode={setMode} />
        )}
        {end.error && <FieldError>{refusal(end.error)}</FieldError>}
      </div>
    </Dialog>
  )
}

/** When the order leaves and what that would pay at the newest unit price. */
function Exit({
  order,
  mode,
  onMode,
}: {
  order: InvestOrder
  mode: ExitMode
  onMode: (mode: ExitMode) => void
}) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  const exit = exitOf(order, mode, useCalendarNow(1000))
  const preview = leavePreview(order, mode)
  const exact = (units: Usdt): string => figures.amount(units, 'floor', 8)
  return (
    <>
      {leavesMsOf(order) === null && (
        <SegmentedControl
          label={t('leave.when')}
          options={[
            { value: 'period', label: t('leave.period') },
            { value: 'now', label: t('leave.now') },
          ]}
          value={mode}
          onChange={onMode}
        />
      )}
      {exit !== null && (
        <p className={styles.text}>
          {t('leave.leavesAt', { time: figures.full(exit.leavesMs) })}{' '}
          {mode === 'period' && exit.leavesMs > order.redeemableMs && t('leave.late')}
        </p>
      )}
      <div className={receipt.sum}>
        <CalculationLine label={t('leave.value')} figure={exact(preview.value)} />
        <CalculationLine
          operator="−"
          label={t('leave.fee', { percent: figures.plain(percentOfPpm(order.copy?.leadFeePpm ?? 0)) })}
          figure={exact(preview.fee)}
        />
        <CalculationLine
          operator="−"
          label={t('leave.levy', {
            percent:
              mode === 'now' ? figures.plain(percentOfPpm(order.copy?.exitLevyPpm ?? 0)) : figures.whole(0),
          })}
          figure={exact(preview.levy)}
        />
        <CalculationLine operator="=" label={t('leave.about')} figure={exact(preview.paid)} total />
      </div>
      <p className={styles.note}>{t('leave.text')}</p>
    </>
  )
}
