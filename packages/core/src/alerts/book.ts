import { type SlotHeap, slotHeap } from '../contracts/engine/heap.ts'
import type { Price } from '../money/units.ts'
import { type AlertSide, isPriceReached } from './rules.ts'

type BookAlert = { readonly id: number; readonly side: AlertSide; readonly price: Price }

/** Open alerts of one market, sorted by price, so that a tick costs a comparison for each side. */
export type AlertBook<Alert extends BookAlert> = {
  readonly add: (alert: Alert) => void
  /** Removes an alert; false if it is not in the book. */
  readonly remove: (id: number) => boolean
  /** Removes and returns the alerts that a price reaches. */
  readonly take: (price: Price) => readonly Alert[]
  readonly size: () => number
}

const largest = BigInt(Number.MAX_SAFE_INTEGER)
/** Key of a price; larger prices than 9 million USDT share one, and are compared exactly below. */
const keyOf = (price: Price): number =>
  price > largest ? Number.MAX_SAFE_INTEGER : Number.parseInt(price.toString(), 10)

/** Creates an empty book. */
export const createAlertBook = <Alert extends BookAlert>(): AlertBook<Alert> => {
  const heaps: Readonly<Record<AlertSide, SlotHeap>> = { above: slotHeap(), below: slotHeap() }
  const slots: (Alert | undefined)[] = []
  const free: number[] = []
  const slotOf = new Map<number, number>()
  // The heap of alerts below negates its keys, so that both fire when their smallest key is reached.
  const heapKey = (side: AlertSide, price: Price): number => (side === 'above' ? 1 : -1) * keyOf(price)

  const add = (alert: Alert): void => {
    if (slotOf.has(alert.id)) return
    const slot = free.pop() ?? slots.length
    slots[slot] = alert
    slotOf.set(alert.id, slot)
    heaps[alert.side].add(slot, heapKey(alert.side, alert.price))
  }
  const release = (slot: number): Alert | undefined => {
    const alert = slots[slot]
    slots[slot] = undefined
    free.push(slot)
    if (alert !== undefined) slotOf.delete(alert.id)
    return alert
  }
  const takeFrom = (side: AlertSide, price: Price): readonly Alert[] => {
    const heap = heaps[side]
    const limit = side === 'above' ? keyOf(price) : -keyOf(price)
    const popped: Alert[] = []
    while (heap.size() > 0 && heap.top() <= limit) {
      const alert = release(heap.pop())
      if (alert !== undefined) popped.push(alert)
    }
    const isReached = (alert: Alert) => isPriceReached(side, alert.price, price)
    for (const alert of popped) if (!isReached(alert)) add(alert)
    return popped.filter(isReached)
  }
  return {
    add,
    remove: (id) => {
      const slot = slotOf.get(id)
      if (slot === undefined) return false
      const alert = release(slot)
      return alert !== undefined && heaps[alert.side].remove(slot)
    },
    take: (price) => [...takeFrom('above', price), ...takeFrom('below', price)],
    size: () => slotOf.size,
  }
}
