import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Link } from 'wouter'
import { PasswordField } from '../../components/PasswordField.tsx'
import { PhoneField } from '../../components/PhoneField.tsx'
import { passwordWords, usualPolicy } from '../../components/passwords.ts'
import { SentCode } from '../../components/signIn/SentCode.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance } from '../../components/signIn/SignInLayout.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import { houseReferrer } from './registration.ts'
import { useRegistration } from './useRegistration.ts'

type Registering = { registration: ReturnType<typeof useRegistration> }

const words = passwordWords[usualPolicy(isPractice)]

/** Registers a customer: e-mail, phone, password, code and referrer. */
export default function Register() {
  const { t } = useTranslation('account')
  useTitle(t('register.title'))
  const registration = useRegistration()
  const { busy, done, problem, submit } = registration
  return (
    <Entrance
      title={t('register.title')}
      lead={t('register.lead')}
      foot={
        <span>
          {t('register.hasAccount')} <Link href={paths.login()}>{t('register.login')}</Link>
        </span>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Who registration={registration} />
        <Code registration={registration} />
        <Referrer registration={registration} />
        {problem && <FieldError>{problem}</FieldError>}
        <Button
          type="submit"
          variant="primary"
          size="l"
          wide
          busy={(busy && t('register.busy')) || (done && t('register.opening'))}
        >
          {t('register.submit')}
        </Button>
      </form>
    </Entrance>
  )
}

function Who({ registration: { form, offered, change, errorOf } }: Registering) {
  const { t } = useTranslation('account')
  return (
    <>
      <Field
        label={t('field.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        value={form.email}
        onChange={(email) => change({ email })}
        error={errorOf('email', t('error.email'))}
      />
      <PhoneField
        value={form.phone}
        offered={offered}
        onChange={(phone) => change({ phone })}
        error={errorOf('phone', t('error.phone'))}
      />
      <PasswordField
        label={t('field.password')}
        isNew
        limits={t(words.limit)}
        value={form.password}
        onChange={(password) => change({ password })}
        error={errorOf('password', t(words.wrong))}
      />
    </>
  )
}

function Code({ registration: { form, change, errorOf, code, sendCode } }: Registering) {
  const { t } = useTranslation('account')
  return (
    <>
      <SegmentedControl
        label={t('code.way')}
        options={[
          { value: 'email', label: t('code.byEmail') },
          { value: 'phone', label: t('code.bySms') },
        ]}
        value={form.way}
        onChange={(way) => change({ way })}
      />
      <SentCode
        code={code}
        value={form.code}
        hidesAccount={false}
        error={errorOf('code', form.way === 'email' ? t('error.codeEmail') : t('error.codeSms'))}
        onSend={() => void sendCode()}
        onChange={(text) => change({ code: text })}
      />
    </>
  )
}

function Referrer({ registration: { form, change, errorOf } }: Registering) {
  const { t } = useTranslation('account')
  const suggestsHouse = isPractice && form.referrer === ''
  return (
    <Field
      label={t('field.referrer')}
      limits={t(
        form.referrer === '' || form.referrer === houseReferrer ? 'limit.referrer' : 'limit.referrerPays',
      )}
      autoCapitalize="none"
      value={form.referrer}
      onChange={(referrer) => change({ referrer: referrer.trim() })}
      error={errorOf('referrer', t('error.referrer'))}
      fix={
        suggestsHouse
          ? { text: t('practice.houseReferrer'), onUse: () => change({ referrer: houseReferrer }) }
          : undefined
      }
    />
  )
}
