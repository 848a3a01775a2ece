import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a place when what had it is taken away, for example the button of a row that is done:
 * the place itself takes it, where the browser would begin at the top of the page again. The place needs a
 * `tabIndex`.
 */
export const useFocusRestore = (): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    let last: Element | null = null
    const onFocus = ({ target }: FocusEvent): void => {
      last = target instanceof Element && element.contains(target) ? target : null
    }
    const onGone = (): void => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      last = null
      element.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(onGone)
    changes.observe(element, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
  return place
}
