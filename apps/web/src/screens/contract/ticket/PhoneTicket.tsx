import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { Sheet } from '@glasshouse/ui/Sheet'
import { type FormEvent, useId, useState } from 'react'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { GapNote, PhoneMessage } from '../../../components/contract/ticket/Message.tsx'
import { sizeTextOf } from '../../../components/contract/ticket/size.ts'
import { TpSlFields } from '../../../components/contract/ticket/TpSlFields.tsx'
import { type SizeUnit, sizeUnits } from '../../../components/contract/ticket/units.ts'
import { useTicket } from '../../../components/contract/ticket/useTicket.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { baseOf } from '../../../components/market/market.ts'
import { useLots } from '../../../components/market/orderLabels.ts'
import { usePickedPrices } from '../../../components/market/pickedPrice.ts'
import { UpcomingTerms } from '../../../components/market/UpcomingTerms.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { useLabelled } from '../../../components/useLabelled.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import {
  Leverage,
  ModeTabs,
  PriceField,
  Side,
  SizeShare,
  stepSize,
  useSizeText,
  WalletPicker,
} from './fields.tsx'
import { PhoneOrderSummary } from './PhoneCosts.tsx'
import styles from './PhoneTicket.module.css'
import { Asking, SubmitButton } from './SubmitButton.tsx'
import type { TicketProps } from './Ticket.tsx'

type Ticket = ReturnType<typeof useTicket>
type TicketPartProps = { draft: Draft; ticket: Ticket; market: Market }

/** Leverage; a press shows its slider below. */
function LeverageButton({
  draft,
  isOpen,
  id,
  onToggle,
}: {
  draft: Draft
  isOpen: boolean
  id: string
  onToggle: () => void
}) {
  const { t } = useTranslation('contract')
  const labelled = useLabelled()
  return (
    <button
      type="button"
      className={styles.leverage}
      aria-label={labelled(t('ticket.leverage'), `${draft.leverage}×`)}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={onToggle}
    >
      {draft.leverage}×
      <Icon name="down" size={12} />
    </button>
  )
}

/** Size in lots, coins or USDT, with its unit as a menu; the lots it becomes stand below. */
function Size({ draft, ticket, market }: TicketPartProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const labelled = useLabelled()
  const { view } = ticket
  const limits = view.problem?.kind === 'limits' ? view.problem : null
  const nameOf = (unit: SizeUnit): string =>
    unit === 'lots' ? t('ticket.unit') : unit === 'coin' ? baseOf(market.symbol) : 'USDT'
  return (
    <NumberField
      className={styles.size}
      layout="inside"
      hideLabel
      label={t('ticket.quantity')}
      whole={draft.unit === 'lots'}
      enterKeyHint="done"
      placeholder={t('ticket.quantity')}
      value={draft.sizeText}
      onChange={draft.type}
      onStep={(by) => stepSize(draft, view, market, by)}
      error={
        limits
          ? t('ticket.limits', { lots: lotsOf(limits.min), step: figures.whole(limits.step) })
          : view.problem?.kind === 'notWhole' || view.problem?.kind === 'wrongSize'
            ? t(`ticket.${view.problem.kind}`)
            : undefined
      }
      end={
        <Menu
          trigger={
            <button
              type="button"
              className={styles.unit}
              aria-label={labelled(t('ticket.sizeUnit'), nameOf(draft.unit))}
            >
              {nameOf(draft.unit)}
              <Icon name="down" size={12} />
            </button>
          }
          items={sizeUnits.map((unit) => ({
            id: unit,
            label: nameOf(unit),
            chosen: unit === draft.unit,
            onSelect: () => draft.setUnit(unit, sizeTextOf(view.lots ?? 0, unit, view.price, market)),
          }))}
        />
      }
    />
  )
}

/** Scrolls what has just opened into view: the sheet is as high as the fields that are always there. */
const bringIntoView = (opened: HTMLElement | null): void => {
  opened?.scrollIntoView({ block: 'nearest' })
}

