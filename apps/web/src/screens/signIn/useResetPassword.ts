import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { noPhone, telcodeOf } from '../../components/PhoneField.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { fieldOfError } from './registration.ts'
import {
  type ForgettingField,
  type ResetPasswordForm,
  resetCodeRequest,
  resetRequest,
  validateReset,
} from './resetPassword.ts'
import { addressOf, type IdentifierType } from './signIn.ts'
import { useCode } from './useCode.ts'
import { useFormError } from './useFormError.ts'

const empty = { way: 'email' as IdentifierType, email: '', phone: noPhone, code: '', pwd: '', again: '' }

/** The form that sets a new password: what stands in it, what is wrong with it, the code, and sending it. */
export const useResetPassword = () => {
  const { t } = useTranslation('account')
  const sentence = useSentence()
  const problem = useFormError()
  const [, navigate] = useLocation()
  const [form, setForm] = useState(empty)
  const filled: ResetPasswordForm = { ...form, telcode: telcodeOf(form.phone), number: form.phone.number }
  const code = useCode(addressOf(filled), resetCodeRequest(filled))
  const reset = useMutation('/api/user/updatePwd')
  const [tried, setTried] = useState<'nothing' | 'code' | 'all'>('nothing')
  const mistakes = validateReset(filled)
  const refused = fieldOfError(reset.error)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried('all')
    if (Object.keys(mistakes).length > 0) return
    const answer = await reset.run(resetRequest(filled))
    if (answer === null) return
    // The server has ended every session of the account; what this machine kept of one is worth nothing.
    session.signOut()
    showToast({ title: t('forget.done') })
    navigate(paths.login())
  }
  return {
    form,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      reset.forget()
    },
    /** What stands beside a field: the server's words about it, or ours once it was tried. */
    errorOf: (field: ForgettingField, words: string): string | undefined => {
      // About a new password the server only says that it will not do; our words say what would.
      if (field === refused) return field === 'pwd' ? words : sentence(reset.error)
      const looked = tried === 'all' || (tried === 'code' && field === form.way)
      return looked && mistakes[field] ? words : undefined
    },
    code,
    sendCode: async () => {
      if (tried === 'nothing') setTried('code')
      if (!mistakes[form.way]) await code.ask()
    },
    submit,
    busy: reset.busy,
    /** What was refused without being about one field. */
    problem: refused === null ? (sentence(reset.error) ?? problem(code.error)) : undefined,
  }
}
