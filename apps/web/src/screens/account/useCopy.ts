import { showToast } from '@glasshouse/ui/Toast'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Puts a text onto the clipboard and says whether that went well. */
export const useCopy = (): ((text: string) => void) => {
  const { t } = useTranslation()
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast({ title: t('copied') }),
      () => showToast({ title: t('copyFailed'), tone: 'danger' }),
    )
}
