import { changeAvatarToWire } from '@glasshouse/core/identity/profile/codec'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { Avatar } from '../../components/avatars/Avatar.tsx'
import { drawings } from '../../components/avatars/drawings.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'

/** The fourteen pictures of the product; one press selects one. */
export default function ChooseAvatar({ chosen, onClose }: { chosen: number; onClose: () => void }) {
  const { t } = useTranslation(['mine', 'shell'])
  const sentence = useSentence()
  const save = useMutation('/api/user/setUserinfo')
  const take = async (avatar: number) => {
    if (avatar === chosen) return onClose()
    if ((await save.run(changeAvatarToWire(avatar))) === null) return
    showToast({ title: t('avatar.done') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('avatar.title')}
      description={t('avatar.text')}
      closeLabel={t('shell:close')}
    >
      <div className={styles.form}>
        <div className={styles.avatars} aria-busy={save.busy}>
          {drawings.map((drawing, index) => (
            <button
              key={drawing.lines}
              type="button"
              className={styles.choice}
              aria-label={t('avatar.one', { n: index + 1 })}
              aria-pressed={index === chosen}
              onClick={() => void take(index)}
            >
              <Avatar index={index} />
            </button>
          ))}
        </div>
        {save.error && <FieldError>{sentence(save.error)}</FieldError>}
      </div>
    </Dialog>
  )
}
