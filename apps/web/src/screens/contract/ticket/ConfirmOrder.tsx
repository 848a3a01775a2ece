import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { quantityOf } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { DialogError } from '../../../components/contract/orders/DialogError.tsx'
import { Costs } from '../../../components/contract/ticket/Costs.tsx'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { GapNote, Reason, useSays } from '../../../components/contract/ticket/Message.tsx'
import type { TicketView } from '../../../components/contract/ticket/ticket.ts'
import type { useTicket } from '../../../components/contract/ticket/useTicket.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { baseOf } from '../../../components/market/market.ts'
import { useLots } from '../../../components/market/orderLabels.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

type OrderTerms = { view: TicketView; draft: Draft; market: Market; wallet: ContractWallet }

export type ConfirmOrderProps = {
  ticket: ReturnType<typeof useTicket>
  draft: Draft
  market: Market
  wallet: ContractWallet
  onTransfer: () => void
}

/** Terms of an order: side, quantity, price, leverage with wallet, TP/SL if set, and how long it may rest. */
const useTerms = ({ view, draft, market, wallet }: OrderTerms): readonly DescriptionItem[] => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const { side, mode, leverage, expiry } = draft
  const { lots, price, sentPrice, stops } = view
  const at = mode === 'market' ? price : sentPrice
  const coins = figures.plain(figures.trimmed(quantityOf(lots ?? 0, market.lot)))
  const stop = (id: 'profit' | 'loss'): readonly DescriptionItem[] => {
    const set = stops[id].price
    return set === null ? [] : [{ id, label: t(`stops.${id}`), value: figures.price(set, market.scale) }]
  }
  return [
    {
      id: 'side',
      label: t('ticket.side'),
      value: (
        <PriceChange direction={side === 'long' ? 'up' : 'down'} arrow={false}>
          {t(side === 'long' ? 'ticket.buy' : 'ticket.sell')}
        </PriceChange>
      ),
    },
    {
      id: 'quantity',
      label: t('ticket.quantity'),
      value: `${lotsOf(lots ?? 0)} ${t('ticket.coins', { quantity: coins, coin: baseOf(market.symbol) })}`,
    },
    {
      id: 'price',
      label: t(
        mode === 'trigger' ? 'ticket.triggerPrice' : mode === 'fixed' ? 'ticket.fixedPrice' : 'ticket.price',
      ),
      value: at === null ? '—' : `${figures.price(at, market.scale)} USDT`,
    },
    {
      id: 'leverage',
      label: t('ticket.leverage'),
      value: `${figures.whole(leverage)}×, ${t(`ticket.wallets.${wallet}`)}`,
    },
    ...stop('profit'),
    ...stop('loss'),
    ...(mode === 'market'
      ? []
      : [{ id: 'expiry', label: t('ticket.expiry'), value: t(`ticket.expiries.${expiry}`) }]),
  ]
}

/** Confirmation of an order with all costs. The figures stay live, and the displayed values are sent. */
export default function ConfirmOrder({ ticket, draft, market, wallet, onTransfer }: ConfirmOrderProps) {
  const { t } = useTranslation('contract')
  const { view, holder, command } = ticket
  const says = useSays(view, draft, market.scale)
  const terms = useTerms({ view, draft, market, wallet })
  const side = t(draft.side === 'long' ? 'ticket.buyVerb' : 'ticket.sellVerb')
  return (
    <ConfirmDialog
      what={`${side} ${market.symbol} ${draft.leverage}×`}
      act={says}
      variant={draft.side === 'long' ? 'up' : 'down'}
      busy={command.busy && t('ticket.sending')}
      reason={
        view.problem && (
          <Reason problem={view.problem} free={holder?.account.available ?? null} onTransfer={onTransfer} />
        )
      }
      onConfirm={ticket.confirm}
      onClose={ticket.cancel}
    >
      <DescriptionList items={terms} />
      <GapNote draft={draft} ticket={ticket} market={market} />
      <Costs view={view} market={market} leverage={draft.leverage} holder={holder} />
      <DialogError error={command.error} />
    </ConfirmDialog>
  )
}
