import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './SignInLayout.module.css'

/** Seconds left until something may be asked again; counted here, enforced by the server. */
export const useWait = (): { left: number; start: (seconds: number) => void } => {
  const [left, setLeft] = useState(0)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return { left, start: setLeft }
}

/** The six digits, with the button that sends them and counts until it may again. */
export function CodeField({
  value,
  onChange,
  onSend,
  busy,
  checking,
  left,
  note,
  error,
}: {
  value: string
  onChange: (text: string) => void
  onSend: () => void
  busy: boolean
  checking: boolean
  left: number
  note: ReactNode
  error?: ReactNode
}) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.code}>
      <Field
        label={t('field.code')}
        limits={t('limit.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        onChange={(text) => onChange(text.replace(/\D/g, ''))}
        error={error}
      />
      <Button busy={busy && t('code.sending')} reason={left > 0 ? true : undefined} onClick={onSend}>
        {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
      </Button>
      <p className={styles.codeNote} role="status">
        {checking ? t('check.working') : note}
      </p>
    </div>
  )
}
