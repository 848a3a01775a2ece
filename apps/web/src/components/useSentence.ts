import type { ApiError } from '@glasshouse/client/http'
import { useTranslation } from '../i18n/useTranslation.ts'

/** What to tell about a failed call: the server's own sentence, or that the network was away. */
export const useSentence = (): ((error: ApiError | null) => string | undefined) => {
  const { t } = useTranslation()
  return (error) => {
    if (error === null || error.key === 'aborted') return undefined
    return error.key === 'refused' ? error.message : t('network')
  }
}
