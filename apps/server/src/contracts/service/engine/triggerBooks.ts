/** Which triggers a wallet needs, and the books of all markets in which they wait. */

import { liquidationBand, recheckPrice } from '@glasshouse/core/contracts/engine/guards'
import {
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
import { openPositions, shouldLiquidate, valueAccount } from '@glasshouse/core/contracts/valuation'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price } from '@glasshouse/core/money/units'
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
  const expiry = { side: 'bid', when: 'rises', kind: 'expiry', price: BigInt(expiresMs) as Price } as const
  return [...onMarket, { symbol: clockMarket, orderId, trigger: { ...expiry, acceptance } }]
}

const highest = BigInt(Number.MAX_SAFE_INTEGER) as Price
const lowest = 0n as Price

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
type ArmedTrigger = MarginAccountKey & { readonly orderId: number; readonly kind: TriggerKind }

/** A trigger to arm in a market. */
export type TriggerSpec = { readonly symbol: string; readonly trigger: Trigger; readonly orderId: number }

type MarketBook = { readonly book: TriggerBook; readonly armed: (ArmedTrigger | undefined)[] }
type Place = { readonly market: MarketBook; readonly id: number; readonly armed: ArmedTrigger }

/** The trigger books of all markets, and which triggers belong to which wallet. */
export type TriggerBooks = {
  /** Replaces everything a wallet had armed. */
  readonly arm: (key: MarginAccountKey, triggers: readonly TriggerSpec[]) => void
  /** Takes out what a tick reaches, in the order in which it fires. */
  readonly hear: (tick: Tick) => readonly ArmedTrigger[]
  /** Takes out the expiries up to an instant, epoch milliseconds. */
  readonly elapse: (untilMs: number) => readonly ArmedTrigger[]
  readonly size: () => number
}

/** Starts with empty books. */
export const createTriggerBooks = (): TriggerBooks => {
  const markets = new Map<string, MarketBook>()
  const places = new Map<string, readonly Place[]>()

  const marketOf = (symbol: string): MarketBook => {
    const known = markets.get(symbol)
    if (known !== undefined) return known
    const made = { book: triggerBook(), armed: [] }
    markets.set(symbol, made)
    return made
  }

  const take = (symbol: string, bid: number, ask: number): readonly ArmedTrigger[] => {
    const market = markets.get(symbol)
    if (market === undefined) return []
    return market.book.tick(bid, ask).flatMap((id) => {
      const armed = market.armed[id]
      market.armed[id] = undefined
      return armed === undefined ? [] : [armed]
    })
  }

  return {
    arm: ({ uid, wallet }, triggers) => {
      const name = accountKeyOf({ uid, wallet })
      for (const { market, id, armed } of places.get(name) ?? []) {
        // A trigger that has fired released its number, and another one may have it now.
        if (market.armed[id] !== armed) continue
        market.book.cancel(id)
        market.armed[id] = undefined
      }
      if (triggers.length === 0) {
        places.delete(name)
        return
      }
      const now = triggers.map(({ symbol, trigger, orderId }): Place => {
        const market = marketOf(symbol)
        const id = market.book.add(trigger)
        const armed = { uid, wallet, orderId, kind: trigger.kind }
        market.armed[id] = armed
        return { market, id, armed }
      })
      places.set(name, now)
    },
    hear: ({ symbol, bid, ask }) => take(symbol, heapKey(bid), heapKey(ask)),
    elapse: (untilMs) => take(clockMarket, untilMs, untilMs),
    size: () => [...markets.values()].reduce((sum, { book }) => sum + book.size(), 0),
  }
}
