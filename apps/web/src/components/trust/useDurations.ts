import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'

/** Formats whole minutes: 41 min, 5 h 40 min; a dash where they are not told. */
export const useDurations = (): ((minutes: number | null) => string) => {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  return (minutes) => {
    if (minutes === null) return '—'
    const m = figures.whole(minutes % 60)
    return minutes < 60
      ? t('time.minutes', { m })
      : t('time.hours', { h: figures.whole(Math.floor(minutes / 60)), m })
  }
}
