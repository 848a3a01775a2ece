import { showToast } from '@glasshouse/ui/Toast'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { noPhone, telcodeOf } from '../../components/PhoneField.tsx'
import { referrerOf } from '../../components/referrer.ts'
import { offeredCountry } from '../../components/telcodes.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import {
  codeRequest,
  type Registration,
  type RegistrationField,
  registerRequest,
  validateRegistration,
} from './registration.ts'
import { addressOf } from './signIn.ts'
import { useCode } from './useCode.ts'
import { useCodeForm } from './useCodeForm.ts'

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
  const [, navigate] = useLocation()
  const { form, setForm, filled, offered } = useForm()
  const code = useCode(addressOf(filled), codeRequest(filled))
  const command = useMutation('/api/user/register')
  const [done, setDone] = useState(false)
  const checked = useCodeForm<typeof form, RegistrationField>({
    way: form.way,
    setTyped: setForm,
    mistakes: validateRegistration(filled),
    code,
    command,
    setsPassword: true,
    send: async () => {
      if (done || (await command.run(registerRequest(filled))) === null) return
      setDone(true)
      showToast({ title: t('register.done') })
      setTimeout(() => navigate(paths.login()), readingMs)
    },
  })
  return { form, offered, done, ...checked }
}
