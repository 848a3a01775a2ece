import { CommandDialog } from '@glasshouse/ui/CommandDialog'
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
    <CommandDialog
      title={t('leave.title')}
      closeLabel={t('shell:close')}
      cancelLabel={t('leave.cancel')}
      act={t('leave.submit')}
      variant="danger"
      busy={leaving.busy && t('leave.busy')}
      problem={sentence(leaving.error)}
      onAct={() => void leave()}
      onClose={onClose}
    >
      <p>{t('leave.text')}</p>
    </CommandDialog>
  )
}
