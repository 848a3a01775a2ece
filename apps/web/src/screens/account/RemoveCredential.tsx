import { CommandDialog } from '@glasshouse/ui/CommandDialog'
import { showToast } from '@glasshouse/ui/Toast'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Asks before an API key or a passkey is removed. Load it lazily. */
export default function RemoveCredential({
  path,
  id,
  ask,
  text,
  done,
  onClose,
}: {
  path: '/api/user/keyRemove' | '/api/user/passkeyRemove'
  id: number
  ask: string
  text: string
  /** Shown once it is removed. */
  done: string
  onClose: () => void
}) {
  const { t } = useTranslation(['security', 'shell'])
  const sentence = useSentence()
  const remove = useMutation(path)
  const run = async () => {
    if ((await remove.run({ id })) === null) return
    showToast({ title: done })
    onClose()
  }
  return (
    <CommandDialog
      title={ask}
      description={text}
      closeLabel={t('shell:close')}
      cancelLabel={t('credential.keep')}
      act={t('credential.remove')}
      variant="danger"
      busy={remove.busy && t('credential.removing')}
      problem={sentence(remove.error)}
      onAct={() => void run()}
      onClose={onClose}
    />
  )
}
