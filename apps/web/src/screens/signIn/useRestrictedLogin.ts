import { type LockReason, lockReasons } from '@glasshouse/core/identity/locks'
import { isSecondFactorCode, isVerificationCode } from '@glasshouse/core/identity/rules'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useCaptchaMutation } from '../../components/captcha/useCaptchaMutation.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { resetCodeRequest } from './resetPassword.ts'
import { addressOf, type Identifier, loginRequest } from './signIn.ts'
import { useCode } from './useCode.ts'
import { useFormError } from './useFormError.ts'

/** Why an account is locked and until when; null: until it is lifted. */
export type AccountLock = { readonly reason: LockReason; readonly until: number | null }

const notAllowed = 1006

/** The lock that a refused sign-in names; null when it was refused for something else. */
export const lockOf = (
  error: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): AccountLock | null => {
  if (error?.retCode !== notAllowed) return null
  const reason = lockReasons.find((known) => known === error.data.reason)
  const { until } = error.data
  return reason === undefined ? null : { reason, until: typeof until === 'number' ? until : null }
}

/** The restricted sign-in of a locked account: the code to the address, and the second factor where one is on. */
export const useRestrictedLogin = (who: Identifier, pwd: string, next: string) => {
  const { t } = useTranslation('locks')
  const problem = useFormError()
  const [, navigate] = useLocation()
  const login = useCaptchaMutation('/api/user/login')
  const code = useCode(addressOf(who), resetCodeRequest(who))
  const [typed, setTyped] = useState('')
  const [otp, setOtp] = useState('')
  const [needsOtp, setNeedsOtp] = useState(false)
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState(false)
  const { error } = login
  useEffect(() => {
    if (error?.data.otp === true) setNeedsOtp(true)
  }, [error])
  const isOtpRight = !needsOtp || isSecondFactorCode(otp)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isVerificationCode(typed) || !isOtpRight || done) return
    const request = loginRequest(who, pwd, needsOtp ? otp : null)
    const token = await login.run({ ...request, restricted: 1, verifycode: typed })
    if (token === null) return
    setDone(true)
    session.signIn(token, true)
    showToast({ title: t('signIn.done') })
    navigate(next)
  }
  const refused = error !== null && error.data.otp === true && !(tried && otp !== '') ? null : error
  return {
    code,
    typed,
    setTyped,
    otp,
    setOtp,
    needsOtp,
    wrong: { code: tried && !isVerificationCode(typed), otp: tried && !isOtpRight },
    problem: problem(refused) ?? problem(code.error),
    busy: login.busy || done,
    checking: login.checking,
    submit,
  }
}
