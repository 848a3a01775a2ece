import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Link } from 'wouter'
import { PasswordField } from '../../components/PasswordField.tsx'
import { passwordWords, usualPolicy } from '../../components/passwords.ts'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance } from '../../components/signIn/SignInLayout.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import { AccountCode, AccountField, AccountTabs } from './KnownAccount.tsx'
import { useResetPassword } from './useResetPassword.ts'

type Resetting = { reset: ReturnType<typeof useResetPassword> }

const words = passwordWords[usualPolicy(isPractice)]

/** Sets a new password with a code sent to the account's e-mail or phone. */
export default function Forget() {
  const { t } = useTranslation(['account', 'access'])
  useTitle(t('forget.title'))
  const reset = useResetPassword()
  const { form, change } = reset
  return (
    <Entrance
      title={t('forget.title')}
      lead={t('forget.lead')}
      foot={
        <span>
          {t('forget.remembered')} <Link href={paths.login()}>{t('login.title')}</Link>
        </span>
      }
    >
      <AccountTabs id="forget" way={form.way} onWay={(way) => change({ way })}>
        <form className={styles.form} onSubmit={reset.submit} noValidate>
          <AccountField account={reset} />
          <AccountCode account={reset} />
          <NewPassword reset={reset} />
          <p className={styles.codeNote}>{t('access:pause.after')}</p>
          {reset.problem && <FieldError>{reset.problem}</FieldError>}
          <Button type="submit" variant="primary" size="l" wide busy={reset.busy && t('forget.busy')}>
            {t('forget.submit')}
          </Button>
        </form>
      </AccountTabs>
    </Entrance>
  )
}

function NewPassword({ reset: { form, change, errorOf } }: Resetting) {
  const { t } = useTranslation('account')
  return (
    <>
      <PasswordField
        label={t('field.newPassword')}
        isNew
        limits={t(words.limit)}
        value={form.password}
        onChange={(password) => change({ password })}
        error={errorOf('password', t(words.wrong))}
      />
      <PasswordField
        label={t('field.passwordAgain')}
        isNew
        value={form.again}
        onChange={(again) => change({ again })}
        error={errorOf('again', t('error.passwordAgain'))}
      />
    </>
  )
}
