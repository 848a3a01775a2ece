import { useEffect, useRef } from 'react'

export type Keys = Readonly<Record<string, () => void>>

/** Somebody is writing, choosing or answering a dialog: letters belong there. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"],[role="menu"]') !== null ||
  (target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable]') !== null)

/** Acts on single keys of the keyboard, by their letters, while nobody is writing. */
export const useKeys = (keys: Keys): void => {
  const newest = useRef(keys)
  newest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event.target)) return
      const act = newest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
