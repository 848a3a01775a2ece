import { showToast } from '@glasshouse/ui/Toast'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Puts a text into the clipboard and says so, or that it could not. */
export const useCopy = (): ((text: string) => void) => {
  const { t } = useTranslation()
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => showToast({ title: t('copied') }),
      () => showToast({ title: t('copyFailed'), tone: 'danger' }),
    )
  }
}
