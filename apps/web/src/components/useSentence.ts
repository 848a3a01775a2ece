import type { ApiError } from '@glasshouse/client/http'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Returns a function that formats an error: the message of the server, or a network error. */
export const useSentence = (): ((error: ApiError | null) => string | undefined) => {
  const { t } = useTranslation()
  return (error) => {
    if (error === null || error.key === 'aborted') return undefined
    return error.key === 'refused' ? error.message : t('network')
  }
}
