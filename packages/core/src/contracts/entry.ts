/**
 * Fair entry: an order at the market fills at the worse of the tick in force when it was accepted and the first tick
 * within a window after it, so that a price that is already known to be outdated cannot be hit.
 */
import { type Tick, tickEvidence } from '../markets/evidence.ts'
import { type BestPrices, fillPrice, type PositionSide } from './rules.ts'
import type { EntryEvidence } from './wire.ts'

/** The two ticks between which an order at the market fills at the worse one. */
export type EntryTicks = {
  /** When the order was accepted; epoch milliseconds. */
  readonly acceptedMs: number
  readonly windowMs: number
  /** In force at the acceptance. */
  readonly accepted: Tick
  /** The first tick within the window; null when none came. */
  readonly next: Tick | null
}

/** Converts the ticks of an entry to their form in receipts. */
export const entryEvidence = ({ acceptedMs, windowMs, accepted, next }: EntryTicks): EntryEvidence => ({
  acceptedTime: acceptedMs,
  windowMs,
  accepted: tickEvidence(accepted),
  next: next === null ? null : tickEvidence(next),
})

/**
 * The worse of two ticks for an opening: the higher ask of a buy, the lower bid of a sell. Without a tick in the window,
 * and at equal prices, the tick of the acceptance.
 *
 * @example worseTick('long', { bid: 99, ask: 100 }, { bid: 100, ask: 101 }) // the second
 * @example worseTick('short', { bid: 99, ask: 100 }, { bid: 100, ask: 101 }) // the first
 */
export const worseTick = <Tick extends BestPrices>(
  side: PositionSide,
  accepted: Tick,
  next: Tick | null,
): Tick => {
  if (next === null) return accepted
  const [before, after] = [fillPrice(side, accepted), fillPrice(side, next)]
  return (side === 'long' ? after > before : after < before) ? next : accepted
}

/** Milliseconds within which a trade has to come for an option to enter, where fair entry is on. */
export const optionEntryMs = 1000
