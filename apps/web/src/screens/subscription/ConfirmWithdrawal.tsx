import type { Application } from '@glasshouse/core/subscription/codec'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useSentence } from '../../components/useSentence.ts'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { coinOf } from './useIssues.ts'

/** Withdraws an application. Load it lazily. */
export default function ConfirmWithdrawal({ order, onClose }: { order: Application; onClose: () => void }) {
  const { t } = useTranslation(['subscription', 'shell'])
  const sentence = useSentence()
  const reload = useInvalidate()
  const cancel = useMutation('/api/subscription/cancel')
  const send = async () => {
    if ((await cancel.run({ id: order.id })) === null) return
    showToast({ title: t('withdrawn') })
    reload('/api/product/productList', '/api/subscription/mySubscription')
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('confirmWithdraw', { coin: coinOf(order) })}
      description={t('withdrawText')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('back')}</Button>
          <Button
            variant="danger"
            busy={cancel.busy && t('busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog.
              if (event.detail <= 1) void send()
            }}
          >
            {t('withdraw')}
          </Button>
        </>
      }
    >
      {cancel.error && <FieldError>{sentence(cancel.error)}</FieldError>}
    </Dialog>
  )
}
