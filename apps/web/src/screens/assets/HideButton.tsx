import { IconButton } from '@glasshouse/ui/IconButton'
import { useTranslation } from 'react-i18next'
import { hideAmounts, useHidden } from './hidden.ts'

/** Hides the amounts, or shows them again. */
export function HideButton() {
  const { t } = useTranslation('assets')
  const hidden = useHidden()
  return (
    <IconButton
      icon="eye"
      on={hidden}
      label={t(hidden ? 'show' : 'hide')}
      onClick={() => hideAmounts(!hidden)}
    />
  )
}
