import type { ApiError } from '@glasshouse/client/http'
import { requiresCaptcha } from '../../components/captcha/sendWithCaptcha.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** What to tell about a failed call that may have asked for a captcha: that one is nothing to read or type. */
export const useFormError = (): ((error: ApiError | null) => string | undefined) => {
  const { t } = useTranslation('account')
  const sentence = useSentence()
  return (error) => (requiresCaptcha(error) ? t('check.failed') : sentence(error))
}
