import { type Direction, directionNumber } from '@glasshouse/core/contracts/rules'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { formatPrice } from '@glasshouse/core/money/units'
import { showToast } from '@glasshouse/ui/Toast'
import { useTranslation } from 'react-i18next'
import { useCommand, useReload } from '../../live/query.ts'
import { useFigures } from '../../parts/figures.ts'
import type { TicketView } from './ticket.ts'
import type { Wallet } from './useHolder.ts'
import { useLots } from './useLots.ts'

/** Sends the order and tells what became of it. */
export const useSend = (market: MarketRow, onSent: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  const reload = useReload()
  const command = useCommand('/api/contract/buyContract')
  const send = async (view: TicketView, direction: Direction, leverage: number, wallet: Wallet) => {
    if (view.lots === null || view.price === null || view.problem) return
    const order = await command.run({
      levertype: wallet,
      multiple: leverage,
      originPrice: formatPrice(view.price),
      pid: market.pid,
      number: view.lots,
      status: 1,
      type: directionNumber(direction),
    })
    reload('/api/contract/myContractOrderList', '/api/contract/account')
    if (!order) return
    onSent()
    showToast({
      tone: 'evidence',
      title: t('ticket.opened', {
        side: t(direction === 'buy' ? 'ticket.buyVerb' : 'ticket.sellVerb'),
        lots: lotsOf(order.number),
        price: figures.priceText(order.openPrice, market.scale),
      }),
      text: t('ticket.openedText', {
        margin: figures.amountText(order.cautionMoney, 'ceil'),
        fee: figures.amountText(order.tradeFee, 'ceil'),
      }),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  return { send, command }
}
