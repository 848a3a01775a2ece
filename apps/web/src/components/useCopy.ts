import { showToast } from '@glasshouse/ui/Toast'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Returns a function that copies a text and reports success or failure in a toast. */
export const useCopy = (): ((text: string) => void) => {
  const { t } = useTranslation()
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => showToast({ title: t('copied') }),
      () => showToast({ title: t('copyFailed'), tone: 'danger' }),
    )
  }
}
