import { clockPrice } from '@glasshouse/core/contracts/expiry'
/** Which triggers a wallet needs, and the books of all markets in which they wait. */

import { liquidationBand, recheckPrice } from '@glasshouse/core/contracts/engine/guards'
import { defaultStepSize, inSteps, type Steps, sortByInSteps } from '@glasshouse/core/contracts/engine/steps'
import { type TrailingBook, trailingBook } from '@glasshouse/core/contracts/engine/trailingBook'
import {
  compareFired,
  conditionOf,
  heapKey,
  orderCondition,
  type Trigger,
  type TriggerBook,
  type TriggerKind,
  triggerBook,
} from '@glasshouse/core/contracts/engine/triggers'
import type { MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import type { LiveOrder } from '@glasshouse/core/contracts/order'
import type { BestPrices, PositionSide } from '@glasshouse/core/contracts/rules'
import type { TrailingDistance } from '@glasshouse/core/contracts/trailingStop'
import { openPositions, shouldLiquidate, valueAccount } from '@glasshouse/core/contracts/valuation'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price } from '@glasshouse/core/money/units'
import { createSplitMap } from '../../../platform/concurrency/index.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf, type WalletState } from '../batch/batch.ts'

/** A trigger of an order on its market, with the price it waits for. */
export type OrderTrigger = { readonly kind: 'limit' | 'loss' | 'profit' | 'closing'; readonly price: Price }

/**
 * What an order waits for; stops of a pending order wait until it is opened. Of its closing orders the nearest to the
 * market is reached first, and the next one is armed when that is done.
 */
export const orderTriggers = ({
  state,
  openPrice,
  stopLoss,
  takeProfit,
  closingOrders: [nearest],
}: LiveOrder): readonly OrderTrigger[] => {
  if (state === 'resting') return [{ kind: 'limit', price: openPrice }]
  return [
    ...(stopLoss === null ? [] : [{ kind: 'loss' as const, price: stopLoss }]),
    ...(takeProfit === null ? [] : [{ kind: 'profit' as const, price: takeProfit }]),
    ...(nearest === undefined ? [] : [{ kind: 'closing' as const, price: nearest.price }]),
  ]
}

/** The market of expiries: its price is the time, epoch milliseconds. No product has this symbol. */
const clockMarket = ''

const armOrder = (order: LiveOrder, symbol: string): readonly TriggerSpec[] => {
  const { id: orderId, expiresMs, acceptance } = order
  const onMarket = orderTriggers(order).map(
    ({ kind, price }): TriggerSpec => ({
      symbol,
      orderId,
      trigger: { ...orderCondition(order, kind), kind, price, acceptance },
    }),
  )
  if (expiresMs === null) return onMarket
  const expiry = { side: 'bid', when: 'rises', kind: 'expiry', price: clockPrice(expiresMs) } as const
  return [...onMarket, { symbol: clockMarket, orderId, trigger: { ...expiry, acceptance } }]
}

const highest = clockPrice(Number.MAX_SAFE_INTEGER)
const lowest = clockPrice(0)

/** A re-check of the wallet on account of one market and side; without a band at its very next tick. */
const guard = (wallet: WalletState, symbol: string, side: PositionSide, price: Price | null): TriggerSpec => {
  const kind = 'closeOut'
  const watch = conditionOf(side, kind)
  const always = watch.when === 'falls' ? highest : lowest
  const trigger: Trigger = { ...watch, kind, price: price ?? always, acceptance: wallet.uid }
  return { symbol, orderId: 0, trigger }
}

/** The re-checks of a wallet, one per market and side it has positions in. */
const guardsOf = (wallet: WalletState, now: MarketSnapshot): readonly TriggerSpec[] => {
  const positions = openPositions(wallet).flatMap((order) => {
    const market = now.get(order.pid)
    if (market === undefined) return []
    const best: BestPrices = market.tick ?? { bid: order.openPrice, ask: order.openPrice }
    return [{ ...order, best, symbol: market.product.symbol }]
  })
  const isDue = openPositions(wallet).some(({ dueClose }) => dueClose !== null)
  const band =
    isDue || shouldLiquidate(wallet, now) ? null : liquidationBand(valueAccount(wallet, now), positions)
  const guards = new Map<string, TriggerSpec>()
  for (const { symbol, side, best } of positions) {
    const price = band === null ? null : recheckPrice(band, { side, best })
    guards.set(`${symbol} ${side}`, guard(wallet, symbol, side, price))
  }
  return [...guards.values()]
}

