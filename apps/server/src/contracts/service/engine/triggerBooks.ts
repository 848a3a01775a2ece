import {
  heapKey,
  type Trigger,
  type TriggerBook,
  type TriggerKind,
  triggerBook,
} from '@glasshouse/core/contracts/engine/triggers'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf } from '../batch/state.ts'

/** Whose trigger it is: an order's, or the re-check of a wallet (order 0). */
export type ArmedTrigger = MarginAccountKey & { readonly orderId: number; readonly kind: TriggerKind }

/** A trigger to arm in a market. */
export type TriggerSpec = { readonly symbol: string; readonly trigger: Trigger; readonly orderId: number }

type MarketBook = { readonly book: TriggerBook; readonly armed: (ArmedTrigger | undefined)[] }
type Place = { readonly market: MarketBook; readonly id: number; readonly armed: ArmedTrigger }

/** The trigger books of all markets, and which triggers belong to which wallet. */
export type TriggerBooks = {
  /** Replaces everything a wallet had armed. */
  readonly arm: (wallet: MarginAccountKey, triggers: readonly TriggerSpec[]) => void
  /** Takes out what a tick reaches, in the order in which it fires. */
  readonly hear: (tick: Tick) => readonly ArmedTrigger[]
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

  return {
    arm: (wallet, triggers) => {
      const name = accountKeyOf(wallet)
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
      const { uid, levertype } = wallet
      const now = triggers.map(({ symbol, trigger, orderId }): Place => {
        const market = marketOf(symbol)
        const id = market.book.add(trigger)
        const armed = { uid, levertype, orderId, kind: trigger.kind }
        market.armed[id] = armed
        return { market, id, armed }
      })
      places.set(name, now)
    },
    hear: (tick) => {
      const market = markets.get(tick.symbol)
      if (market === undefined) return []
      return market.book.tick(heapKey(tick.bid), heapKey(tick.ask)).flatMap((id) => {
        const armed = market.armed[id]
        market.armed[id] = undefined
        return armed === undefined ? [] : [armed]
      })
    },
    size: () => [...markets.values()].reduce((sum, { book }) => sum + book.size(), 0),
  }
}
