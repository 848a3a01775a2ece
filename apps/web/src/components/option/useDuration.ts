import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'

/** Formats a duration: 30 s, 3 m, 2 m 30 s. */
export const useDuration = (): ((seconds: number) => string) => {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  return (seconds) => {
    const minutes = Math.floor(seconds / 60)
    const remainder = seconds % 60
    const parts = [
      ...(minutes > 0 ? [t('minutes', { n: figures.whole(minutes) })] : []),
      ...(remainder > 0 || minutes === 0 ? [t('seconds', { n: figures.whole(remainder) })] : []),
    ]
    return parts.join(' ')
  }
}
