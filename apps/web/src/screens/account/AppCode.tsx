import type { DataOf } from '@glasshouse/core/calls'
import { isSecondFactorCode, isVerificationCode } from '@glasshouse/core/identity/rules'
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
  onDone: (answer: DataOf<'/api/user/totp'>) => void
}) {
  const { t } = useTranslation(['mine', 'security'])
  const sentence = useSentence()
  const command = useMutation('/api/user/totp')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const isStopping = action === 'stop'
  const malformed = !(isStopping ? isSecondFactorCode(code) : isVerificationCode(code))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (malformed) return
    const answer = await command.run({ action, code })
    if (answer === null) return
    showToast({ title: done })
    onDone(answer)
  }
  const wrong = command.error?.retCode === invalidVerificationCode && t('twoStep.wrong')
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t(isStopping ? 'security:recovery.orApp' : 'twoStep.code')}
        limits={isStopping ? undefined : t('twoStep.digits')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={isStopping ? 24 : 6}
        value={code}
        onChange={(text) => {
          setCode(text.replace(isStopping ? /[^\d -]/g : /\D/g, ''))
          command.forget()
        }}
        error={
          tried && malformed
            ? t(isStopping ? 'security:recovery.malformed' : 'twoStep.malformed')
            : wrong || sentence(command.error)
        }
      />
      <div>{button(command.busy)}</div>
    </form>
  )
}
