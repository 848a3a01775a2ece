import { type AddressKind, proveAddressToWire, requestCodeToWire } from '@glasshouse/core/identity/codec'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { isVerificationCode } from '@glasshouse/core/identity/rules'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { SentCode } from '../../components/signIn/SentCode.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { fieldOfAddressError } from './addressEdit.ts'
import { useAddressCode } from './useAddressCode.ts'

/** Confirms the e-mail address or the phone on file with a code that is sent to it. Load it lazily. */
export default function ProveAddress({
  kind,
  info,
  onClose,
}: {
  kind: AddressKind
  info: ProfileView
  onClose: () => void
}) {
  const { t } = useTranslation(['access', 'account', 'shell'])
  const sentence = useSentence()
  const prove = useMutation('/api/user/proveAddress')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const address = kind === 'email' ? info.email : info.phone
  const code = useAddressCode(
    address,
    requestCodeToWire({ purpose: 3, address: kind === 'email' ? { email: address } : { phone: address } }),
  )
  const isMalformed = !isVerificationCode(text)
  const isAboutCode = fieldOfAddressError(prove.error) === 'code'
  const problem = isAboutCode ? undefined : (sentence(prove.error) ?? code.problem)
  const ours =
    tried && isMalformed && t(kind === 'email' ? 'account:error.codeEmail' : 'account:error.codeSms')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isMalformed) return
    if ((await prove.run(proveAddressToWire({ kind, code: text }))) === null) return
    showToast({ title: t('addresses.confirmedNow') })
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('addresses.confirmTitle')} closeLabel={t('shell:close')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <SentCode
          hidesAccount={false}
          code={code}
          value={text}
          onChange={(next) => {
            setText(next)
            prove.forget()
          }}
          onSend={() => void code.ask()}
          error={isAboutCode ? sentence(prove.error) : ours}
          note={t('addresses.confirmText', { address })}
        />
        {problem && <FieldError>{problem}</FieldError>}
        <Button type="submit" variant="primary" wide busy={prove.busy && t('stepUp.busy')}>
          {t('addresses.confirm')}
        </Button>
      </form>
    </Dialog>
  )
}
