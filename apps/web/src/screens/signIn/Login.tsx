import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { Link, useSearch } from 'wouter'
import { CaptchaProgress } from '../../components/captcha/CaptchaProgress.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { PhoneField } from '../../components/PhoneField.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance, PracticeNote } from '../../components/signIn/SignInLayout.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { pathInSite, paths } from '../../paths.ts'
import { LockedForm } from './LockedForm.tsx'
import { OtpForm, PasskeyForm } from './OtpForm.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { useLogin } from './useLogin.ts'

type SigningIn = { login: ReturnType<typeof useLogin> }

/** The account that the practice sample brings with it. */
const demo = { email: 'demo@glasshouse.test', password: 'Demo123!' }

/** Signs a customer in by e-mail or phone, and with the code of an app where that is switched on. */
export default function Login() {
  const { t } = useTranslation(['account', 'locks'])
  useTitle(t('login.title'))
  const next = pathInSite(new URLSearchParams(useSearch()).get('next')) ?? paths.home()
  const login = useLogin(next)
  const { step } = login.second
  const { lock } = login
  const leads = {
    password: t('login.lead'),
    otp: t('otp.lead', { address: login.address }),
    passkey: t('passkey.lead', { address: login.address }),
  }
  return (
    <Entrance
      title={lock === null ? t('login.title') : t('locks:signIn.title')}
      lead={lock === null ? leads[step] : t('locks:signIn.lead')}
      foot={
        <>
          <span>
            {t('login.noAccount')} <Link href={paths.register()}>{t('login.register')}</Link>
          </span>
          <Link href={paths.forget()}>{t('login.forget')}</Link>
        </>
      }
    >
      {lock !== null && (
        <LockedForm
          lock={lock}
          who={login.who}
          password={login.fields.password}
          next={next}
          onBack={login.back}
        />
      )}
      {lock === null && step === 'password' && <FirstStep login={login} />}
      {lock === null && step === 'otp' && <OtpForm login={login} />}
      {lock === null && step === 'passkey' && <PasskeyForm login={login} />}
    </Entrance>
  )
}

function FirstStep({ login }: SigningIn) {
  const { t } = useTranslation('account')
  const { fields } = login
  const fillDemo = () => {
    fields.setWay('email')
    fields.setEmail(demo.email)
    fields.setPassword(demo.password)
  }
  return (
    <>
      <Tabs
        id="login"
        label={t('login.way')}
        tabs={[
          { id: 'email', label: t('field.email') },
          { id: 'phone', label: t('field.phone') },
        ]}
        value={fields.way}
        onChange={fields.setWay}
      />
      <TabPanel id="login" tab={fields.way} className={styles.body}>
        <LoginForm login={login} />
      </TabPanel>
      {isPractice && (
        <PracticeNote>
          <span>
            <b>{t('practice.title')}</b> {t('practice.demo', { email: demo.email, password: demo.password })}
          </span>
          <Button size="s" onClick={fillDemo}>
            {t('practice.useDemo')}
          </Button>
        </PracticeNote>
      )}
    </>
  )
}

function LoginForm({ login }: SigningIn) {
  const { t } = useTranslation('account')
  const { fields, wrong, problem } = login
  return (
    <form className={styles.form} onSubmit={login.submit} noValidate>
      {fields.way === 'email' ? (
        <Field
          label={t('field.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          value={fields.email}
          onChange={fields.setEmail}
          error={wrong.who && t('error.email')}
        />
      ) : (
        <PhoneField value={fields.phone} onChange={fields.setPhone} error={wrong.who && t('error.phone')} />
      )}
      <PasswordField
        label={t('field.password')}
        value={fields.password}
        onChange={fields.setPassword}
        error={wrong.password && t('error.passwordWrong')}
      />
      {problem && <FieldError>{problem}</FieldError>}
      <CaptchaProgress on={login.checking} />
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={(login.busy && t('login.busy')) || (login.done && t('login.opening'))}
      >
        {t('login.submit')}
      </Button>
      <PasskeySignIn isDone={login.done} onSignedIn={login.enter} />
    </form>
  )
}
