import type { AddressKind } from '@glasshouse/core/identity/codec'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { dialCodeOf, noPhone } from '../../components/PhoneField.tsx'
import { useCode } from '../../components/signIn/useCode.ts'
import { useMutation } from '../../data/query.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import {
  type ForgettingField,
  type ResetPasswordForm,
  resetCodeRequest,
  resetRequest,
  validateReset,
} from './resetPassword.ts'
import { addressOf } from './signIn.ts'
import { useCodeForm } from './useCodeForm.ts'

const empty = { way: 'email' as AddressKind, email: '', phone: noPhone, code: '', password: '', again: '' }

/** The form that sets a new password: what stands in it, what is wrong with it, the code, and sending it. */
export const useResetPassword = () => {
  const { t } = useTranslation('account')
  const [, navigate] = useLocation()
  const [form, setTyped] = useState(empty)
  const filled: ResetPasswordForm = { ...form, dialCode: dialCodeOf(form.phone), number: form.phone.number }
  const code = useCode(addressOf(filled), resetCodeRequest(filled))
  const command = useMutation('/api/user/updatePwd')
  const checked = useCodeForm<typeof form, ForgettingField>({
    way: form.way,
    setTyped,
    mistakes: validateReset(filled),
    code,
    command,
    setsPassword: true,
    send: async () => {
      if ((await command.run(resetRequest(filled))) === null) return
      // The server has ended every session of the account; what this machine kept of one is worth nothing.
      session.signOut()
      showToast({ title: t('forget.done') })
      navigate(paths.login())
    },
  })
  return { form, ...checked }
}