/** Collapsible TP/SL fields; the collapsed button shows the values. */
function Stops({ draft, ticket, market, children }: TicketPartProps & { children: React.ReactNode }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const [isExpanded, setExpanded] = useState(false)
  const id = useId()
  const { stops, problem } = ticket.view
  const set = [stops.profit, stops.loss].flatMap(({ price }) => (price === null ? [] : [price]))
  const isOpen = isExpanded || problem?.kind === 'stops'
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
            <span>{set.map((price) => figures.price(price, market.scale)).join(' / ')}</span>
          )}
        </button>
        {children}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div ref={bringIntoView}>
            <TpSlFields
              profitText={draft.profitText}
              lossText={draft.lossText}
              view={stops}
              input={ticket.view.stopsInput}
              onProfit={draft.setProfit}
              onLoss={draft.setLoss}
              onUnit={draft.setStopUnit}
            />
          </div>
        )}
      </div>
    </>
  )
}

/** Side, type, leverage, price and size of the order. */
function OrderFields({ draft, ticket, market }: TicketPartProps) {
  const { t } = useTranslation('contract')
  const { t: tTrade } = useTranslation('trade')
  const figures = useFormatters()
  const lotsOf = useLots()
  const sizeText = useSizeText()
  const leverage = useId()
  const under = useId()
  const [isLeverageOpen, setLeverageOpen] = useState(false)
  const { view, holder, best } = ticket
  const free = holder && figures.amount(holder.account.available, 'floor')
  const fillsNow = draft.mode === 'fixed' && view.price !== null && !view.rests
  return (
    <>
      <div className={styles.mode}>
        <Side draft={draft} className={styles.side} short />
        <ModeTabs draft={draft} best={best} scale={market.scale} look="well" className={styles.modes} />
        <LeverageButton
          draft={draft}
          id={leverage}
          isOpen={isLeverageOpen}
          onToggle={() => setLeverageOpen(!isLeverageOpen)}
        />
      </div>
      <div id={leverage} hidden={!isLeverageOpen}>
        {isLeverageOpen && <Leverage draft={draft} view={view} terms={ticket.terms} />}
      </div>
      <div className={styles.pair}>
        <PriceField draft={draft} view={view} scale={market.scale} noteId={under} lean />
        <Size draft={draft} ticket={ticket} market={market} />
      </div>
      <SizeShare draft={draft} view={view} terms={ticket.terms} />
      <div className={styles.under}>
        {fillsNow ? (
          <span id={under} className={styles.fillsNow}>
            {t('ticket.fillsNow', { price: figures.price(view.price, market.scale) })}
          </span>
        ) : (
          <span>
            {sizeText(view, draft, market) ?? (free === null ? null : tTrade('free', { amount: free }))}
          </span>
        )}
        {view.openable !== null && (
          <span>
            {t(view.isCapped ? 'ticket.openableCapped' : 'ticket.openable', {
              lots: lotsOf(view.openable),
            })}
          </span>
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
export default function PhoneTicket({
  draft,
  raised,
  onRaised,
  ...props
}: TicketProps & { draft: Draft; raised: boolean; onRaised: (raised: boolean) => void }) {
  const { t } = useTranslation('contract')
  const { t: tTrade } = useTranslation('trade')
  const ticket = useTicket(draft, props)
  const { market } = props
  usePickedPrices(market.pid, () => onRaised(true))
  const { view, command } = ticket
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
        <OrderFields draft={draft} ticket={ticket} market={market} />
        <PhoneOrderSummary view={view} market={market} leverage={draft.leverage} holder={ticket.holder} />
        <Stops draft={draft} ticket={ticket} market={market}>
          <WalletPicker wallet={props.wallet} onWallet={props.onWallet} />
        </Stops>
        <GapNote draft={draft} ticket={ticket} market={market} />
      </form>
    </Sheet>
  )
}
