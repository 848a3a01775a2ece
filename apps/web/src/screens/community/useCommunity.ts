import type { ApiError } from '@glasshouse/client/http'
import type { CommunityText } from '@glasshouse/core/community/texts/codec'
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

/** By what an author is named. */
type Author = Pick<CommunityText, 'phone' | 'isByStaff' | 'hasLeft' | 'isOwn'>

/** Returns a function that names an author: a masked phone, or a word where there is none. */
export const useAuthorName = (): ((author: Author) => string) => {
  const { t } = useTranslation('community')
  return ({ phone, isByStaff, hasLeft, isOwn }) => {
    if (isOwn) return t('you')
    if (isByStaff) return 'Glasshouse'
    return hasLeft ? t('left') : phone || t('sample')
  }
}
