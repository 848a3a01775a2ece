import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'

/** Formats an age: 0.3 s, 6 s, 21 m. */
export const useAgeText = (age: number | null): string => {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  if (age === null) return ''
  if (age < 10_000) return t('age.seconds', { n: figures.plain((Math.floor(age / 100) / 10).toFixed(1)) })
  if (age < 60_000) return t('age.seconds', { n: figures.whole(Math.floor(age / 1000)) })
  return t('age.minutes', { n: figures.whole(Math.floor(age / 60_000)) })
}
