import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Formats a number of lots with its plural form: 1 lot, 22 lots. */
export const useLots = (): ((count: number) => string) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (count) => t('lots', { count, n: figures.whole(count) })
}
