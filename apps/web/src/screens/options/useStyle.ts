import { useTranslation } from '../../i18n/useTranslation.ts'

/** Label of an option type on the wire: CALL or PUT. */
export const useStyle = (): ((ostyle: 0 | 1) => string) => {
  const { t } = useTranslation('options')
  return (ostyle) => t(ostyle === 0 ? 'call' : 'put')
}
