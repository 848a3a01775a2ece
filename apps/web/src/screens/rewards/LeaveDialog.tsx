import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useSentence } from '../../components/useSentence.ts'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Confirmation of leaving one's inviter, permanently. Load it lazily. */
export default function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['rewards', 'shell'])
  const sentence = useSentence()
  const leaving = useMutation('/api/user/leaveReferrer')
  const invalidate = useInvalidate()
  const leave = async () => {
    if ((await leaving.run({})) === null) return
    invalidate('/api/user/userCenter')
    showToast({ title: t('leave.done') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('leave.title')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('leave.cancel')}</Button>
          <Button
            variant="danger"
            busy={leaving.busy && t('leave.busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog.
              if (event.detail <= 1) void leave()
            }}
          >
            {t('leave.submit')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
      {leaving.error && <FieldError>{sentence(leaving.error)}</FieldError>}
    </Dialog>
  )
}
