import { IconButton } from '@glasshouse/ui/IconButton'
import { hideAmounts, useHidden } from '../../components/holdings/hidden.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Button that hides or shows balances. */
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
