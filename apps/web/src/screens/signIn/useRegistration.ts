import { countriesFromWire } from '@glasshouse/core/content/codec'
import { showToast } from '@glasshouse/ui/Toast'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useCaptchaMutation } from '../../components/captcha/useCaptchaMutation.ts'
import { offeredCountry } from '../../components/dialCodes.ts'
import { dialCodeOf, noPhone } from '../../components/PhoneField.tsx'
import { referrerOf } from '../../components/referrer.ts'
import { useCode } from '../../components/signIn/useCode.ts'
import { useDecodedCall, useMutation } from '../../data/query.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import {
  codeRequest,
  houseReferrer,
  type Registration,
  type RegistrationField,
  registerRequest,
  validateRegistration,
} from './registration.ts'
import { addressOf, loginRequest } from './signIn.ts'
import { useCodeForm } from './useCodeForm.ts'

/** How long the words stand before the next screen opens. */
const readingMs = 2000

/** The countries whose residents can register; unknown until loaded. */
const useOffered = (): readonly string[] | undefined => {
  const { data } = useDecodedCall('/api/common/countrys', {}, countriesFromWire)
  return useMemo(() => data?.map(({ countryCode }) => countryCode), [data])
}

/** What is typed into the form, and the form as the rules see it. */
const useForm = () => {
  const search = useSearch()
  const offered = useOffered()
  const [typed, setForm] = useState({
    email: '',
    phone: noPhone,
    password: '',
    code: '',
    // In practice mode a visitor needs no code to look around.
    referrer: referrerOf(search) ?? (isPractice ? houseReferrer : ''),
    way: 'email' as Registration['way'],
  })
  const { phone } = typed
  const form = { ...typed, phone: { ...phone, country: offeredCountry(phone.country, offered) } }
  const filled: Registration = { ...form, dialCode: dialCodeOf(form.phone), number: form.phone.number }
  return { form, setForm, filled, offered }
}

/**
 * The form of a registration: what stands in it, what is wrong with it, the code, and sending it. The new customer is
 * signed in; where that fails, the sign-in opens.
 */
export const useRegistration = () => {
  const { t } = useTranslation('account')
  const [, navigate] = useLocation()
  const { form, setForm, filled, offered } = useForm()
  const code = useCode(addressOf(filled), codeRequest(filled))
  const command = useMutation('/api/user/register')
  const login = useCaptchaMutation('/api/user/login')
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
      const token = await login.run(loginRequest(filled, filled.password, null))
      if (token !== null) session.signIn(token)
      showToast({ title: t(token === null ? 'register.done' : 'register.signedIn') })
      setTimeout(() => navigate(token === null ? paths.login() : paths.home()), readingMs)
    },
  })
  return { form, offered, done, ...checked }
}
