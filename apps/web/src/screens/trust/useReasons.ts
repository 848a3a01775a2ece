import { lockReasons } from '@glasshouse/core/identity/locks'
import { pendingReasons, withdrawalRejections } from '@glasshouse/core/withdrawals/rules'
import { useTranslation } from '../../i18n/useTranslation.ts'

const isOneOf = <Word extends string>(words: readonly Word[], text: string): text is Word =>
  words.some((word) => word === text)

/** Words of the reasons of waiting, rejections and locks as their owners read them; another one stays as it is. */
export const useReasons = (): ((reason: string) => string) => {
  const { t } = useTranslation(['trust', 'money', 'locks'])
  return (reason) => {
    if (reason === 'none') return t('withdrawals.noReason')
    if (isOneOf(pendingReasons, reason)) return t(`money:reason.${reason}`)
    if (isOneOf(withdrawalRejections, reason)) return t(`money:rejection.${reason}`).replace(/[.。]$/, '')
    return isOneOf(lockReasons, reason) ? t(`locks:reason.${reason}`) : reason
  }
}
