import { closingPrice, type PositionSide, sideFromWire } from '@glasshouse/core/contracts/rules'
import {
  formatTrailing,
  isBetterClosing,
  isTrailingReached,
  parseTrailing,
  type TrailingDistance,
} from '@glasshouse/core/contracts/trailingStop'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { formatPrice, type Price, price } from '@glasshouse/core/money/units'
import { maxAmendMs, onItsWayMs } from './closingOrders.ts'
import type { PriceLog } from './log.ts'
import type { Receipt } from './read.ts'

type Event = Receipt['events'][number]
type Problems = readonly string[]
/** A trailing stop since the tick with this number, at whose closing side it started. */
type FollowedStop = { readonly distance: TrailingDistance; readonly since: number; readonly start: Price }

const closingOf = (side: PositionSide, { bid, ask }: TickEvidence): Price =>
  closingPrice(side, { bid: price(bid), ask: price(ask) })

/**
 * Follows the trailing stop of a position through the log: it closed the position at the first tick that was as far as its
 * distance from the best one since it was set, and names both. Of one that was set before the log begins the best price is
 * at least the one it started from.
 */
export const followTrailingStop = ({ order, events }: Receipt, log: PriceLog | undefined): Problems => {
  if (order.parentid !== null) return []
  const side = sideFromWire(order.type)
  let following: FollowedStop | null = null

  const upTo = ({ distance, start, since }: FollowedStop, before: number | null) =>
    log?.following({ side, distance, start }, since, before) ?? { best: start, reached: null }
  const notBefore = (before: number | null): Problems => {
    const missed = following === null ? null : upTo(following, before).reached
    if (missed === null) return []
    if (before === null && missed.receivedMs > (log?.endMs ?? 0) - onItsWayMs) return []
    return [`tick ${missed.n} had reached its trailing stop, and nothing happened then`]
  }
  const set = ({ rule, trailing, time }: Event, tick: TickEvidence): Problems => {
    const reached = following === null ? null : upTo(following, tick.n + 1).reached
    const distance = parseTrailing(trailing?.distance ?? '')
    const isSet = rule.endsWith('Set')
    following = isSet && distance !== null ? { distance, since: tick.n, start: closingOf(side, tick) } : null
    return [
      ...(distance === null ? ['nothing tells the distance of its trailing stop'] : []),
      ...(reached !== null && time - reached.receivedMs > maxAmendMs
        ? [`tick ${reached.n} had reached its trailing stop, and it was changed long after`]
        : []),
    ]
  }
  const fired = ({ trailing }: Event, tick: TickEvidence, one: FollowedStop): Problems => {
    const best = trailing?.best
    if (best === undefined) return ['nothing tells the best tick of its trailing stop']
    if (best.n < one.since || best.n >= tick.n)
      return [`its best tick ${best.n} does not lie between tick ${one.since} and tick ${tick.n}`]
    const claimed = closingOf(side, best)
    const seen = upTo(one, best.n + 1).best
    const all = upTo(one, tick.n).best
    const isWhole = log !== undefined && log.firstN <= one.since
    const isOff = isWhole ? claimed !== all : isBetterClosing(side, all, claimed)
    const now = { bid: price(tick.bid), ask: price(tick.ask) }
    return [
      ...(trailing?.distance === formatTrailing(one.distance)
        ? []
        : ['its distance is not the one that was set']),
      ...(isWhole && !isOff && claimed !== seen
        ? [`the log had not reached its best price of ${formatPrice(claimed)} by tick ${best.n}`]
        : []),
      ...(isOff ? [`its best price was ${formatPrice(all)} and not ${formatPrice(claimed)}`] : []),
      ...(isTrailingReached(side, one.distance, claimed, now)
        ? []
        : [`its tick ${tick.n} did not reach the trailing stop`]),
      ...notBefore(tick.n),
    ]
  }
  const problemsOfEvent = (event: Event): Problems => {
    const { kind, rule, tick } = event
    if (tick === null) return []
    if (kind === 'stopsSet' && rule.startsWith('trailingStop')) return set(event, tick)
    if (kind !== 'closed') return []
    if (!rule.startsWith('trailingStop')) return notBefore(tick.n)
    return following === null ? ['there was no trailing stop that could fire'] : fired(event, tick, following)
  }
  const found = events.flatMap((event) => problemsOfEvent(event).map((what) => `${event.kind}: ${what}`))
  if (order.status !== 1) return found
  return [...found, ...notBefore(null).map((what) => `still waiting: ${what}`)]
}
