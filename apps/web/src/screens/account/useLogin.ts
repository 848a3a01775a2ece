import { isEmail, isPasswordAllowed, isPhoneOf } from '@glasshouse/core/identity/rules'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useCommand } from '../../live/query.ts'
import { session } from '../../live/session.ts'
import { noPhone, telcodeOf } from '../../parts/PhoneField.tsx'
import { wirePhone } from '../../parts/telcodes.ts'

export type LoginWay = 'email' | 'phone'
const byPhone = 1
const byEmail = 2
/** How long the words stand before the next screen opens. */
const readingMs = 2000

/** The form of a sign-in: what stands in it, what is wrong with it, and sending it. */
export const useLogin = (next: string) => {
  const { t } = useTranslation('account')
  const [, navigate] = useLocation()
  const login = useCommand('/api/user/login')
  const [way, setWay] = useState<LoginWay>('email')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState(noPhone)
  const [pwd, setPwd] = useState('')
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState(false)

  const number = wirePhone(telcodeOf(phone), phone.number)
  const whoFits = way === 'email' ? isEmail(email) : isPhoneOf(telcodeOf(phone), number)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!whoFits || !isPasswordAllowed(pwd) || done) return
    const who = way === 'email' ? { email, type: byEmail } : { phone: number, type: byPhone }
    const token = await login.run({ ...who, pwd })
    if (token === null) return
    setDone(true)
    session.signIn(token)
    showToast({ title: t('login.done') })
    setTimeout(() => navigate(next), readingMs)
  }
  return {
    fields: { way, setWay, email, setEmail, phone, setPhone, pwd, setPwd },
    wrong: { who: tried && !whoFits, pwd: tried && !isPasswordAllowed(pwd) },
    busy: login.busy,
    error: login.error,
    done,
    submit,
  }
}
