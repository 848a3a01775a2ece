import { type ContractOrder, contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import { sideToWire } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice, type Price } from '@glasshouse/core/money/units'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../components/formatters.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { pendingView } from './positions.ts'
import type { TicketView } from './ticket.ts'
import { useLots } from './useLots.ts'
import type { Draft } from './useOrderDraft.ts'
import type { Wallet } from './useTradingData.ts'

/** Toasts for accepted orders: filled at a price, or open with an amount on hold. */
export const useNotifications = (market: Market) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  return (order: ContractOrder) => {
    const texts = {
      side: t(order.side === 'buy' ? 'ticket.buyVerb' : 'ticket.sellVerb'),
      lots: lotsOf(order.lots),
      price: figures.price(order.openPrice, market.scale),
    }
    const fromBonus = order.feeFromBonus
    if (order.state !== 'resting')
      return {
        title: t('ticket.opened', texts),
        text: [
          t('ticket.openedText', {
            margin: figures.own(order.margin),
            fee: figures.charge(order.fees),
          }),
          ...(fromBonus === 0n ? [] : [t('fee.told', { bonus: figures.charge(fromBonus) })]),
        ].join(' '),
      }
    const { shown: displayed } = pendingView(order, market.lot, null)
    return {
      title: t('ticket.placed', texts),
      text: t('ticket.placedText', { held: figures.own(displayed.held) }),
    }
  }
}

const priceOrNone = (set: Price | null): string | undefined => (set === null ? undefined : formatPrice(set))

/** Sends the order and shows the result. */
export const useSubmitOrder = (market: Market, onSent: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const newsOf = useNotifications(market)
  const command = useMutation('/api/contract/buyContract')
  const send = async (view: TicketView, draft: Draft, wallet: Wallet) => {
    if (view.lots === null || view.sentPrice === null || view.problem) return
    const order = await command.run({
      levertype: wallet,
      multiple: draft.leverage,
      originPrice: formatPrice(view.sentPrice),
      pid: market.pid,
      number: view.lots,
      status: draft.mode === 'market' ? 1 : 0,
      type: sideToWire(draft.direction),
      target_profit_price: priceOrNone(view.stops.profit.price),
      stop_loss_price: priceOrNone(view.stops.loss.price),
      terms: market.termsId,
    })
    if (!order) return
    onSent()
    showToast({
      tone: 'evidence',
      ...newsOf(contractOrderFromWire(order)),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  return { send, command }
}
