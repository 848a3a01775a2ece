import { type FormEvent, useState } from 'react'
import { useCaptchaMutation } from '../../components/captcha/useCaptchaMutation.ts'
import { noPhone, telcodeOf } from '../../components/PhoneField.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { lostFactorRequest, validateLostFactor } from './lostFactor.ts'
import { fieldOfError } from './registration.ts'
import { resetCodeRequest } from './resetPassword.ts'
import { addressOf, type IdentifierType } from './signIn.ts'
import { useCode } from './useCode.ts'
import { useFormError } from './useFormError.ts'

const empty = { way: 'email' as IdentifierType, email: '', phone: noPhone, pwd: '', code: '', idcard: '' }

/** The form that asks for a lost second factor to be taken away: what stands in it, the code, and sending it. */
export const useLostFactor = () => {
  const sentence = useSentence()
  const problem = useFormError()
  const [form, setForm] = useState(empty)
  const [tried, setTried] = useState<'nothing' | 'code' | 'all'>('nothing')
  const [needsIdcard, setNeedsIdcard] = useState(false)
  const [until, setUntil] = useState<number | null>(null)
  const filled = { ...form, telcode: telcodeOf(form.phone), number: form.phone.number }
  const code = useCode(addressOf(filled), resetCodeRequest(filled))
  const ask = useCaptchaMutation('/api/user/lostFactor')
  const mistakes = validateLostFactor(filled)
  const refused = fieldOfError(ask.error)
  const asksIdcard = ask.error?.data.field === 'idcard'
  // Once asked for, the field stays.
  if (asksIdcard && !needsIdcard) setNeedsIdcard(true)
  return {
    form,
    code,
    until,
    needsIdcard,
    busy: ask.busy,
    checking: ask.checking,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      ask.forget()
    },
    errorOf: (field: keyof ReturnType<typeof validateLostFactor>, words: string): string | undefined => {
      if (field === refused) return sentence(ask.error)
      const looked = tried === 'all' || (tried === 'code' && field === form.way)
      return looked && mistakes[field] ? words : undefined
    },
    problem: refused === null ? (sentence(ask.error) ?? problem(code.error)) : undefined,
    sendCode: () => {
      if (tried === 'nothing') setTried('code')
      if (!mistakes[form.way]) void code.ask()
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      setTried('all')
      if (Object.keys(mistakes).length > 0) return
      const answer = await ask.run(lostFactorRequest(filled))
      if (answer !== null) setUntil(answer.until)
    },
  }
}
