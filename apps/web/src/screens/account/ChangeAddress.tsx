import type { AddressKind } from '@glasshouse/core/identity/codec'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { dialCodeOf, noPhone, PhoneField } from '../../components/PhoneField.tsx'
import { SentCode } from '../../components/signIn/SentCode.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import {
  type AddressForm,
  addressCodeRequest,
  addressRequest,
  fieldOfAddressError,
  newAddress,
  validateAddress,
} from './addressEdit.ts'
import { useAddressCode } from './useAddressCode.ts'

type Props = { readonly kind: AddressKind; readonly info: ProfileView; readonly onClose: () => void }

/** The form: what stands in it, what is wrong with it, the code, and sending it. */
const useAddressChange = ({ kind, onClose }: Props) => {
  const { t } = useTranslation('access')
  const sentence = useSentence()
  const save = useMutation('/api/user/setUserinfo')
  const [form, setForm] = useState({ email: '', phone: noPhone, code: '' })
  const [tried, setTried] = useState<'nothing' | 'address' | 'all'>('nothing')
  const filled: AddressForm = { ...form, kind, dialCode: dialCodeOf(form.phone), number: form.phone.number }
  const code = useAddressCode(newAddress(filled), addressCodeRequest(filled))
  const mistakes = validateAddress(filled)
  const refused = fieldOfAddressError(save.error)
  return {
    form,
    code,
    busy: save.busy,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      save.forget()
    },
    errorOf: (field: 'address' | 'code', ours: string) => {
      if (refused === field) return sentence(save.error)
      const looked = tried === 'all' || (tried === 'address' && field === 'address')
      return looked && mistakes[field] ? ours : undefined
    },
    problem: refused === null ? (sentence(save.error) ?? code.problem) : undefined,
    sendCode: () => {
      if (tried === 'nothing') setTried('address')
      if (!mistakes.address) void code.ask()
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      setTried('all')
      if (Object.keys(mistakes).length > 0 || (await save.run(addressRequest(filled))) === null) return
      showToast({ title: t('change.done') })
      onClose()
    },
  }
}

/** Puts a new e-mail address or phone in the place of the old one, with a code that is sent to the new one. Load it lazily. */
export default function ChangeAddress(props: Props) {
  const { kind, info, onClose } = props
  const { t } = useTranslation(['access', 'account', 'mine', 'shell'])
  const edit = useAddressChange(props)
  const { form, change, errorOf } = edit
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={kind === 'email' ? t('change.titleEmail') : t('change.titlePhone')}
      description={t('change.text')}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={edit.submit} noValidate>
        {kind === 'email' ? (
          <Field
            label={t('account:field.email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            value={form.email}
            onChange={(email) => change({ email })}
            error={errorOf('address', t('account:error.email'))}
          />
        ) : (
          <PhoneField
            value={form.phone}
            onChange={(phone) => change({ phone })}
            error={errorOf('address', t('account:error.phone'))}
          />
        )}
        <SentCode
          hidesAccount={false}
          code={edit.code}
          value={form.code}
          onChange={(code) => change({ code })}
          onSend={edit.sendCode}
          error={errorOf(
            'code',
            kind === 'email' ? t('account:error.codeEmail') : t('account:error.codeSms'),
          )}
        />
        {!info.hasTwoStep && <p className={styles.note}>{t('pause.after')}</p>}
        {edit.problem && <FieldError>{edit.problem}</FieldError>}
        <Button type="submit" variant="primary" wide busy={edit.busy && t('mine:saving')}>
          {t('change.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
