import type { ApiError } from '@glasshouse/client/http'
import { useSentence } from '../../components/useSentence.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

const explained = ['repeated', 'notApproved', 'removed', 'once'] as const

/** Returns a function that says why a call about a text was rejected. */
export const useRefusal = (): ((error: ApiError) => string | undefined) => {
  const { t } = useTranslation('community')
  const sentence = useSentence()
  return (error) => {
    const reason = explained.find((known) => known === error.data?.reason)
    if (reason !== undefined) return t(`refused.${reason}`)
    if (error.data?.field === 'content' || error.data?.field === 'text') return t('compose.empty')
    return sentence(error)
  }
}

/** How an author is named. */
export type Author = {
  readonly phone: string
  readonly staff: boolean
  readonly sample: boolean
  readonly left: boolean
  readonly mine: boolean
}

/** Returns a function that names an author: a masked phone, or a word where there is none. */
export const useAuthorName = (): ((author: Author) => string) => {
  const { t } = useTranslation('community')
  return ({ phone, staff, left, mine }) => {
    if (mine) return t('you')
    if (staff) return 'Glasshouse'
    return left ? t('left') : phone || t('sample')
  }
}
