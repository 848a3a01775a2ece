import type { OptionType } from '@glasshouse/core/options/rules'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Label of an option type: CALL or PUT. */
export const useStyle = (): ((type: OptionType) => string) => {
  const { t } = useTranslation('options')
  return (type) => t(type === 'call' ? 'call' : 'put')
}
