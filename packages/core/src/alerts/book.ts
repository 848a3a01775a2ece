import { type SlotHeap, slotHeap } from '../contracts/engine/heap.ts'
import { type AlertSide, isLevelReached } from './rules.ts'

type BookAlert = { readonly id: number; readonly side: AlertSide; readonly level: bigint }

/** Open alerts of one market on one measure, sorted by level, so that a tick costs a comparison for each side. */
export type AlertBook<Alert extends BookAlert> = {
  readonly add: (alert: Alert) => void
  /** Removes an alert; false if it is not in the book. */
  readonly remove: (id: number) => boolean
  /** Removes and returns the alerts that a value reaches. */
  readonly take: (value: bigint) => readonly Alert[]
  readonly size: () => number
}

const largest = BigInt(Number.MAX_SAFE_INTEGER)
/** Key of a value; prices above 9 million USDT share one, and are compared exactly below. */
const keyOf = (value: bigint): number =>
  value > largest ? Number.MAX_SAFE_INTEGER : Number.parseInt(value.toString(), 10)

/** Creates an empty book. */
export const createAlertBook = <Alert extends BookAlert>(): AlertBook<Alert> => {
  const heaps: Readonly<Record<AlertSide, SlotHeap>> = { above: slotHeap(), below: slotHeap() }
  const slots: (Alert | undefined)[] = []
  const free: number[] = []
  const slotOf = new Map<number, number>()
  // The heap of alerts below negates its keys, so that both fire when their smallest key is reached.
  const heapKey = (side: AlertSide, value: bigint): number => (side === 'above' ? 1 : -1) * keyOf(value)

  const add = (alert: Alert): void => {
    if (slotOf.has(alert.id)) return
    const slot = free.pop() ?? slots.length
    slots[slot] = alert
    slotOf.set(alert.id, slot)
    heaps[alert.side].add(slot, heapKey(alert.side, alert.level))
  }
  const release = (slot: number): Alert | undefined => {
    const alert = slots[slot]
    slots[slot] = undefined
    free.push(slot)
    if (alert !== undefined) slotOf.delete(alert.id)
    return alert
  }
  const takeFrom = (side: AlertSide, value: bigint): readonly Alert[] => {
    const heap = heaps[side]
    const limit = heapKey(side, value)
    const popped: Alert[] = []
    while (heap.size() > 0 && heap.top() <= limit) {
      const alert = release(heap.pop())
      if (alert !== undefined) popped.push(alert)
    }
    const isReached = (alert: Alert) => isLevelReached(side, alert.level, value)
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
    take: (value) => [...takeFrom('above', value), ...takeFrom('below', value)],
    size: () => slotOf.size,
  }
}
