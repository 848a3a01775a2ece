import type { Usdt } from '@glasshouse/core/money/units'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { cutCharge } from '../shown.ts'

/** Formats a number of lots with its plural form: 1 lot, 22 lots. */
export const useLots = (): ((count: number) => string) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (count) => t('lots', { count, n: figures.whole(count) })
}

/** Formats a number of positions with its plural form. */
export const usePositions = (): ((count: number) => string) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (count) => t('orders.positions', { count, n: figures.whole(count) })
}

/** Displayed parts of a fee by payer; they add up to the displayed fee. */
const feeShown = (charged: Usdt, feeFromBonus: Usdt): { readonly bonus: Usdt; readonly wallet: Usdt } => {
  const wallet = cutCharge(charged - feeFromBonus)
  return { bonus: (cutCharge(charged) - wallet) as Usdt, wallet }
}

/** Text beside a fee paid fully or partly by bonus credit; null otherwise. */
export const useFeeParts = () => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (charged: Usdt, feeFromBonus: Usdt): string | null => {
    if (feeFromBonus === 0n) return null
    const { bonus, wallet } = feeShown(charged, feeFromBonus)
    const texts = { bonus: figures.charge(bonus), wallet: figures.charge(wallet) }
    return wallet === 0n ? t('fee.fromBonus', texts) : t('fee.split', texts)
  }
}
