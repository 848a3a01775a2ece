import { useTranslation } from '../../i18n/useTranslation.ts'

/** The name of an option's style on the wire: CALL or PUT. */
export const useStyle = (): ((ostyle: 0 | 1) => string) => {
  const { t } = useTranslation('options')
  return (ostyle) => t(ostyle === 0 ? 'call' : 'put')
}
