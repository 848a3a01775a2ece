import { formatPrice } from '@glasshouse/core/money/units'
import { optionOrderFromWire } from '@glasshouse/core/options/codec'
import type { OptionSettled } from '@glasshouse/core/options/wire'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../components/formatters.ts'
import { useStyle } from '../../components/market/useStyle.ts'
import { usePrivateEvents } from '../../data/stream.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Shows a toast with the result of a settled option; it links to the receipt. */
export const useOptionNotifications = (onReceipt: (id: number) => void): void => {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const styleOf = useStyle()
  usePrivateEvents(({ e, data }) => {
    if (e !== 'OPTION_SETTLED') return
    const order = optionOrderFromWire(data as OptionSettled)
    const result = {
      style: styleOf(order.type),
      symbol: order.symbol,
      profit: figures.amount(order.pnl, 'floor', 4, 'always'),
    }
    const back = t('news.back', result)
    const titles = { win: t('news.won', result), loss: t('news.lost', result), draw: back, void: back }
    showToast({
      tone: 'evidence',
      title: titles[order.outcome ?? 'void'],
      text:
        order.exitPrice === null
          ? t('news.void')
          : t('news.price', { price: figures.plain(formatPrice(order.exitPrice)) }),
      action: { text: t('news.receipt'), onUse: () => onReceipt(order.id) },
    })
  })
}
