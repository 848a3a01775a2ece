import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { Link } from 'wouter'
import { CaptchaProgress } from '../../components/captcha/CaptchaProgress.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import { PhoneField } from '../../components/PhoneField.tsx'
import { CodeField } from '../../components/signIn/CodeField.tsx'
import { OutboxHint } from '../../components/signIn/OutboxHint.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance, PracticeNote } from '../../components/signIn/SignInLayout.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import { useLostFactor } from './useLostFactor.ts'

type Asking = { lost: ReturnType<typeof useLostFactor> }

/** Asks for two-step sign-in to be taken away after seven days, because its device was lost. */
export default function LostFactor() {
  const { t } = useTranslation(['access', 'account'])
  useTitle(t('lost.title'))
  const figures = useFormatters()
  const lost = useLostFactor()
  const { form, change } = lost
  return (
    <Entrance
      title={t('lost.title')}
      lead={t('lost.lead')}
      foot={<Link href={paths.login()}>{t('account:login.title')}</Link>}
    >
      {lost.until !== null ? (
        <p role="status">{t('lost.done', { until: figures.full(lost.until) })}</p>
      ) : (
        <>
          <Tabs
            id="lost"
            label={t('account:code.way')}
            tabs={[
              { id: 'email', label: t('account:field.email') },
              { id: 'phone', label: t('account:field.phone') },
            ]}
            value={form.way}
            onChange={(way) => change({ way })}
          />
          <TabPanel id="lost" tab={form.way} className={styles.body}>
            <Form lost={lost} />
          </TabPanel>
        </>
      )}
    </Entrance>
  )
}

function Form({ lost }: Asking) {
  const { t } = useTranslation(['access', 'account'])
  const { form, change, errorOf } = lost
  return (
    <form className={styles.form} onSubmit={lost.submit} noValidate>
      {form.way === 'email' ? (
        <Field
          label={t('account:field.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          value={form.email}
          onChange={(email) => change({ email })}
          error={errorOf('email', t('account:error.email'))}
        />
      ) : (
        <PhoneField
          value={form.phone}
          onChange={(phone) => change({ phone })}
          error={errorOf('phone', t('account:error.phone'))}
        />
      )}
      <PasswordField
        label={t('account:field.password')}
        value={form.pwd}
        onChange={(pwd) => change({ pwd })}
        error={errorOf('pwd', t('account:error.passwordWrong'))}
      />
      <Code lost={lost} />
      {lost.needsIdcard && (
        <Field
          label={t('lost.idcard')}
          autoComplete="off"
          value={form.idcard}
          onChange={(idcard) => change({ idcard })}
        />
      )}
      {lost.problem && <FieldError>{lost.problem}</FieldError>}
      <CaptchaProgress on={lost.checking} />
      <Button type="submit" variant="primary" size="l" wide busy={lost.busy && t('lost.busy')}>
        {t('lost.submit')}
      </Button>
    </form>
  )
}

function Code({ lost: { form, change, errorOf, code, sendCode } }: Asking) {
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
