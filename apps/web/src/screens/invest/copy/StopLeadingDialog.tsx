import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useSentence } from '../../../components/useSentence.ts'
import { useInvalidate, useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Confirmation of the end of leading, with what it does to followers. Load it lazily. */
export default function StopLeadingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['leads', 'copy', 'shell'])
  const sentence = useSentence()
  const reload = useInvalidate()
  const stop = useMutation('/api/invest/leadStop')
  const submit = async () => {
    if ((await stop.run({})) === null) return
    showToast({ title: t('apply.stopped') })
    reload('/api/invest/leadStatus', '/api/invest/leadList')
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('apply.stopTitle')}
      description={t('apply.stopText')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('apply.keep')}</Button>
          <Button
            variant="primary"
            busy={stop.busy && t('copy:leave.busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog.
              if (event.detail <= 1) void submit()
            }}
          >
            {t('apply.stop')}
          </Button>
        </>
      }
    >
      {stop.error && <FieldError>{sentence(stop.error)}</FieldError>}
    </Dialog>
  )
}
