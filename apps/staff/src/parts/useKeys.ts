import { useEffect, useRef } from 'react'

export type Keys = Readonly<Record<string, () => void>>

/** Letter keys belong to an open dialog or menu, or to a focused form control. */
const isKeyTarget = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"],[role="menu"]') !== null ||
  (target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable]') !== null)

/** Handles single-letter shortcuts while no form control, dialog or menu takes them. */
export const useKeys = (keys: Keys): void => {
  const newest = useRef(keys)
  newest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isKeyTarget(event.target)) return
      const act = newest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
