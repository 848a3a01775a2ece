import { createPasskey } from '@glasshouse/client/passkeys'
import { isCredentialName } from '@glasshouse/core/identity/apiKeys'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'

/** Names a passkey, creates it on the device and adds it. Load it lazily. */
export default function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['security', 'account', 'shell'])
  const sentence = useSentence()
  const add = useMutation('/api/user/passkeyAdd')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [isUnused, setUnused] = useState(false)
  const name = typed.normalize('NFC').trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isCredentialName(name) || isWaiting) return
    setUnused(false)
    const answer = await add.run({ name })
    if (answer?.options === undefined) return
    setWaiting(true)
    const credential = await createPasskey(answer.options)
    setWaiting(false)
    setUnused(credential === null)
    if (credential === null || (await add.run({ name, credential })) === null) return
    showToast({ title: t('passkey.added') })
    onClose()
  }
  const problem = isUnused ? t('account:passkey.failed') : sentence(add.error)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('passkey.add')}
      description={t('passkey.addText')}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={t('credential.name')}
          limits={t('credential.nameLimits')}
          maxLength={64}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            add.forget()
          }}
          error={tried && !isCredentialName(name) ? t('credential.wrongName') : undefined}
        />
        {problem && <FieldError>{problem}</FieldError>}
        <Button
          type="submit"
          variant="primary"
          wide
          busy={isWaiting ? t('account:passkey.using') : add.busy && t('passkey.adding')}
        >
          {t('passkey.add')}
        </Button>
      </form>
    </Dialog>
  )
}
