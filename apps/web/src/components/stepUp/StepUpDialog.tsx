import { isSecondFactorCode } from '@glasshouse/core/identity/rules'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { type FormEvent, useState } from 'react'
import type { StepUpRequest } from '../../data/stepUp.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { CaptchaProgress } from '../captcha/CaptchaProgress.tsx'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import { PasswordField } from '../PasswordField.tsx'
import { useSentence } from '../useSentence.ts'
import styles from './StepUpDialog.module.css'

const invalidCredentials = 1007

/** The form: what stands in it, what is wrong with it, and confirming. */
const useStepUpForm = ({ factors, answer }: StepUpRequest) => {
  const { t } = useTranslation(['access', 'security'])
  const sentence = useSentence()
  const confirm = useCaptchaMutation('/api/user/stepUp')
  const [form, setForm] = useState({ pwd: '', otp: '' })
  const [tried, setTried] = useState(false)
  const needsOtp = factors.includes('otp')
  const isMalformed = needsOtp && !isSecondFactorCode(form.otp)
  const { error } = confirm
  const isWrong = error?.retCode === invalidCredentials
  const isWrongOtp = isWrong && error.data.otp === true
  return {
    form,
    needsOtp,
    busy: confirm.busy,
    checking: confirm.checking,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      confirm.forget()
    },
    wrongPassword: (tried && form.pwd === '') || (isWrong && !isWrongOtp) ? t('stepUp.wrong') : undefined,
    wrongOtp: isWrongOtp
      ? t('stepUp.wrongOtp')
      : tried && isMalformed
        ? t('security:recovery.malformed')
        : undefined,
    problem: isWrong ? undefined : sentence(error),
    submit: async (event: FormEvent) => {
      event.preventDefault()
      // The dialog may stand in the form whose call it interrupted, which must not be sent as well.
      event.stopPropagation()
      setTried(true)
      if (form.pwd === '' || isMalformed) return
      const request = { pwd: form.pwd, ...(needsOtp ? { otp: form.otp } : {}) }
      if ((await confirm.run(request)) !== null) answer(true)
    },
  }
}

/** Asks for the password, and the second factor where one is on, before a sensitive call is sent again. Load it lazily. */
export default function StepUpDialog({ request }: { request: StepUpRequest }) {
  const { t } = useTranslation(['access', 'account', 'shell', 'security'])
  const { form, change, ...rest } = useStepUpForm(request)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !rest.busy && request.answer(false)}
      title={t('stepUp.title')}
      description={t('stepUp.text')}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={rest.submit} noValidate>
        <PasswordField
          label={t('account:field.password')}
          value={form.pwd}
          onChange={(pwd) => change({ pwd })}
          error={rest.wrongPassword}
        />
        {rest.needsOtp && (
          <Field
            label={t('security:recovery.orApp')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={24}
            value={form.otp}
            onChange={(text) => change({ otp: text.replace(/[^\d -]/g, '') })}
            error={rest.wrongOtp}
          />
        )}
        {rest.problem && <FieldError>{rest.problem}</FieldError>}
        <CaptchaProgress on={rest.checking} />
        <Button type="submit" variant="primary" wide busy={rest.busy && t('stepUp.busy')}>
          {t('stepUp.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
