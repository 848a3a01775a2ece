import { signWithPasskey } from '@glasshouse/client/passkeys'
import { type LockReason, lockReasons } from '@glasshouse/core/identity/locks'
import { isSecondFactorCode, isVerificationCode } from '@glasshouse/core/identity/rules'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useCaptchaMutation } from '../../components/captcha/useCaptchaMutation.ts'
import { useCode } from '../../components/signIn/useCode.ts'
import { useFormError } from '../../components/signIn/useFormError.ts'
import { useMutation } from '../../data/query.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { resetCodeRequest } from './resetPassword.ts'
import { addressOf, type Identifier, restrictedLoginRequest } from './signIn.ts'

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
export const useRestrictedLogin = (who: Identifier, password: string, next: string) => {
  const { t } = useTranslation(['locks', 'account'])
  const problem = useFormError()
  const [, navigate] = useLocation()
  const login = useCaptchaMutation('/api/user/login')
  const code = useCode(addressOf(who), resetCodeRequest(who))
  const [typed, setTyped] = useState('')
  const [otp, setOtp] = useState('')
  const [needsOtp, setNeedsOtp] = useState(false)
  const passkeys = useMutation('/api/user/passkeyLogin')
  const [needsPasskey, setNeedsPasskey] = useState(false)
  const [isUnused, setUnused] = useState(false)
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState(false)
  const { error } = login
  useEffect(() => {
    if (error?.data.otp === true) setNeedsOtp(true)
    else if (error?.data.passkey === true) setNeedsPasskey(true)
  }, [error])
  const isOtpRight = !needsOtp || isSecondFactorCode(otp)
  /** The answer of a passkey of this device; null without one. */
  const confirmByPasskey = async (): Promise<string | null> => {
    const { options } = (await passkeys.run({})) ?? {}
    const credential = options === undefined ? null : await signWithPasskey(options)
    setUnused(credential === null)
    return credential
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isVerificationCode(typed) || !isOtpRight || done) return
    const credential = needsPasskey ? await confirmByPasskey() : undefined
    if (credential === null) return
    const proof = { code: typed, credential }
    const token = await login.run(restrictedLoginRequest(who, password, needsOtp ? otp : null, proof))
    if (token === null) return
    setDone(true)
    session.signIn(token, true)
    showToast({ title: t('signIn.done') })
    navigate(next)
  }
  const isFirstRequest = error?.data.otp === true ? !(tried && otp !== '') : error?.data.passkey === true
  const refused = isFirstRequest ? null : error
  return {
    code,
    typed,
    setTyped,
    otp,
    setOtp,
    needsOtp,
    needsPasskey,
    wrong: { code: tried && !isVerificationCode(typed), otp: tried && !isOtpRight },
    problem: isUnused ? t('account:passkey.failed') : (problem(refused) ?? problem(code.error)),
    busy: login.busy || passkeys.busy || done,
    checking: login.checking,
    submit,
  }
}
