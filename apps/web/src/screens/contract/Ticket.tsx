import type { Market } from '@glasshouse/core/markets/codec'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useId } from 'react'
import { UpcomingTerms } from '../../components/market/UpcomingTerms.tsx'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Asking } from './Asking.tsx'
import { Costs } from './OrderSummary.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import styles from './Ticket.module.css'
import { TicketMessage } from './TicketMessage.tsx'
import { Leverage, Quantity, WalletPicker } from './TicketParts.tsx'
import { ModeTabs, PriceField } from './TicketPrice.tsx'
import { TpSlFields } from './TpSlFields.tsx'
import { useOrderDraft } from './useOrderDraft.ts'
import { useTicket } from './useTicket.ts'
import type { TradingData, Wallet } from './useTradingData.ts'

export type TicketProps = {
  market: Market
  markets: readonly Market[]
  trader: TradingData
  wallet: Wallet
  onWallet: (wallet: Wallet) => void
  onReceipt: (id: number) => void
  onTransfer: () => void
}

/** Order ticket: fields, costs, and a submit button that describes the order. */
export function Ticket(props: TicketProps) {
  const { market, wallet } = props
  const { t } = useTranslation('contract')
  const message = useId()
  const signedIn = useSession() !== null
  const draft = useOrderDraft(market)
  const ticket = useTicket(draft, props)
  const { holder, terms, best, view, command } = ticket
  return (
    <form
      className={styles.ticket}
      aria-label={t('ticket.title')}
      onSubmit={(event) => {
        event.preventDefault()
        ticket.send()
      }}
    >
      <UpcomingTerms market={market} of="contract" />
      <SegmentedControl
        label={t('ticket.side')}
        options={[
          { value: 'buy', label: t('ticket.buy'), tone: 'up' },
          { value: 'sell', label: t('ticket.sell'), tone: 'down' },
        ]}
        value={draft.direction}
        onChange={draft.setDirection}
      />
      <div className={styles.mode}>
        <ModeTabs draft={draft} best={best} scale={market.scale} />
        <WalletPicker wallet={wallet} onWallet={props.onWallet} />
      </div>
      <Leverage draft={draft} />
      <PriceField draft={draft} view={view} scale={market.scale} messageId={message} />
      <Quantity draft={draft} view={view} market={market} terms={terms} messageId={message} />
      <TpSlFields
        profitText={draft.profitText}
        lossText={draft.lossText}
        view={view.stops}
        scale={market.scale}
        messageId={message}
        onProfit={draft.setProfit}
        onLoss={draft.setLoss}
      />
      <Costs view={view} market={market} leverage={draft.leverage} holder={holder} />
      <SubmitButton
        view={view}
        draft={draft}
        scale={market.scale}
        busy={command.busy && !ticket.isAsking}
        messageId={message}
      />
      {signedIn && (
        <TicketMessage
          id={message}
          draft={draft}
          ticket={ticket}
          scale={market.scale}
          onTransfer={props.onTransfer}
        />
      )}
      <Asking ticket={ticket} draft={draft} market={market} wallet={wallet} onTransfer={props.onTransfer} />
    </form>
  )
}
