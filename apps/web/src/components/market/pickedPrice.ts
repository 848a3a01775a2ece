import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Price, Quantity } from '@glasshouse/core/money/units'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A price of a market that was picked in the order book or on the chart; it fills the ticket and sends nothing. */
export type PickedPrice = {
  readonly pid: number
  readonly price: Price
  /** Coins to fill in as the size, cut to whole lots and to what can be opened; without it the size stays. */
  readonly quantity?: Quantity
  /** Side to choose; without it the side stays. */
  readonly side?: PositionSide
}

type Receiver = (picked: PickedPrice) => void

const receivers = new Map<number, Set<Receiver>>()
const watchers = new Set<() => void>()

const notify = (): void => {
  for (const watcher of watchers) watcher()
}

/** Adds the receiver of a market; the returned function removes it. */
export const receivePickedPrices = (pid: number, receiver: Receiver): (() => void) => {
  const ofMarket = receivers.get(pid) ?? new Set()
  receivers.set(pid, ofMarket.add(receiver))
  notify()
  return () => {
    ofMarket.delete(receiver)
    notify()
  }
}

/** Passes a picked price to the ticket of its market; without a ticket it does nothing. */
export const pickPrice = (picked: PickedPrice): void => {
  for (const receiver of receivers.get(picked.pid) ?? []) receiver(picked)
}

const hasReceiver = (pid: number): boolean => (receivers.get(pid)?.size ?? 0) > 0

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the page shows a ticket that takes a picked price of this market: only then prices look clickable. */
export const useCanPickPrice = (pid: number): boolean => useSyncExternalStore(watch, () => hasReceiver(pid))

/** Receives the picked prices of a market while the component is shown. */
export const usePickedPrices = (pid: number, receiver: Receiver): void => {
  const receive = useEffectEvent(receiver)
  useEffect(() => receivePickedPrices(pid, (picked) => receive(picked)), [pid])
}
