import { isClosingReached } from '@glasshouse/core/contracts/closingOrders'
import { conditionOf } from '@glasshouse/core/contracts/engine/triggers'
import { sideFromWire } from '@glasshouse/core/contracts/rules'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { price } from '@glasshouse/core/money/units'
import type { PriceLog } from './log.ts'
import type { Receipt } from './read.ts'

type Event = Receipt['events'][number]
/** Lots that close at a price, since the tick with this number. */
type Closing = { readonly lots: number; readonly since: number }
type Problems = readonly string[]

/** What fired may be on its way to the books while a running product is exported. */
export const onItsWayMs = 5000
/** How long a request to amend may wait for what ticks had reached before it, with the time it takes then. */
export const maxAmendMs = 35_000

/**
 * Checks the closing orders of a position, event by event: each fills all its lots at the first tick that reaches its
 * price since it was set, and together they never have more lots than the position. A part that closed is checked with
 * the position it was taken from.
 */
export const followClosingOrders = ({ order, events }: Receipt, log: PriceLog | undefined): Problems => {
  if (order.parentid !== null) return []
  const side = sideFromWire(order.type)
  /** By price, as the receipt writes it. */
  const closings = new Map<string, Closing>()
  let openLots = 0

  const isReached = (at: string, { bid, ask }: TickEvidence): boolean =>
    isClosingReached(side, price(at), { bid: price(bid), ask: price(ask) })
  const reachedBefore = (at: string, before: number | null) => {
    const since = closings.get(at)?.since
    if (since === undefined) return null
    return log?.firstReaching({ ...conditionOf(side, 'closing'), price: price(at) }, since, before) ?? null
  }
  /** No closing order was reached before an event and did not fill. */
  const notBefore = (before: number | null): Problems =>
    [...closings.keys()].flatMap((at) => {
      const missed = reachedBefore(at, before)
      if (missed === null) return []
      if (before === null && missed.receivedMs > (log?.endMs ?? 0) - onItsWayMs) return []
      return [`tick ${missed.n} had reached its closing order at ${at}, and nothing happened then`]
    })
  const fits = (): Problems => {
    const lots = [...closings.values()].reduce((sum, one) => sum + one.lots, 0)
    return lots > openLots ? [`its closing orders have ${lots} lots, it has ${openLots}`] : []
  }
  const set = ({ rule, price: at, number, time }: Event, tick: TickEvidence): Problems => {
    const before = closings.get(at)
    const reached = reachedBefore(at, tick.n + 1)
    if (rule.endsWith('Cleared')) closings.delete(at)
    else closings.set(at, { lots: number, since: before?.since ?? tick.n })
    return [
      ...(before !== undefined && reached !== null && time - reached.receivedMs > maxAmendMs
        ? [`tick ${reached.n} had reached its closing order at ${at}, and it was changed long after`]
        : []),
      ...(before === undefined && isReached(at, tick)
        ? [`its tick ${tick.n} had reached its closing order at ${at} already`]
        : []),
    ]
  }
  const filled = ({ number }: Event, tick: TickEvidence): Problems => {
    const reached = [...closings].filter(([at]) => isReached(at, tick))
    const lots = reached.reduce((sum, [, one]) => sum + one.lots, 0)
    const missed = notBefore(tick.n)
    const isEarly = reached.some(([, { since }]) => tick.n < since)
    for (const [at] of reached) closings.delete(at)
    return [
      ...missed,
      ...(isEarly ? [`its tick ${tick.n} came before its closing order was set`] : []),
      ...(lots === number
        ? []
        : [`its tick ${tick.n} reached closing orders of ${lots} lots, and ${number} closed`]),
    ]
  }
  const problemsOfEvent = (event: Event): Problems => {
    const { kind, rule, tick, number } = event
    if (kind === 'stopsSet') return rule.startsWith('closingOrder') && tick !== null ? set(event, tick) : []
    // Only now: the rows after a partial close tell what it left of them.
    const unfit = fits()
    if (kind === 'opened') openLots = number
    if (kind !== 'closed' && kind !== 'closedPart') return unfit
    openLots -= number
    if (tick === null) return unfit
    if (rule.startsWith('closingOrder')) return [...unfit, ...filled(event, tick)]
    return [...unfit, ...(kind === 'closed' ? notBefore(tick.n) : [])]
  }
  const found = events.flatMap((event) => problemsOfEvent(event).map((what) => `${event.kind}: ${what}`))
  if (order.status !== 1) return found
  return [...found, ...fits(), ...notBefore(null).map((what) => `still waiting: ${what}`)]
}
