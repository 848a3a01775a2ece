import type { DataOf } from '@glasshouse/core/calls'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { Market } from '@glasshouse/core/markets/codec'
import { usdt } from '@glasshouse/core/money/units'
import { showToast, type ToastContent } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../components/formatters.ts'
import { api } from '../../data/api.ts'
import { usePrivateEvents } from '../../data/stream.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { orderNotification } from './news.ts'
import { useLots } from './useLots.ts'

/** Toasts for orders that filled or closed without an action of the user. */
const useSentences = (markets: readonly Market[]) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  return (order: ContractOrderRow): Pick<ToastContent, 'title' | 'text'> => {
    const scale = markets.find(({ pid }) => pid === order.pid)?.scale ?? 2
    if (order.status === 4)
      return { title: t('news.revoked', { symbol: order.procode }), text: t('revoking.toldText') }
    if (order.status !== 3)
      return {
        title: t('ticket.opened', {
          side: t(order.type === 1 ? 'ticket.buyVerb' : 'ticket.sellVerb'),
          lots: lotsOf(order.number),
          price: figures.priceText(order.openPrice, scale),
        }),
        text: t('news.filledText', { symbol: order.procode }),
      }
    const texts = { symbol: order.procode, price: figures.priceText(order.closePrice, scale) }
    const titles = {
      profit: t('news.stopProfit', texts),
      loss: t('news.stopLoss', texts),
      liquidation: t('news.closedOut', texts),
    }
    const reason = order.closeReason
    return {
      title:
        reason === 'profit' || reason === 'loss' || reason === 'liquidation'
          ? titles[reason]
          : t('orders.closedTold', texts),
      text: t('orders.closedToldText', {
        profit: figures.own(usdt(order.factProfits), 'always'),
        fee: figures.charge(usdt(order.tradeFee)),
      }),
    }
  }
}

/** Shows a toast when an order filled, was cancelled, hit a stop or was liquidated; it links to the receipt. */
export const useOrderNotifications = (markets: readonly Market[], onReceipt: (id: number) => void): void => {
  const { t } = useTranslation('contract')
  const sentences = useSentences(markets)
  const notify = ({ order }: DataOf<'/api/contract/receipt'>): void => {
    showToast({
      tone: 'evidence',
      ...sentences(order),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  usePrivateEvents((message) => {
    const id = orderNotification(message)
    // If the order cannot be loaded there is no toast; the lists show the change anyway.
    if (id !== null) api.call('/api/contract/receipt', { id }).then(notify, () => undefined)
  })
}
