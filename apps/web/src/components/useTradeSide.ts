import type { Trade } from '@glasshouse/core/performance/codec'
import { useTranslation } from '../i18n/useTranslation.ts'

/**
 * Side of a closed trade with its leverage.
 *
 * @example useTradeSide()({ side: 'long', leverage: 10 }) // 'Long 10×', of an option 'CALL'
 */
export const useTradeSide = (): ((trade: Pick<Trade, 'side' | 'leverage'>) => string) => {
  const { t } = useTranslation('transaction')
  return ({ side, leverage }) => (leverage === null ? t(`side.${side}`) : `${t(`side.${side}`)} ${leverage}×`)
}
