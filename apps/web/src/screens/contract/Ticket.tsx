import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Problem } from '@glasshouse/ui/Problem'
import { Segmented } from '@glasshouse/ui/Segmented'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { RiskGate } from '../../parts/risk/RiskGate.tsx'
import { useSentence } from '../../parts/useSentence.ts'
import { Costs } from './Costs.tsx'
import { SendButton } from './SendButton.tsx'
import { StopFields } from './StopFields.tsx'
import styles from './Ticket.module.css'
import { Leverage, Quantity, WalletPicker } from './TicketParts.tsx'
import { ModeTabs, PriceField } from './TicketPrice.tsx'
import { useDraft } from './useDraft.ts'
import { useTicket } from './useTicket.ts'
import type { Trader, Wallet } from './useTrader.ts'

export type TicketProps = {
  market: MarketRow
  markets: readonly MarketRow[]
  trader: Trader
  wallet: Wallet
  onWallet: (wallet: Wallet) => void
  onReceipt: (id: number) => void
  onTransfer: () => void
}

/** The order ticket: what to do, how much of it, what it costs, and one button that says so. */
export function Ticket(props: TicketProps) {
  const { market, wallet } = props
  const { t } = useTranslation('contract')
  const sentence = useSentence()
  const draft = useDraft(market)
  const { holder, terms, best, view, command, send } = useTicket(draft, props)
  return (
    <form
      className={styles.ticket}
      aria-label={t('ticket.title')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Segmented
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
      <PriceField draft={draft} view={view} scale={market.scale} />
      <Quantity draft={draft} view={view} holder={holder} market={market} terms={terms} />
      <StopFields
        profitText={draft.profitText}
        lossText={draft.lossText}
        view={view.stops}
        scale={market.scale}
        onProfit={draft.setProfit}
        onLoss={draft.setLoss}
      />
      <Costs view={view} market={market} leverage={draft.leverage} holder={holder} />
      {command.error && <Problem>{sentence(command.error)}</Problem>}
      <RiskGate error={command.error} onPassed={command.forget} />
      <SendButton
        view={view}
        draft={draft}
        scale={market.scale}
        free={holder?.account.available ?? null}
        busy={command.busy}
        onTransfer={props.onTransfer}
      />
    </form>
  )
}
