import type { CallError } from '@glasshouse/client/http'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { owesCheck } from '../../components/captcha/sendChecked.ts'
import { useSentence } from '../../components/useSentence.ts'

/** What to tell about a failed call that may have asked for a captcha: that one is nothing to read or type. */
export const useProblem = (): ((error: CallError | null) => string | undefined) => {
  const { t } = useTranslation('account')
  const sentence = useSentence()
  return (error) => (owesCheck(error) ? t('check.failed') : sentence(error))
}
