import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'

const invalidVerificationCode = 1008

/** The form with the six digits that the app shows. */
export function AppCode({
  action,
  done,
  button,
  onDone,
}: {
  action: 'confirm' | 'stop'
  /** What is told once it went through. */
  done: string
  button: (busy: boolean) => ReactNode
  onDone: () => void
}) {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const command = useMutation('/api/user/totp')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const malformed = !/^\d{6}$/.test(code)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (malformed || (await command.run({ action, code })) === null) return
    showToast({ title: done })
    onDone()
  }
  const wrong = command.error?.retCode === invalidVerificationCode && t('twoStep.wrong')
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('twoStep.code')}
        limits={t('twoStep.digits')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={(text) => {
          setCode(text.replace(/\D/g, ''))
          command.forget()
        }}
        error={tried && malformed ? t('twoStep.malformed') : wrong || sentence(command.error)}
      />
      <div>{button(command.busy)}</div>
    </form>
  )
}
