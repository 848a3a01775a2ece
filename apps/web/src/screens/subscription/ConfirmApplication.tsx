import type { Quantity } from '@glasshouse/core/money/units'
import { buySubscriptionToWire, type Issue } from '@glasshouse/core/subscription/codec'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../components/formatters.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ApplicationCost } from './ApplyForm.tsx'
import styles from './Subscription.module.css'
import { coinOf, lastDayOf } from './useIssues.ts'

/** What an application says and when it can be paid, before it is sent. Load it lazily. */
export default function ConfirmApplication({
  issue,
  coins,
  onClose,
}: {
  issue: Issue
  coins: Quantity
  onClose: () => void
}) {
  const { t } = useTranslation(['subscription', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const reload = useInvalidate()
  const apply = useMutation('/api/subscription/buy')
  const coin = `${figures.coins(coins)} ${coinOf(issue)}`
  const send = async () => {
    const order = await apply.run(buySubscriptionToWire(issue.pid, coins))
    if (order === null) return
    showToast({ title: t('applied', { coin }), text: t('appliedText') })
    reload('/api/product/productList', '/api/subscription/mySubscription')
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('confirmApply', { coin })}
      description={t('noDebt')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('back')}</Button>
          <Button
            variant="primary"
            busy={apply.busy && t('busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog.
              if (event.detail <= 1) void send()
            }}
          >
            {t('applyFor', { coin })}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ApplicationCost issue={issue} coins={coins} />
        <DescriptionList
          items={[
            { id: 'closes', label: t('closes'), value: figures.full(issue.closeMs) },
            {
              id: 'pay',
              label: t('payUntil'),
              value: t('endOf', { day: figures.day(lastDayOf(issue)) }),
            },
          ]}
        />
        {apply.error && <FieldError>{sentence(apply.error)}</FieldError>}
      </div>
    </Dialog>
  )
}
