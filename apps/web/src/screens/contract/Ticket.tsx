import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { Segmented } from '@glasshouse/ui/Segmented'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../live/book.ts'
import { useFigures } from '../../parts/figures.ts'
import { useSentence } from '../../parts/useSentence.ts'
import { freshBest, lotOf } from './account.ts'
import { Costs } from './Costs.tsx'
import { SendButton } from './SendButton.tsx'
import styles from './Ticket.module.css'
import { Leverage, Quantity, WalletPicker } from './TicketParts.tsx'
import { ticketView } from './ticket.ts'
import { useDraft } from './useDraft.ts'
import { type Trader, useHolder, type Wallet } from './useHolder.ts'
import { useSend } from './useSend.ts'

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
  const figures = useFigures()
  const sentence = useSentence()
  const draft = useDraft(market)
  const holder = useHolder(props.trader, market, props.markets)
  const terms = { lot: lotOf(market), minLots: market.minnumber, stepLots: market.step }
  const view = ticketView({
    direction: draft.direction,
    leverage: draft.leverage,
    lotsText: draft.lotsText,
    terms,
    best: freshBest(useBook(market.pid, market.procode)),
    holder,
  })
  const { send, command } = useSend(market, draft.clear, props.onReceipt)
  const { forget } = command
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused no longer stands once the order changed
  useEffect(forget, [draft.lotsText, draft.direction, draft.leverage, wallet])
  return (
    <form
      className={styles.ticket}
      aria-label={t('ticket.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(view, draft.direction, draft.leverage, wallet)
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
        <span className={styles.kind}>{t('ticket.market')}</span>
        <WalletPicker wallet={wallet} onWallet={props.onWallet} />
      </div>
      <Leverage draft={draft} />
      <Field
        layout="inside"
        label={t('ticket.price')}
        unit="USDT"
        readOnly
        value={view.price === null ? '—' : figures.price(view.price, market.scale)}
      />
      <Quantity draft={draft} view={view} holder={holder} market={market} terms={terms} />
      <Costs view={view} market={market} leverage={draft.leverage} holder={holder} />
      {command.error && (
        <p className={styles.error} role="alert">
          <Icon name="warning" size={14} />
          {sentence(command.error)}
        </p>
      )}
      <SendButton
        view={view}
        direction={draft.direction}
        scale={market.scale}
        free={holder?.account.available ?? null}
        busy={command.busy}
        onTransfer={props.onTransfer}
      />
    </form>
  )
}
