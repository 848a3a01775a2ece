import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Link } from 'wouter'
import { CaptchaProgress } from '../../components/captcha/CaptchaProgress.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance } from '../../components/signIn/SignInLayout.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { AccountCode, AccountField, AccountTabs } from './KnownAccount.tsx'
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
        <AccountTabs id="lost" way={form.way} onWay={(way) => change({ way })}>
          <Form lost={lost} />
        </AccountTabs>
      )}
    </Entrance>
  )
}

function Form({ lost }: Asking) {
  const { t } = useTranslation(['access', 'account'])
  const { form, change, errorOf } = lost
  return (
    <form className={styles.form} onSubmit={lost.submit} noValidate>
      <AccountField account={lost} />
      <PasswordField
        label={t('account:field.password')}
        value={form.password}
        onChange={(password) => change({ password })}
        error={errorOf('password', t('account:error.passwordWrong'))}
      />
      <AccountCode account={lost} />
      {lost.needsDocumentNumber && (
        <Field
          label={t('lost.documentNumber')}
          autoComplete="off"
          value={form.documentNumber}
          onChange={(documentNumber) => change({ documentNumber })}
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
