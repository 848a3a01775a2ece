import type { AlertRow } from '@glasshouse/core/alerts/wire'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'

/** What an alert waits for, in words. */
export const useAlertText = () => {
  const { t } = useTranslation('notices')
  const figures = useFormatters()
  return ({ side, price, percent }: Pick<AlertRow, 'side' | 'price' | 'percent'>): string =>
    price === null
      ? t(side === 'above' ? 'alerts.rises' : 'alerts.falls', { percent: figures.plain(percent ?? '0') })
      : t(`alerts.${side}`, { price: figures.plain(price) })
}
