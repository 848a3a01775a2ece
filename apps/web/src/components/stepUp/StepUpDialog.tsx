import { signWithPasskey } from '@glasshouse/client/passkeys'
import { stepUpToWire } from '@glasshouse/core/identity/codec'
import { isSecondFactorCode } from '@glasshouse/core/identity/rules'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../data/query.ts'
import type { StepUpRequest } from '../../data/stepUp.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { CaptchaProgress } from '../captcha/CaptchaProgress.tsx'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import { PasswordField } from '../PasswordField.tsx'
import { useSentence } from '../useSentence.ts'
import styles from './StepUpDialog.module.css'

const invalidCredentials = 1007

/** Asks the device for a passkey's answer to a challenge of this session; null when there is none. */
const usePasskeyAnswer = () => {
  const options = useMutation('/api/user/passkeyOptions')
  const [isWaiting, setWaiting] = useState(false)
  const [isUnused, setUnused] = useState(false)
  return {
    isWaiting,
    isUnused,
    error: options.error,
    forget: () => setUnused(false),
    ask: async (): Promise<string | null> => {
      setUnused(false)
      setWaiting(true)
      const answer = await options.run({})
      const credential = answer === null ? null : await signWithPasskey(answer.options)
      setWaiting(false)
      setUnused(answer !== null && credential === null)
      return credential
    },
  }
}

/** The form: what stands in it, what is wrong with it, and confirming. */
const useStepUpForm = ({ factors, answer }: StepUpRequest) => {
  const { t } = useTranslation(['access', 'security', 'account'])
  const sentence = useSentence()
  const confirm = useCaptchaMutation('/api/user/stepUp')
  const passkey = usePasskeyAnswer()
  const [form, setForm] = useState({ password: '', otp: '' })
  const [tried, setTried] = useState(false)
  const needsOtp = factors.includes('otp')
  const hasPasskey = factors.includes('passkey')
  const isMalformed = needsOtp && !isSecondFactorCode(form.otp)
  const { error } = confirm
  const isWrong = error?.retCode === invalidCredentials
  const isWrongOtp = isWrong && error.data.otp === true
  const isWrongPasskey = isWrong && error.data.passkey === true
  const confirmWithPasskey = async () => {
    setTried(form.password === '')
    if (form.password === '' || passkey.isWaiting) return
    const credential = await passkey.ask()
    if (
      credential !== null &&
      (await confirm.run(stepUpToWire({ password: form.password, credential }))) !== null
    )
      answer(true)
  }
  return {
    form,
    needsOtp,
    hasPasskey,
    confirmWithPasskey,
    isWaiting: passkey.isWaiting,
    busy: confirm.busy,
    checking: confirm.checking,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      confirm.forget()
      passkey.forget()
    },
    wrongPassword:
      (tried && form.password === '') || (isWrong && !isWrongOtp && !isWrongPasskey)
        ? t('stepUp.wrong')
        : undefined,
    wrongOtp:
      isWrongOtp && !isWrongPasskey
        ? t('stepUp.wrongOtp')
        : tried && isMalformed
          ? t('security:recovery.malformed')
          : undefined,
    problem:
      passkey.isUnused || isWrongPasskey
        ? t('account:passkey.failed')
        : isWrong
          ? undefined
          : (sentence(error) ?? sentence(passkey.error)),
    submit: async (event: FormEvent) => {
      event.preventDefault()
      // The dialog may stand in the form whose call it interrupted, which must not be sent as well.
      event.stopPropagation()
      if (hasPasskey && !needsOtp) return confirmWithPasskey()
      setTried(true)
      if (form.password === '' || isMalformed) return
      const command = { password: form.password, ...(needsOtp ? { otp: form.otp } : {}) }
      if ((await confirm.run(stepUpToWire(command))) !== null) answer(true)
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
          value={form.password}
          onChange={(password) => change({ password })}
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
        <Button
          type="submit"
          variant="primary"
          wide
          busy={rest.isWaiting && !rest.needsOtp ? t('account:passkey.using') : rest.busy && t('stepUp.busy')}
        >
          {t('stepUp.submit')}
        </Button>
        {rest.hasPasskey && rest.needsOtp && (
          <Button
            wide
            busy={rest.isWaiting && t('account:passkey.using')}
            onClick={() => void rest.confirmWithPasskey()}
          >
            {t('account:passkey.use')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
