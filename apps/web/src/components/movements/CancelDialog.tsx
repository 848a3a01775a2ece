import { formatUsdt } from '@glasshouse/core/money/units'
import type { WithdrawalView } from '@glasshouse/core/withdrawals/codec'
import { CommandDialog } from '@glasshouse/ui/CommandDialog'
import { showToast } from '@glasshouse/ui/Toast'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { useSentence } from '../useSentence.ts'

/** Confirmation of the cancellation of a withdrawal. Load it lazily. */
export default function CancelDialog({
  withdrawal,
  onClose,
}: {
  withdrawal: WithdrawalView
  onClose: () => void
}) {
  const { t } = useTranslation(['money', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const cancel = useMutation('/api/pay/cancelWithdraw')
  const amount = figures.plain(formatUsdt(withdrawal.amount))
  const take = async () => {
    if ((await cancel.run({ id: withdrawal.id })) === null) return
    showToast({ title: t('cancel.done'), text: t('cancel.doneText', { amount }) })
    onClose()
  }
  return (
    <CommandDialog
      title={t('cancel.ask', { amount })}
      description={t('cancel.text', { amount })}
      closeLabel={t('shell:close')}
      cancelLabel={t('cancel.keep')}
      act={t('cancel.yes')}
      variant="danger"
      busy={cancel.busy && t('cancel.busy')}
      problem={sentence(cancel.error)}
      onAct={() => void take()}
      onClose={onClose}
    />
  )
}
