import type { OptionSettled } from '@glasshouse/core/options/wire'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../components/formatters.ts'
import { usePrivateEvents } from '../../data/stream.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useStyle } from './useStyle.ts'

/** Shows a toast with the result of a settled option; it links to the receipt. */
export const useOptionNotifications = (onReceipt: (id: number) => void): void => {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const styleOf = useStyle()
  usePrivateEvents(({ e, data }) => {
    if (e !== 'OPTION_SETTLED') return
    const order = data as OptionSettled
    const result = {
      style: styleOf(order.ostyle),
      symbol: order.procode,
      profit: figures.amountText(order.ploss, 'floor', 4, 'always'),
    }
    const titles = { 1: t('news.won', result), 2: t('news.lost', result), 3: t('news.back', result) }
    showToast({
      tone: 'evidence',
      title: titles[order.isWin ?? 3],
      text: order.void ? t('news.void') : t('news.price', { price: figures.plain(order.sellprice) }),
      action: { text: t('news.receipt'), onUse: () => onReceipt(order.id) },
    })
  })
}
