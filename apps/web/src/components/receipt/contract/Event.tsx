import { parseTrailing } from '@glasshouse/core/contracts/trailingStop'
import type { Market } from '@glasshouse/core/markets/codec'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { ChargeCheck } from '../ChargeCheck.tsx'
import { EntryWindow } from '../EntryWindow.tsx'
import { EventDetails, TickDetails } from '../TickDetails.tsx'
import { TwoColumns } from '../TwoColumns.tsx'
import { Calculation, ClosingOrdersInForce, HoldArithmetic, StopArithmetic } from './Calculation.tsx'
import {
  type HoldReckoning,
  type Recalculation,
  type ReceiptAnswer,
  type ReceiptEvent,
  recalculate,
  recalculateHold,
  recalculateTpSl,
} from './receipt.ts'
import { useRuleLabel } from './useRuleLabel.ts'

type EventProps = {
  readonly answer: ReceiptAnswer
  readonly event: ReceiptEvent
  readonly market: Market
}

/** Tick of an event, or its rule and time if no tick caused it. */
function Cause({
  event,
  market,
  side,
  trigger,
}: Omit<EventProps, 'answer'> & { side: 'ask' | 'bid'; trigger?: { label: string; price: bigint } }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const label = useRuleLabel()(event.rule)
  const { expireTime } = event
  const rule =
    expireTime === undefined ? label : t('receipt.until', { rule: label, time: figures.full(expireTime) })
  if (!event.tick) return <EventDetails rule={rule} time={event.time} />
  return (
    <>
      <TickDetails tick={event.tick} scale={market.scale} side={side} rule={rule} trigger={trigger} />
      {event.trailing?.best && <BestTick {...{ event, market, side }} best={event.trailing.best} />}
      {event.entry && <EntryWindow {...event.entry} window={event.entry} side={side} scale={market.scale} />}
    </>
  )
}

/** Best tick of a trailing stop, from which its trigger price follows. */
function BestTick({
  event,
  market,
  side,
  best,
}: Pick<EventProps, 'event' | 'market'> & { side: 'ask' | 'bid'; best: TickEvidence }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const distance = parseTrailing(event.trailing?.distance ?? '')
  if (distance === null) return null
  const far =
    distance.kind === 'percent'
      ? figures.percent(distance.hundredths)
      : figures.price(distance.by, market.scale)
  return (
    <section aria-label={t('trailing.best')}>
      <TickDetails tick={best} scale={market.scale} side={side} rule={`${t('trailing.best')} · ${far}`} />
    </section>
  )
}

/** Opened or closed position. */
function Settled({ answer, event, market, reckoning }: EventProps & { reckoning: Recalculation }) {
  const { t } = useTranslation('contract')
  const opened = reckoning.kind === 'opened'
  const { trigger, matches } = reckoning
  const isStop = event.rule.startsWith('trigger')
  const label = t(isStop ? 'ticket.triggerPrice' : opened ? 'cancelOrder.price' : 'receipt.stopAt')
  return (
    <TwoColumns
      title={t(opened ? 'receipt.opened' : 'receipt.closedTick')}
      facts={
        <Cause
          event={event}
          market={market}
          side={reckoning.side}
          {...(trigger === null ? {} : { trigger: { label, price: trigger } })}
        />
      }
    >
      <Calculation
        reckoning={reckoning}
        market={market}
        lot={answer.lot}
        leverage={answer.order.leverage}
        feeRatePpm={answer.feeRatePpm}
      />
      <ClosingOrdersInForce reckoning={reckoning} market={market} />
      <ChargeCheck matches={matches} text={t(opened ? 'receipt.match' : 'receipt.matchClose')} />
    </TwoColumns>
  )
}

/** Placed or cancelled order. */
function Held({ answer, event, market, reckoning }: EventProps & { reckoning: HoldReckoning }) {
  const { t } = useTranslation('contract')
  const placed = reckoning.kind === 'placed'
  const { matches } = reckoning
  // No tick cancelled it: the one shown was the newest when its owner did.
  const title = event.rule === 'revokedByUser' ? 'receipt.inForce' : 'receipt.revokedTick'
  return (
    <TwoColumns
      title={t(placed ? 'receipt.placedTick' : title)}
      facts={<Cause event={event} market={market} side={reckoning.side} />}
    >
      <HoldArithmetic
        reckoning={reckoning}
        market={market}
        lot={answer.lot}
        leverage={answer.order.leverage}
        feeRatePpm={answer.feeRatePpm}
      />
      <ChargeCheck matches={matches} text={t(placed ? 'receipt.matchHeld' : 'receipt.matchBack')} />
    </TwoColumns>
  )
}

/** One event of an order: its cause and the recalculated amounts. */
export function Event({ answer, event, market }: EventProps) {
  const { t } = useTranslation('contract')
  const props = { answer, event, market }
  const settled = recalculate(answer, event)
  if (settled) return <Settled {...props} reckoning={settled} />
  const hold = recalculateHold(answer, event)
  if (hold) return <Held {...props} reckoning={hold} />
  const stop = recalculateTpSl(answer, event)
  const side = stop?.side ?? (answer.order.side === 'long' ? 'bid' : 'ask')
  return (
    <TwoColumns title={t('receipt.inForce')} facts={<Cause event={event} market={market} side={side} />}>
      {stop && <StopArithmetic reckoning={stop} market={market} lot={answer.lot} />}
    </TwoColumns>
  )
}
