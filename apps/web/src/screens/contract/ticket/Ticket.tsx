import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Market } from '@glasshouse/core/markets/codec'
import { percentSteps } from '@glasshouse/ui/PercentPicker'
import { useId, useRef } from 'react'
import { Costs } from '../../../components/contract/ticket/Costs.tsx'
import { useOrderDraft } from '../../../components/contract/ticket/draft.ts'
import { TicketMessage } from '../../../components/contract/ticket/Message.tsx'
import styles from '../../../components/contract/ticket/Ticket.module.css'
import { TpSlFields } from '../../../components/contract/ticket/TpSlFields.tsx'
import { useTicket } from '../../../components/contract/ticket/useTicket.ts'
import type { TradingData } from '../../../components/contract/tradingData.ts'
import { UpcomingTerms } from '../../../components/market/UpcomingTerms.tsx'
import { useTicketKeys } from '../../../components/palette/shortcuts.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Leverage, ModeTabs, PriceField, Side, Size, shareSize, WalletPicker } from './fields.tsx'
import { Asking, SubmitButton } from './SubmitButton.tsx'

export type TicketProps = {
  market: Market
  markets: readonly Market[]
  trader: TradingData
  wallet: ContractWallet
  onWallet: (wallet: ContractWallet) => void
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
  const form = useRef<HTMLFormElement>(null)
  useTicketKeys((key) => {
    if (key === 'b' || key === 's') {
      draft.setSide(key === 'b' ? 'long' : 'short')
      form.current?.querySelectorAll<HTMLElement>('[role="radio"]')[key === 'b' ? 0 : 1]?.focus()
    } else shareSize(draft, view, terms, percentSteps[Number.parseInt(key, 10) - 1] ?? 100)
  })
  return (
    <form
      ref={form}
      className={styles.ticket}
      aria-label={t('ticket.title')}
      onSubmit={(event) => {
        event.preventDefault()
        ticket.send()
      }}
    >
      <UpcomingTerms market={market} of="contract" />
      <Side draft={draft} />
      <div className={styles.mode}>
        <ModeTabs draft={draft} best={best} scale={market.scale} />
        <WalletPicker wallet={wallet} onWallet={props.onWallet} />
      </div>
      <Leverage draft={draft} view={view} terms={terms} />
      <PriceField draft={draft} view={view} scale={market.scale} messageId={message} />
      <Size draft={draft} view={view} market={market} terms={terms} messageId={message} />
      <TpSlFields
        profitText={draft.profitText}
        lossText={draft.lossText}
        view={view.stops}
        input={view.stopsInput}
        messageId={message}
        onProfit={draft.setProfit}
        onLoss={draft.setLoss}
        onUnit={draft.setStopUnit}
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
