import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { CaptchaProgress } from '../../components/captcha/CaptchaProgress.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { SentCode } from '../../components/signIn/SentCode.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Identifier } from './signIn.ts'
import { type AccountLock, useRestrictedLogin } from './useRestrictedLogin.ts'

/** What a locked account is told at the sign-in, and the form of the restricted one. */
export function LockedForm({
  lock,
  who,
  password,
  next,
  onBack,
}: {
  lock: AccountLock
  who: Identifier
  password: string
  next: string
  onBack: () => void
}) {
  const { t } = useTranslation(['locks', 'account', 'security'])
  const figures = useFormatters()
  const form = useRestrictedLogin(who, password, next)
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <DescriptionList
        items={[
          { id: 'reason', label: t('signIn.reason'), value: t(`reason.${lock.reason}`) },
          {
            id: 'until',
            label: t('signIn.until'),
            value: lock.until === null ? t('signIn.noEnd') : figures.full(lock.until),
          },
        ]}
      />
      <p>{t('signIn.text')}</p>
      <Code form={form} way={who.way} />
      {form.needsOtp && (
        <Field
          label={t('security:recovery.orApp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={24}
          value={form.otp}
          onChange={(text) => form.setOtp(text.replace(/[^\d -]/g, ''))}
          error={form.wrong.otp && t('security:recovery.malformed')}
        />
      )}
      {form.problem && <FieldError>{form.problem}</FieldError>}
      <CaptchaProgress on={form.checking} />
      <Button type="submit" variant="primary" size="l" wide busy={form.busy && t('account:login.busy')}>
        {form.needsPasskey ? t('account:passkey.use') : t('signIn.submit')}
      </Button>
      {!form.busy && (
        <Button variant="quiet" wide onClick={onBack}>
          {t('account:otp.back')}
        </Button>
      )}
    </form>
  )
}

function Code({ form, way }: { form: ReturnType<typeof useRestrictedLogin>; way: Identifier['way'] }) {
  const { t } = useTranslation('account')
  return (
    <SentCode
      code={form.code}
      value={form.typed}
      hidesAccount
      error={form.wrong.code && (way === 'email' ? t('error.codeEmail') : t('error.codeSms'))}
      onSend={() => void form.code.ask()}
      onChange={form.setTyped}
    />
  )
}
