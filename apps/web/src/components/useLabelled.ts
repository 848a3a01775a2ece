import { useTranslation } from '../i18n/useTranslation.ts'

/**
 * Joins the name of a control with its value or its object, in the form of the language.
 *
 * @example useLabelled()('Leverage', '10×') // 'Leverage: 10×', in Japanese with '：'
 */
export const useLabelled = (): ((name: string, value: string) => string) => {
  const { t } = useTranslation()
  return (name, value) => t('labelled', { name, value })
}
