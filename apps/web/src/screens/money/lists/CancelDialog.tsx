import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../../components/formatters.ts'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Withdrawal } from './withdrawal.ts'

/** Confirmation of the cancellation of a withdrawal. Load it lazily. */
export default function CancelDialog({
  withdrawal,
  onClose,
}: {
  withdrawal: Withdrawal
  onClose: () => void
}) {
  const { t } = useTranslation(['money', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const cancel = useMutation('/api/pay/cancelWithdraw')
  const amount = figures.plain(withdrawal.bpprice)
  const take = async () => {
    if ((await cancel.run({ id: withdrawal.id })) === null) return
    showToast({ title: t('cancel.done'), text: t('cancel.doneText', { amount }) })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('cancel.ask', { amount })}
      description={t('cancel.text', { amount })}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel.keep')}</Button>
          <Button variant="danger" busy={cancel.busy && t('cancel.busy')} onClick={() => void take()}>
            {t('cancel.yes')}
          </Button>
        </>
      }
    >
      {cancel.error && <FieldError>{sentence(cancel.error)}</FieldError>}
    </Dialog>
  )
}
