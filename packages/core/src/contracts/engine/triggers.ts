/**
 * Trigger book of one market. A tick that reaches no trigger costs four comparisons, independent of the number of
 * triggers.
 */
import type { Price } from '../../money/units.ts'
import type { LiveOrder } from '../order.ts'
import type { BestPrices, PositionSide } from '../rules.ts'
import { slotHeap } from './heap.ts'
import { defaultStepSize, finishSteps, inSteps, type Steps, sortInSteps } from './steps.ts'

/** What a price fires: a resting order, a stop loss, take profit or closing order, or the recheck of an account near its liquidation. */
export type PriceTriggerKind = 'limit' | 'loss' | 'profit' | 'closing' | 'closeOut'

/**
 * What fires: by a price, a trailing stop by one that follows the market, or by the time the expiry of a resting order,
 * whose book is the clock.
 */
export type TriggerKind = PriceTriggerKind | 'trailing' | 'expiry'

/** Watched side of the book, and whether the trigger fires at or below (`falls`) or at or above (`rises`). */
export type TriggerCondition = { readonly side: 'bid' | 'ask'; readonly when: 'falls' | 'rises' }

export type Trigger = TriggerCondition & {
  readonly kind: TriggerKind
  readonly price: Price
  /** Order of acceptance: of two triggers reached by one tick, the smaller one fires first. */
  readonly acceptance: number
}

/**
 * Condition of a trigger: a resting buy watches the ask, a resting sell the bid, everything that closes watches the
 * side at which the position closes.
 *
 * @example conditionOf('long', 'loss') // { side: 'bid', when: 'falls' }
 */
export const conditionOf = (side: PositionSide, kind: PriceTriggerKind): TriggerCondition => {
  const isLong = side === 'long'
  if (kind === 'limit') return isLong ? { side: 'ask', when: 'falls' } : { side: 'bid', when: 'rises' }
  return {
    side: isLong ? 'bid' : 'ask',
    when: isLong === (kind === 'profit' || kind === 'closing') ? 'rises' : 'falls',
  }
}

/**
 * Condition of a trigger of an order: a stop order reaches its price from the side on which the market was.
 *
 * @example orderCondition({ side: 'long', trigger: 'rises' }, 'limit') // { side: 'ask', when: 'rises' }
 */
export const orderCondition = (
  { side, trigger }: Pick<LiveOrder, 'side' | 'trigger'>,
  kind: PriceTriggerKind,
): TriggerCondition => {
  const condition = conditionOf(side, kind)
  return kind === 'limit' && trigger !== null ? { ...condition, when: trigger } : condition
}

/**
 * Whether the book has reached a price, exactly; the price itself counts.
 *
 * @example isReached({ side: 'bid', when: 'falls', price: price('100') }, { bid: price('100'), ask: price('101') }) // true
 */
export const isReached = (
  { side, when, price }: TriggerCondition & { readonly price: Price },
  best: BestPrices,
): boolean => (when === 'falls' ? best[side] <= price : best[side] >= price)

const largest = BigInt(Number.MAX_SAFE_INTEGER)
/**
 * Price as a number for the trigger book.
 *
 * Prices beyond the safe integers (nine million USDT) are clamped, so a trigger there may fire early. Code that applies a
 * fired trigger must check `isReached` again.
 */
export const heapKey = (price: Price): number =>
  price > largest ? Number.MAX_SAFE_INTEGER : Number.parseInt(price.toString(), 10)

/** Within one order, what closes all of it fires before closing orders: stop loss, trailing stop, take profit. */
const kinds: readonly TriggerKind[] = ['limit', 'loss', 'trailing', 'profit', 'closing', 'closeOut', 'expiry']
const liquidationRank = kinds.indexOf('closeOut')
const nothing: readonly number[] = []
/** From so many on what fires is sorted as numbers. */
const many = 1000

/**
 * Order in which triggers that one tick reached fire: by acceptance, within an order by kind, liquidations last.
 *
 * @example [closeOut, profitOfOrder, lossOfOrder].sort(compareFired) // loss, profit, closeOut
 */
export const compareFired = (
  a: Pick<Trigger, 'kind' | 'acceptance'>,
  b: Pick<Trigger, 'kind' | 'acceptance'>,
): number => {
  const late = (a.kind === 'closeOut' ? 1 : 0) - (b.kind === 'closeOut' ? 1 : 0)
  return late || a.acceptance - b.acceptance || kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
}

