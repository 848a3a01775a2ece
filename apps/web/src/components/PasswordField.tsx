import { Field } from '@glasshouse/ui/Field'
import { IconButton } from '@glasshouse/ui/IconButton'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Password field with a button that reveals the text. */
export function PasswordField({
  label,
  value,
  onChange,
  limits,
  error,
  isNew = false,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  limits?: ReactNode
  error?: ReactNode
  isNew?: boolean
}) {
  const { t } = useTranslation('account')
  const [isRevealed, setRevealed] = useState(false)
  return (
    <Field
      label={label}
      type={isRevealed ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      value={value}
      onChange={onChange}
      limits={limits}
      error={error}
      end={
        <IconButton
          icon="eye"
          label={isRevealed ? t('password.hide') : t('password.show')}
          small
          on={isRevealed}
          onClick={() => setRevealed(!isRevealed)}
        />
      }
    />
  )
}
