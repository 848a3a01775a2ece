import type { DataOf } from '@glasshouse/core/calls'
import { type ContractOrder, contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { showToast, type ToastContent } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../components/formatters.ts'
import { useLots } from '../../components/market/orderLabels.ts'
import { api } from '../../data/api.ts'
import { usePrivateEvents } from '../../data/stream.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { orderNotification } from './news.ts'

/** Toasts for orders that filled or closed without an action of the user. */
const useSentences = (markets: readonly Market[]) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  return (order: ContractOrder, isStop: boolean): Pick<ToastContent, 'title' | 'text'> => {
    const scale = markets.find(({ pid }) => pid === order.pid)?.scale ?? 2
    if (order.state === 'cancelled') {
      const { symbol, expiresMs, cancelledMs } = order
      const isExpired = expiresMs !== null && (cancelledMs ?? 0) >= expiresMs
      return {
        title: isExpired ? t('news.expired', { symbol }) : t('news.cancelled', { symbol }),
        text: t('cancelOrder.doneText'),
      }
    }
    if (order.state !== 'closed')
      return {
        title: t('ticket.opened', {
          side: t(order.side === 'long' ? 'ticket.buyVerb' : 'ticket.sellVerb'),
          lots: lotsOf(order.lots),
          price: figures.price(order.openPrice, scale),
        }),
        text: t(isStop ? 'news.triggeredText' : 'news.filledText', { symbol: order.symbol }),
      }
    const texts = {
      symbol: order.symbol,
      price: figures.price(order.closePrice ?? order.currentPrice, scale),
    }
    const titles = {
      takeProfit: t('news.takeProfit', texts),
      stopLoss: t('news.stopLoss', texts),
      closingOrder: t('news.closingOrder', texts),
      trailingStop: t('news.trailingStop', texts),
      liquidation: t('news.liquidated', texts),
    }
    const reason = order.closeReason
    return {
      title:
        reason !== null && reason in titles
          ? titles[reason as keyof typeof titles]
          : t('orders.closedToast', texts),
      text: t('orders.closedToastText', {
        profit: figures.own(order.pnl, 'always'),
        fee: figures.charge(order.fees),
      }),
    }
  }
}

/** Shows a toast when an order filled, was cancelled, hit a stop or was liquidated; it links to the receipt. */
export const useOrderNotifications = (markets: readonly Market[], onReceipt: (id: number) => void): void => {
  const { t } = useTranslation('contract')
  const sentences = useSentences(markets)
  const notify = (answer: DataOf<'/api/contract/receipt'>): void => {
    const order = contractOrderFromWire(answer.order)
    showToast({
      tone: 'evidence',
      ...sentences(
        order,
        answer.events.some(({ rule }) => rule.startsWith('trigger')),
      ),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  usePrivateEvents((message) => {
    const id = orderNotification(message)
    // If the order cannot be loaded there is no toast; the lists show the change anyway.
    if (id !== null) api.call('/api/contract/receipt', { id }).then(notify, () => undefined)
  })
}