export type TriggerBook = {
  /** Adds a trigger and returns its id, which is reused after the trigger is removed. */
  readonly add: (trigger: Trigger) => number
  /** Removes a trigger; returns false if it is not in the book. */
  readonly cancel: (id: number) => boolean
  /**
   * Removes all triggers reached by these best prices (units of 1e-9, `heapKey`) and returns them in firing order: by
   * acceptance, stop loss before take profit, liquidations last.
   */
  readonly tick: (bid: number, ask: number) => readonly number[]
  /** The same in steps, between which nothing may be added or cancelled; null when nothing is reached. */
  readonly fire: (bid: number, ask: number) => Steps<readonly number[]> | null
  readonly size: () => number
}

/**
 * Creates the empty trigger book of one market.
 *
 * @param stepSize triggers that one step of `fire` works on
 */
export const triggerBook = (stepSize = defaultStepSize): TriggerBook => {
  // The `falls` heaps negate their keys, so that every heap fires when its smallest key is reached.
  const bidFalls = slotHeap(stepSize)
  const bidRises = slotHeap(stepSize)
  const askFalls = slotHeap(stepSize)
  const askRises = slotHeap(stepSize)
  const heaps = [bidFalls, bidRises, askFalls, askRises]
  let acceptances = new Float64Array(64)
  let ranks = new Uint8Array(64)
  const free: number[] = []
  let used = 0

  const slotFor = (): number => {
    const again = free.pop()
    if (again !== undefined) return again
    if (used === ranks.length) {
      const [older, rankedBefore] = [acceptances, ranks]
      acceptances = new Float64Array(used * 2)
      acceptances.set(older)
      ranks = new Uint8Array(used * 2)
      ranks.set(rankedBefore)
    }
    used += 1
    return used - 1
  }
  const inOrder = (a: number, b: number): number => {
    const rankA = ranks[a] ?? 0
    const rankB = ranks[b] ?? 0
    const late = (rankA === liquidationRank ? 1 : 0) - (rankB === liquidationRank ? 1 : 0)
    return late || (acceptances[a] ?? 0) - (acceptances[b] ?? 0) || rankA - rankB || a - b
  }
  /** Slots in firing order; many are sorted as numbers, which is several times faster than comparing them. */
  function* sortSlots(fired: number[]): Steps<readonly number[]> {
    if (fired.length < many) return fired.sort(inOrder)
    let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const widen = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const acceptance = acceptances[fired[at] ?? 0] ?? 0
        least = Math.min(least, acceptance)
        greatest = Math.max(greatest, acceptance)
      }
    }
    yield* inSteps(fired.length, widen, stepSize)
    const span = greatest - least + 1
    const slots = ranks.length
    if (!Number.isSafeInteger(2 * span * kinds.length * slots)) return fired.sort(inOrder)
    const numbers = new Float64Array(fired.length)
    const number = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const slot = fired[at] ?? 0
        const rank = ranks[slot] ?? 0
        const late = rank === liquidationRank ? span : 0
        numbers[at] = ((late + (acceptances[slot] ?? 0) - least) * kinds.length + rank) * slots + slot
      }
    }
    yield* inSteps(fired.length, number, stepSize)
    const sorted = yield* sortInSteps(numbers, stepSize)
    const name = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) fired[at] = (sorted[at] ?? 0) % slots
    }
    yield* inSteps(fired.length, name, stepSize)
    return fired
  }
  const isQuiet = (bid: number, ask: number): boolean =>
    -bid < bidFalls.top() && bid < bidRises.top() && -ask < askFalls.top() && ask < askRises.top()
  function* fireInSteps(bid: number, ask: number): Steps<readonly number[]> {
    const fired: number[] = []
    yield* bidFalls.takeInSteps(-bid, fired)
    yield* bidRises.takeInSteps(bid, fired)
    yield* askFalls.takeInSteps(-ask, fired)
    yield* askRises.takeInSteps(ask, fired)
    const release = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) free.push(fired[at] ?? 0)
    }
    yield* inSteps(fired.length, release, stepSize)
    return yield* sortSlots(fired)
  }

  return {
    add: ({ side, when, kind, price, acceptance }) => {
      const slot = slotFor()
      acceptances[slot] = acceptance
      ranks[slot] = kinds.indexOf(kind)
      const key = heapKey(price)
      if (side === 'bid') when === 'falls' ? bidFalls.add(slot, -key) : bidRises.add(slot, key)
      else when === 'falls' ? askFalls.add(slot, -key) : askRises.add(slot, key)
      return slot
    },
    cancel: (id) => {
      const removed = heaps.some((heap) => heap.remove(id))
      if (removed) free.push(id)
      return removed
    },
    tick: (bid, ask) => (isQuiet(bid, ask) ? nothing : finishSteps(fireInSteps(bid, ask))),
    fire: (bid, ask) => (isQuiet(bid, ask) ? null : fireInSteps(bid, ask)),
    size: () => heaps.reduce((sum, heap) => sum + heap.size(), 0),
  }
}