/** Everything a wallet waits for, given the markets as they are now. */
export const accountTriggers = (wallet: WalletState, now: MarketSnapshot): readonly TriggerSpec[] => [
  ...[...wallet.orders.values()].flatMap((order) => {
    const market = now.get(order.pid)
    return market === undefined ? [] : armOrder(order, market.product.symbol)
  }),
  ...guardsOf(wallet, now),
]

/** Whose trigger it is: an order's, or the re-check of a wallet (order 0). */
export type ArmedTrigger = MarginAccountKey & {
  readonly orderId: number
  readonly kind: TriggerKind
  /** Of a trailing stop that fired: the best tick from which its trigger price followed. */
  readonly best?: Tick
}

/** A trigger to arm in a market. */
export type TriggerSpec = { readonly symbol: string; readonly trigger: Trigger; readonly orderId: number }

/** A trailing stop to watch, or one that a tick reached and that is not decided yet. */
export type TrailingSpec = Trailed & {
  readonly symbol: string
  readonly order: Pick<LiveOrder, 'id' | 'side' | 'acceptance'>
  readonly distance: TrailingDistance
}

/** How far a trailing stop followed its market since a tick. */
export type Trailed = {
  readonly since: number
  readonly best: Tick
  /** The tick that reached it; null while it waits. */
  readonly firedBy: Tick | null
}

type TrailedPlace = Omit<TrailingSpec, 'best' | 'firedBy'> & {
  readonly key: MarginAccountKey
  readonly market: MarketBook
  readonly id: number
  fired: { readonly best: Tick; readonly by: Tick } | null
}
type MarketBook = {
  readonly book: TriggerBook
  readonly armed: (ArmedTrigger | undefined)[]
  readonly acceptances: number[]
  readonly trailing: TrailingBook
  readonly trailed: (TrailedPlace | undefined)[]
}
type Place = { readonly market: MarketBook; readonly id: number; readonly armed: ArmedTrigger }
type AccountPlaces = { readonly fixed: readonly Place[]; readonly trailing: readonly TrailedPlace[] }

/** A trailing stop that fired, with what decides about its place among others. */
type FiredStop = { readonly armed: ArmedTrigger; readonly acceptance: number }

/** The steps in which something fires; between them no wallet is armed or asked for, and no other tick heard. */
export type FiringSteps = Steps<readonly ArmedTrigger[]>

/** The trigger books of all markets, and which triggers belong to which wallet. */
export type TriggerBooks = {
  /** Replaces everything a wallet had armed. */
  readonly arm: (
    key: MarginAccountKey,
    triggers: readonly TriggerSpec[],
    trailing: readonly TrailingSpec[],
  ) => void
  /** How far the trailing stops of a wallet followed their markets, by order. */
  readonly trailed: (key: MarginAccountKey) => ReadonlyMap<number, Trailed>
  /** Best ticks of trailing stops that changed or were added since this was asked last, without those at which they were set. */
  readonly takeMoved: () => readonly Tick[]
  /** Takes out what a tick reaches, in the order in which it fires. */
  readonly hear: (tick: Tick) => FiringSteps | null
  /** Takes out the expiries up to an instant, epoch milliseconds. */
  readonly elapse: (untilMs: number) => FiringSteps | null
  readonly size: () => number
}

/**
 * Starts with empty books.
 *
 * @param stepSize triggers that one step of what fires works on
 */
