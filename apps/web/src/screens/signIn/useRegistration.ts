import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { noPhone, telcodeOf } from '../../components/PhoneField.tsx'
import { referrerOf } from '../../components/referrer.ts'
import { offeredCountry } from '../../components/telcodes.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import {
  codeRequest,
  fieldOfError,
  type Registration,
  type RegistrationField,
  registerRequest,
  validateRegistration,
} from './registration.ts'
import { addressOf } from './signIn.ts'
import { useCode } from './useCode.ts'
import { useFormError } from './useFormError.ts'

/** How long the words stand before the next screen opens. */
const readingMs = 2000

/** The countries whose residents can register; unknown until loaded. */
const useOffered = (): readonly string[] | undefined => {
  const { data } = useQueryCall('/api/common/countrys', {})
  return useMemo(() => data?.map(({ countrycode }) => countrycode), [data])
}

/** What is typed into the form, and the form as the rules see it. */
const useForm = () => {
  const search = useSearch()
  const offered = useOffered()
  const [typed, setForm] = useState({
    email: '',
    phone: noPhone,
    pwd: '',
    code: '',
    referrer: referrerOf(search) ?? '',
    way: 'email' as Registration['way'],
  })
  const { phone } = typed
  const form = { ...typed, phone: { ...phone, country: offeredCountry(phone.country, offered) } }
  const filled: Registration = { ...form, telcode: telcodeOf(form.phone), number: form.phone.number }
  return { form, setForm, filled, offered }
}

/** The form of a registration: what stands in it, what is wrong with it, the code, and sending it. */
export const useRegistration = () => {
  const { t } = useTranslation('account')
  const sentence = useSentence()
  const problem = useFormError()
  const [, navigate] = useLocation()
  const { form, setForm, filled, offered } = useForm()
  const code = useCode(addressOf(filled), codeRequest(filled))
  const register = useMutation('/api/user/register')
  const [tried, setTried] = useState<'nothing' | 'code' | 'all'>('nothing')
  const [done, setDone] = useState(false)
  const mistakes = validateRegistration(filled)
  const refused = fieldOfError(register.error)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried('all')
    if (Object.keys(mistakes).length > 0 || done) return
    const answer = await register.run(registerRequest(filled))
    if (answer === null) return
    setDone(true)
    showToast({ title: t('register.done') })
    setTimeout(() => navigate(paths.login()), readingMs)
  }
  return {
    form,
    offered,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      register.forget()
    },
    /** What stands beside a field: the server's words about it, or ours once it was tried. */
    errorOf: (field: RegistrationField, words: string): string | undefined => {
      // About a new password the server only says that it will not do; our words say what would.
      if (field === refused) return field === 'pwd' ? words : sentence(register.error)
      const looked = tried === 'all' || (tried === 'code' && field === form.way)
      return looked && mistakes[field] ? words : undefined
    },
    code,
    sendCode: async () => {
      if (tried === 'nothing') setTried('code')
      if (!mistakes[form.way]) await code.ask()
    },
    submit,
    busy: register.busy,
    done,
    /** What was refused without being about one field. */
    problem: refused === null ? (sentence(register.error) ?? problem(code.error)) : undefined,
  }
}
