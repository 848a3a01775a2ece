import type { RequestOf } from '@glasshouse/core/calls'
import { showToast } from '@glasshouse/ui/Toast'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Sends a wish about one's own limits and says when it counts. */
export const useSetLimits = (onDone: () => void) => {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const set = useMutation('/api/user/setLimits')
  return {
    busy: set.busy,
    problem: sentence(set.error),
    forget: set.forget,
    save: async (request: RequestOf<'/api/user/setLimits'> | null, counts: 'now' | 'later' | null) => {
      if (request === null || (await set.run(request)) === null) return
      showToast({ title: counts === 'later' ? t('limits.savedLater') : t('limits.savedNow') })
      onDone()
    },
  }
}