export const createTriggerBooks = (stepSize = defaultStepSize): TriggerBooks => {
  const markets = new Map<string, MarketBook>()
  const places = createSplitMap<number, AccountPlaces>()
  const added = new Set<Tick>()

  const marketOf = (symbol: string): MarketBook => {
    const known = markets.get(symbol)
    if (known !== undefined) return known
    const made: MarketBook = {
      ...{ book: triggerBook(stepSize), armed: [], acceptances: [] },
      ...{ trailing: trailingBook(stepSize), trailed: [] },
    }
    markets.set(symbol, made)
    return made
  }

  /** What fired in the book of a market, with the trailing stops at their places between. */
  function* inFiringOrder(
    { armed: all, acceptances }: MarketBook,
    ids: readonly number[],
    stops: readonly FiredStop[],
  ): FiringSteps {
    const fired: ArmedTrigger[] = []
    let place = 0
    const take = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const id = ids[at] ?? -1
        const armed = all[id]
        all[id] = undefined
        if (armed === undefined) continue
        const here = { kind: armed.kind, acceptance: acceptances[id] ?? 0 }
        for (let stop = stops[place]; stop !== undefined; stop = stops[place]) {
          if (compareFired({ kind: 'trailing', acceptance: stop.acceptance }, here) >= 0) break
          fired.push(stop.armed)
          place += 1
        }
        fired.push(armed)
      }
    }
    yield* inSteps(ids.length, take, stepSize)
    for (const { armed } of stops.slice(place)) fired.push(armed)
    return fired
  }

  /** Takes out the trailing stops that a tick reaches, which stay known to their wallets until these are armed anew. */
  function* takeTrailing({ trailing, trailed }: MarketBook, tick: Tick): Steps<readonly FiredStop[]> {
    const reached = yield* trailing.fire(tick)
    const stops: FiredStop[] = []
    const take = (from: number, to: number): void => {
      for (const { id, best } of reached.slice(from, to)) {
        const place = trailed[id]
        trailed[id] = undefined
        if (place === undefined) continue
        place.fired = { best, by: tick }
        const { key, order } = place
        stops.push({
          armed: { ...key, orderId: order.id, kind: 'trailing', best },
          acceptance: order.acceptance,
        })
      }
    }
    yield* inSteps(reached.length, take, stepSize)
    return yield* sortByInSteps(stops, ({ acceptance }) => acceptance, stepSize)
  }

  function* collect(
    market: MarketBook,
    fixed: Steps<readonly number[]> | null,
    followed: Steps<readonly FiredStop[]> | null,
  ): FiringSteps {
    const stops = followed === null ? [] : yield* followed
    const ids = fixed === null ? [] : yield* fixed
    return yield* inFiringOrder(market, ids, stops)
  }
  /** What the best prices of a market reach, and the trailing stops that a tick does; null when that is nothing. */
  const fire = (symbol: string, bid: number, ask: number, tick?: Tick): FiringSteps | null => {
    const market = markets.get(symbol)
    if (market === undefined) return null
    const followed = tick === undefined || market.trailing.size() === 0 ? null : takeTrailing(market, tick)
    const fixed = market.book.fire(bid, ask)
    return fixed === null && followed === null ? null : collect(market, fixed, followed)
  }

  const remove = ({ fixed, trailing }: AccountPlaces): void => {
    for (const { market, id, armed } of fixed) {
      // A trigger that has fired released its number, and another one may have it now.
      if (market.armed[id] !== armed) continue
      market.book.cancel(id)
      market.armed[id] = undefined
    }
    for (const place of trailing) {
      if (place.fired !== null) continue
      place.market.trailing.remove(place.id)
      place.market.trailed[place.id] = undefined
    }
  }

  const addFixed = (key: MarginAccountKey, { symbol, trigger, orderId }: TriggerSpec): Place => {
    const market = marketOf(symbol)
    const id = market.book.add(trigger)
    const armed = { ...key, orderId, kind: trigger.kind }
    market.armed[id] = armed
    market.acceptances[id] = trigger.acceptance
    return { market, id, armed }
  }

  const addTrailing = (key: MarginAccountKey, { best, firedBy, ...spec }: TrailingSpec): TrailedPlace => {
    const market = marketOf(spec.symbol)
    if (firedBy !== null) return { ...spec, key, market, id: -1, fired: { best, by: firedBy } }
    const { order, distance } = spec
    // Read from the log or found among the kept ticks, it may not be kept for good yet.
    if (best.n !== spec.since) added.add(best)
    const id = market.trailing.add({ side: order.side, distance, best })
    const place = { ...spec, key, market, id, fired: null }
    market.trailed[id] = place
    return place
  }

  return {
    arm: ({ uid, wallet }, triggers, trailing) => {
      const key = { uid, wallet }
      const account = accountKeyOf(key)
      const before = places.get(account)
      if (before !== undefined) remove(before)
      if (triggers.length + trailing.length === 0) places.delete(account)
      else
        places.set(account, {
          fixed: triggers.map((one) => addFixed(key, one)),
          trailing: trailing.map((one) => addTrailing(key, one)),
        })
    },
    trailed: (key) =>
      new Map(
        (places.get(accountKeyOf(key))?.trailing ?? []).map(({ order, since, market, id, fired }) => [
          order.id,
          { since, best: fired?.best ?? market.trailing.bestOf(id), firedBy: fired?.by ?? null },
        ]),
      ),
    takeMoved: () => {
      const moved = new Set([...markets.values()].flatMap(({ trailing }) => trailing.takeMoved()))
      for (const tick of added) moved.add(tick)
      added.clear()
      return [...moved]
    },
    hear: (tick) => fire(tick.symbol, heapKey(tick.bid), heapKey(tick.ask), tick),
    elapse: (untilMs) => fire(clockMarket, untilMs, untilMs),
    size: () =>
      [...markets.values()].reduce((sum, { book, trailing }) => sum + book.size() + trailing.size(), 0),
  }
}
