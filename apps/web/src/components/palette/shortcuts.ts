import { useEffect, useEffectEvent } from 'react'
import { createDeviceSwitch } from '../deviceSwitch.ts'
import { type TicketKey, ticketKeyOf } from './ticketKeys.ts'

const shortcuts = createDeviceSwitch('glasshouse.shortcuts', true)

/** Whether single keys are shortcuts on this device. Ctrl-K always opens the search. */
export const useShortcutsOn = shortcuts.use
/** Turns the single-key shortcuts of this device on or off. */
export const setShortcutsOn = shortcuts.set

const typingFields = 'input:not([type="range"]), textarea, select, [contenteditable]'
const layers = '[role="dialog"][data-state="open"], [role="menu"]'

/** Whether a single key belongs to a field or to an open dialog or menu. */
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(typingFields) !== null) ||
  document.querySelector(layers) !== null

let current: ((key: TicketKey) => void) | null = null

/** Whether the page shows an order ticket that takes its keys. */
export const hasTicketKeys = (): boolean => current !== null

/** Presses a key of the shown ticket, for the search. */
export const pressTicketKey = (key: TicketKey): void => current?.(key)

/** Handles the keys of the ticket while it is shown: never while a field or a dialog has the focus, or if turned off. */
export const useTicketKeys = (onKey: (key: TicketKey) => void): void => {
  const isOn = useShortcutsOn()
  const press = useEffectEvent(onKey)
  useEffect(() => {
    const own = (key: TicketKey): void => press(key)
    current = own
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = isOn && !isTaken(event.target) ? ticketKeyOf(event) : null
      if (key === null) return
      event.preventDefault()
      own(key)
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      if (current === own) current = null
    }
  }, [isOn])
}
