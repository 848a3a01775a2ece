import type { ApiError } from '@glasshouse/client/http'
import { useSentence } from '../../components/useSentence.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

const reasons = ['tooEarly', 'notDone', 'previousFirst'] as const

/** Returns the sentence of a refusal: why a task does not count yet, else that of the server. */
export const useRewardRefusal = (): ((error: ApiError | null) => string | undefined) => {
  const { t } = useTranslation('rewards')
  const sentence = useSentence()
  return (error) => {
    const reason = reasons.find((known) => known === error?.data?.reason)
    return reason === undefined ? sentence(error) : t(`reason.${reason}`)
  }
}
