import type { ApiError } from '@glasshouse/client/http'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { requiresCaptcha } from '../captcha/sendWithCaptcha.ts'
import { useSentence } from '../useSentence.ts'

/** What to tell about a failed call that may have asked for a captcha: that one is nothing to read or type. */
export const useFormError = (): ((error: ApiError | null) => string | undefined) => {
  const { t } = useTranslation('account')
  const sentence = useSentence()
  return (error) => (requiresCaptcha(error) ? t('check.failed') : sentence(error))
}
