import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { Link } from 'wouter'
import { PasswordField } from '../../components/PasswordField.tsx'
import { PhoneField } from '../../components/PhoneField.tsx'
import { passwordWords, usualPolicy } from '../../components/passwords.ts'
import { CodeField } from '../../components/signIn/CodeField.tsx'
import { OutboxHint } from '../../components/signIn/OutboxHint.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance, PracticeNote } from '../../components/signIn/SignInLayout.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
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
      <Tabs
        id="forget"
        label={t('code.way')}
        tabs={[
          { id: 'email', label: t('field.email') },
          { id: 'phone', label: t('field.phone') },
        ]}
        value={form.way}
        onChange={(way) => change({ way })}
      />
      <TabPanel id="forget" tab={form.way} className={styles.body}>
        <form className={styles.form} onSubmit={reset.submit} noValidate>
          <Address reset={reset} />
          <Code reset={reset} />
          <NewPassword reset={reset} />
          <p className={styles.codeNote}>{t('access:pause.after')}</p>
          {reset.problem && <FieldError>{reset.problem}</FieldError>}
          <Button type="submit" variant="primary" size="l" wide busy={reset.busy && t('forget.busy')}>
            {t('forget.submit')}
          </Button>
        </form>
      </TabPanel>
    </Entrance>
  )
}

function Address({ reset: { form, change, errorOf } }: Resetting) {
  const { t } = useTranslation('account')
  return form.way === 'email' ? (
    <Field
      label={t('field.email')}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      value={form.email}
      onChange={(email) => change({ email })}
      error={errorOf('email', t('error.email'))}
    />
  ) : (
    <PhoneField
      value={form.phone}
      onChange={(phone) => change({ phone })}
      error={errorOf('phone', t('error.phone'))}
    />
  )
}

function Code({ reset: { form, change, errorOf, code, sendCode } }: Resetting) {
  const { t } = useTranslation('account')
  return (
    <>
      <CodeField
        value={form.code}
        onChange={(text) => change({ code: text })}
        onSend={sendCode}
        busy={code.busy}
        checking={code.checking}
        left={code.left}
        // The answer does not show whether there is such an account.
        note={code.sentTo && t('code.sentIfKnown', { address: code.sentTo })}
        error={errorOf('code', form.way === 'email' ? t('error.codeEmail') : t('error.codeSms'))}
      />
      {isPractice && code.sentTo && (
        <PracticeNote>
          <OutboxHint address={code.sentTo} onCode={(text) => change({ code: text })} />
        </PracticeNote>
      )}
    </>
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
        value={form.pwd}
        onChange={(pwd) => change({ pwd })}
        error={errorOf('pwd', t(words.wrong))}
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
