import type { AddressKind } from '@glasshouse/core/identity/codec'
import { isSecondFactorCode } from '@glasshouse/core/identity/rules'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useCaptchaMutation } from '../../components/captcha/useCaptchaMutation.ts'
import { dialCodeOf, noPhone } from '../../components/PhoneField.tsx'
import { isPossiblePassword } from '../../components/passwords.ts'
import { useFormError } from '../../components/signIn/useFormError.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { addressOf, isIdentifierValid, loginRequest, type Step, stepAfter } from './signIn.ts'
import { lockOf } from './useRestrictedLogin.ts'

/** How long the words stand before the next screen opens. */
const readingMs = 2000

/** What stands in the form of the first step. */
const useFields = () => {
  const [way, setWay] = useState<AddressKind>('email')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState(noPhone)
  const [password, setPassword] = useState('')
  return { way, setWay, email, setEmail, phone, setPhone, password, setPassword }
}

/** The second step: shown once the server has said that the password was right. */
const useOtp = (login: ReturnType<typeof useCaptchaMutation<'/api/user/login'>>) => {
  const [step, setStep] = useState<Step>('password')
  const [otp, setOtp] = useState('')
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState(false)
  const { error } = login
  useEffect(() => {
    if (error !== null) setStep((last) => stepAfter(last, error))
  }, [error])
  const isRefused = error?.data.otp === true
  const hasPasskey = error?.data.passkey === true
  return {
    step,
    hasPasskey,
    otp,
    setOtp,
    malformed: tried && !isSecondFactorCode(otp),
    wrong: sent && isRefused,
    /** The code to send along: null in the first step, undefined when it cannot be one. */
    take: (): string | null | undefined => {
      if (step === 'password') return null
      setTried(true)
      setSent(isSecondFactorCode(otp))
      return isSecondFactorCode(otp) ? otp : undefined
    },
    back: () => {
      setStep('password')
      setOtp('')
      setTried(false)
      setSent(false)
      login.forget()
    },
  }
}

/** The form of a sign-in: what stands in it, what is wrong with it, its two steps, and sending it. */
export const useLogin = (next: string) => {
  const { t } = useTranslation('account')
  const problem = useFormError()
  const [, navigate] = useLocation()
  const login = useCaptchaMutation('/api/user/login')
  const fields = useFields()
  const second = useOtp(login)
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState(false)

  const enter = (token: string): void => {
    setDone(true)
    session.signIn(token)
    showToast({ title: t('login.done') })
    setTimeout(() => navigate(next), readingMs)
  }
  const lock = lockOf(login.error)
  const who = { ...fields, dialCode: dialCodeOf(fields.phone), number: fields.phone.number }
  const isPassword = isPossiblePassword(fields.password)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const otp = second.take()
    if (!isIdentifierValid(who) || !isPassword || otp === undefined || done) return
    const token = await login.run(loginRequest(who, fields.password, otp))
    if (token !== null) enter(token)
  }
  return {
    fields,
    second,
    who,
    /** Why the account is locked; null when it is not. */
    lock,
    back: login.forget,
    address: addressOf(who),
    wrong: { who: tried && !isIdentifierValid(who), password: tried && !isPassword },
    busy: login.busy,
    checking: login.checking,
    /** Why it was refused; what is about the second step stands there instead. */
    problem: login.error?.data.otp === true || second.hasPasskey ? undefined : problem(login.error),
    done,
    submit,
    enter,
  }
}
