import { IconButton } from '@glasshouse/ui/IconButton'
import { useTranslation } from '../../i18n/useTranslation.ts'
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
