import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { CaptchaProgress } from '../../components/captcha/CaptchaProgress.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import type { useLogin } from './useLogin.ts'

/** The second step of a sign-in: the six digits that the authenticator app shows, or a recovery code. */
export function OtpForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const { t } = useTranslation(['account', 'access', 'security'])
  const { second, busy, done, checking, problem, submit, enter } = login
  const field = useRef<HTMLInputElement>(null)
  // The field that was typed into is gone; a reader would be nowhere.
  useEffect(() => field.current?.focus(), [])
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        ref={field}
        label={t('security:recovery.orApp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={24}
        value={second.otp}
        onChange={(text) => second.setOtp(text.replace(/[^\d -]/g, ''))}
        error={second.malformed ? t('security:recovery.malformed') : second.wrong && t('otp.wrong')}
      />
      {problem && <FieldError>{problem}</FieldError>}
      <CaptchaProgress on={checking} />
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={(busy && t('login.busy')) || (done && t('login.opening'))}
      >
        {t('login.submit')}
      </Button>
      {second.hasPasskey && <PasskeySignIn isDone={done} onSignedIn={enter} />}
      {!busy && !done && (
        <Button variant="quiet" wide onClick={second.back}>
          {t('otp.back')}
        </Button>
      )}
      <p className={styles.codeNote}>
        <Link href={paths.lostFactor()}>{t('access:lost.link')}</Link>
      </p>
    </form>
  )
}

/** The second step of a sign-in for who has passkeys and no authenticator app. */
export function PasskeyForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const { t } = useTranslation(['account', 'access'])
  const { second, done, enter } = login
  return (
    <div className={styles.form}>
      <PasskeySignIn isPrimary isDone={done} onSignedIn={enter} />
      {!done && (
        <Button variant="quiet" wide onClick={second.back}>
          {t('otp.back')}
        </Button>
      )}
      <p className={styles.codeNote}>
        <Link href={paths.lostFactor()}>{t('access:lost.link')}</Link>
      </p>
    </div>
  )
}
