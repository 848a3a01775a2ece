import { quantityOf } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Menu } from '@glasshouse/ui/Menu'
import { PercentPicker } from '@glasshouse/ui/PercentPicker'
import { Sheet } from '@glasshouse/ui/Sheet'
import { groupNumber } from '@glasshouse/ui/typedNumber'
import { type FormEvent, useId, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { baseOf } from '../../../components/market/market.ts'
import { UpcomingTerms } from '../../../components/market/UpcomingTerms.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Draft } from './draft.ts'
import { steppedLots } from './draft.ts'
import { ModeTabs, PriceField, Side, WalletPicker } from './fields.tsx'
import { PhoneMessage } from './Message.tsx'
import { PhoneOrderSummary } from './PhoneCosts.tsx'
import styles from './PhoneTicket.module.css'
import { Asking, SubmitButton } from './SubmitButton.tsx'
import type { TicketProps } from './Ticket.tsx'
import { TpSlFields } from './TpSlFields.tsx'
import { lotsAtPercent } from './ticket.ts'
import { useTicket } from './useTicket.ts'

type Ticket = ReturnType<typeof useTicket>
type Written = { draft: Draft; ticket: Ticket; market: Market }

/** Leverage selection. */
function LeverageMenu({ draft }: { draft: Draft }) {
  const { t } = useTranslation('contract')
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={styles.leverage}
          aria-label={`${t('ticket.leverage')}: ${draft.leverage}×`}
        >
          {draft.leverage}×
          <Icon name="down" size={12} />
        </button>
      }
      items={draft.multiples.map((multiple) => ({
        id: String(multiple),
        label: `${multiple}×`,
        note: multiple > 20 ? t('ticket.high') : undefined,
        chosen: multiple === draft.leverage,
        onSelect: () => draft.setLeverage(multiple),
      }))}
    />
  )
}

/** Quantity in lots: typed, stepped, or as a share of the maximum. */
function Lots({ draft, ticket, market }: Written) {
  const { t } = useTranslation('contract')
  const { t: tTrade } = useTranslation('trade')
  const figures = useFormatters()
  const { view, terms } = ticket
  const coins = view.lots === null ? null : figures.plain(figures.trimmed(quantityOf(view.lots, terms.lot)))
  const limits = view.problem?.kind === 'limits' ? view.problem : null
  return (
    <>
      <NumberField
        className={styles.lots}
        layout="inside"
        hideLabel
        align="center"
        label={t('ticket.quantity')}
        whole
        enterKeyHint="done"
        placeholder={
          view.openable === null ? t('ticket.quantity') : tTrade('upTo', { n: figures.whole(view.openable) })
        }
        value={draft.lotsText}
        onChange={draft.type}
        error={
          limits
            ? t('ticket.limits', { min: limits.min, step: limits.step })
            : view.problem?.kind === 'notWhole'
              ? t('ticket.notWhole')
              : undefined
        }
        start={
          <IconButton
            icon="minus"
            boxed
            label={tTrade('less')}
            onClick={() => draft.type(steppedLots(draft.lotsText, terms, -1))}
          />
        }
        unit={
          <>
            {t('ticket.unit')}{' '}
            {coins !== null && t('ticket.coins', { quantity: coins, coin: baseOf(market.symbol) })}
          </>
        }
        end={
          <IconButton
            icon="plus"
            boxed
            label={tTrade('more')}
            onClick={() => draft.type(steppedLots(draft.lotsText, terms, 1))}
          />
        }
      />
      <PercentPicker
        label={t('ticket.share')}
        value={draft.percent}
        onPick={(step) => {
          if (view.openable !== null) draft.share(step, lotsAtPercent(view.openable, step, terms))
        }}
      />
    </>
  )
}

/** Collapsible TP/SL fields; the collapsed button shows the values. */
function Stops({ draft, ticket, market, children }: Written & { children: React.ReactNode }) {
  const { t } = useTranslation('contract')
  const { signs } = useFormatters()
  const [isExpanded, setExpanded] = useState(false)
  const id = useId()
  const set = [draft.profitText, draft.lossText].filter((text) => text.trim() !== '')
  const isOpen = isExpanded || ticket.view.problem?.kind === 'stops'
  return (
    <>
      <div className={styles.stopsLine}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setExpanded(!isOpen)}
        >
          <Icon name={isOpen ? 'minus' : 'plus'} size={12} />
          {t('orders.stops')}
          {!isOpen && set.length > 0 && (
            <span>{set.map((text) => groupNumber(text, signs)).join(' / ')}</span>
          )}
        </button>
        {children}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <TpSlFields
            profitText={draft.profitText}
            lossText={draft.lossText}
            view={ticket.view.stops}
            scale={market.scale}
            onProfit={draft.setProfit}
            onLoss={draft.setLoss}
          />
        )}
      </div>
    </>
  )
}

/** Strip of the lowered sheet: buy and sell. */
function Strip({ onPick }: { onPick: (side: Draft['side']) => void }) {
  const { t } = useTranslation('contract')
  return (
    <>
      <Button variant="up" onClick={() => onPick('long')}>
        {t('ticket.buyVerb')}
      </Button>
      <Button variant="down" onClick={() => onPick('short')}>
        {t('ticket.sellVerb')}
      </Button>
    </>
  )
}

/** Order ticket as a bottom sheet; the chart above it stays visible. */
export function PhoneTicket({
  draft,
  raised,
  onRaised,
  ...props
}: TicketProps & { draft: Draft; raised: boolean; onRaised: (raised: boolean) => void }) {
  const { t } = useTranslation('contract')
  const { t: tTrade } = useTranslation('trade')
  const ticket = useTicket(draft, props)
  const { market } = props
  const { view, holder, best, command } = ticket
  const form = useId()
  const message = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ticket.send()
  }
  return (
    <Sheet
      label={t('ticket.title')}
      open={raised}
      onOpenChange={onRaised}
      raise={tTrade('raise')}
      lower={tTrade('lower')}
      strip={
        <Strip
          onPick={(side) => {
            draft.setSide(side)
            onRaised(true)
          }}
        />
      }
      foot={
        <div className={styles.send}>
          <PhoneMessage
            id={message}
            className={styles.message}
            ticket={ticket}
            onTransfer={props.onTransfer}
          />
          <SubmitButton
            view={view}
            draft={draft}
            scale={market.scale}
            busy={command.busy && !ticket.isAsking}
            form={form}
            messageId={message}
          />
          <Asking
            ticket={ticket}
            draft={draft}
            market={market}
            wallet={props.wallet}
            onTransfer={props.onTransfer}
          />
        </div>
      }
    >
      <form id={form} className={styles.ticket} onSubmit={submit}>
        <UpcomingTerms market={market} of="contract" />
        <Side draft={draft} className={styles.side} />
        <div className={styles.mode}>
          <ModeTabs draft={draft} best={best} scale={market.scale} />
          <LeverageMenu draft={draft} />
        </div>
        <PriceField draft={draft} view={view} scale={market.scale} />
        <Lots draft={draft} ticket={ticket} market={market} />
        <Stops draft={draft} ticket={ticket} market={market}>
          <WalletPicker wallet={props.wallet} onWallet={props.onWallet} />
        </Stops>
        <PhoneOrderSummary view={view} market={market} leverage={draft.leverage} holder={holder} />
      </form>
    </Sheet>
  )
}
